import type { Report } from "./diagnosing.js";
import type { FlowGraph, FlowNode } from "./flow-graph.js";
import { printOperationName } from "./parse-operation-name.js";
import type { Receive, Send } from "./protocol.js";
import { reachingValues } from "./reaching-values.js";

/** Which calls an expected answer may be the answer to. */
export type Answered = ReadonlyMap<Receive, readonly Send[]>;

/** No call waits for its answer. */
const NOTHING = Symbol("nothing");

/** Calls and answers take turns: each call is answered before the next one, and each answer has a call. */
export function checkTurns(graph: FlowGraph, report: Report): Answered {
  const waiting = reachingValues<Send | typeof NOTHING>(graph, NOTHING, ({ step }) =>
    step?.kind === "send" ? step : step?.kind === "receive" ? NOTHING : undefined,
  );
  const answered = new Map<Receive, readonly Send[]>();
  for (const node of graph.nodes) {
    const { step } = node;
    const before = waiting(node);
    const calls = [...before].filter((value) => value !== NOTHING);
    if (step?.kind === "receive") {
      answered.set(step, calls);
      if (before.has(NOTHING)) {
        const message =
          calls.length > 0 ? "Not every way here makes a call." : "There is no call that this could answer.";
        report("error", "protocol-no-send", message, "Put the call before it: !operation().", step.span);
      }
    } else if (step?.kind === "send" || isEnd(graph, node)) {
      for (const call of calls) {
        const next =
          step?.kind === "send" ? `!${printOperationName(step.operation)} follows` : "the protocol ends";
        const message = `The answer to !${printOperationName(call.operation)} is not awaited: ${next}.`;
        report("error", "protocol-no-receive", message, "Say what it may answer: .?C2XX().", call.span);
      }
    }
  }
  return answered;
}

function isEnd(graph: FlowGraph, node: FlowNode): boolean {
  return node.step === undefined && graph.roots.includes(node.owner);
}
