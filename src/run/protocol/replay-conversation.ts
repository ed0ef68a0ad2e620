import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Api } from "#openapi/api";
import { compileProtocol } from "#protocol/compile-protocol";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import type { Send } from "#protocol/protocol";
import { guessSemantics } from "#semantics/guess-semantics";
import type { ProtocolReplay } from "../replay-plan.js";
import type { KnownConversation } from "./follow-conversation.js";
import { foreignWrite } from "./own-target.js";

/** A conversation as a plan that can be stored. The canonical text is read into the same graph, number by number. */
export function replayOf({ protocol, root, sequence, sends }: KnownConversation): ProtocolReplay {
  const steps = sequence.calls.flatMap(({ id }) => {
    const send = sends.get(id);
    return send === undefined ? [] : [[id, protocol.graph.nodeOf(send).id] as const];
  });
  return {
    kind: "protocol",
    planned: { sequence, creations: new Map() },
    text: printProtocol(protocol.protocols),
    root,
    steps: Object.fromEntries(steps),
  };
}

/** And back: a file may have been edited, and the document may be another. */
export function readConversation(plan: ProtocolReplay, api: Api): Result<KnownConversation> {
  const parsed = parseProtocol(plan.text);
  if (!parsed.ok) return failed(unusable(parsed.problems[0]?.message));
  const { compiled, problems } = compileProtocol(parsed.value, api);
  if (compiled === undefined)
    return failed(unusable(problems.find(({ severity }) => severity === "error")?.message));
  if (!compiled.graph.definitions.has(plan.root)) return failed(unusable(`There is no ${plan.root}.`));
  const { sequence } = plan.planned;
  const sends = new Map<string, Send>();
  for (const { id, operation } of sequence.calls) {
    const step = Object.hasOwn(plan.steps, id) ? compiled.graph.nodes[plan.steps[id] ?? -1]?.step : undefined;
    if (step?.kind !== "send" || compiled.calls.get(step)?.operation.key !== operation)
      return failed(unusable(`Call ${id} is none of its steps.`));
    sends.set(id, step);
  }
  const foreign = foreignWrite(sequence.calls, guessSemantics(api));
  if (foreign !== undefined) {
    const message = `The fault file writes by ${foreign.operation} to something that the conversation does not make.`;
    const hint = "A file may come from anywhere. Walk the protocol itself: piolet protocol FILE.";
    return failed(problem("fault-file-invalid", message, hint));
  }
  return ok({ protocol: compiled, root: plan.root, sequence, sends, fixed: new Map() });
}

function unusable(why = "") {
  const message = `The protocol of the fault file does not fit the document. ${why}`.trim();
  return problem("fault-file-invalid", message, "Give the document of that time with --spec.");
}
