import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { checkPaths } from "#protocol/check-paths";
import { checkTurns } from "#protocol/check-turns";
import { Diagnosis } from "#protocol/diagnosing";
import { buildFlow, type FlowGraph } from "#protocol/flow-graph";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import type { Protocols, Session, Step } from "#protocol/protocol";
import { type Binding, bindingsOf, bindVariables } from "#protocol/variable-bindings";
import { arbitraryProtocols } from "./arbitrary-protocol.js";

const LONGEST = 60;

/**
 * The meaning of protocols once more, and plainly: a stack of sessions, no graph. Calls `visit` before each
 * step; `choose` picks a branch out of so many.
 */
function walk(
  graph: FlowGraph,
  root: string,
  choose: (count: number) => number,
  visit: (step: Step) => void,
): void {
  const body = graph.definitions.get(root)?.definition.body;
  const frames: { session: Session; index: number; loop?: string; isCall?: boolean }[] = [];
  if (body) frames.push({ session: body, index: 0, isCall: true });
  for (let count = 0; count < LONGEST && frames.length > 0; count++) {
    const frame = frames.at(-1);
    const step = frame?.session.steps[frame.index++];
    if (!step) {
      frames.pop();
      continue;
    }
    visit(step);
    if (step.kind === "choice") {
      const session = step.branches[choose(step.branches.length)];
      if (session) frames.push({ session, index: 0 });
    } else if (step.kind === "recursion") frames.push({ session: step.body, index: 0, loop: step.name });
    else if (step.kind === "jump") {
      const call = frames.findLastIndex(({ isCall }) => isCall);
      const loop = frames.findLastIndex(({ loop: name }, index) => index > call && name === step.name);
      const called = graph.definitions.get(step.name)?.definition.body;
      if (loop >= 0) {
        frames.length = loop + 1;
        frames.splice(loop, 1, { ...(frames[loop] as (typeof frames)[number]), index: 0 });
      } else if (called) frames.push({ session: called, index: 0, isCall: true });
    }
  }
}

/** As the parser makes it: every step is an object of its own. */
function reread(protocols: Protocols): Protocols {
  const parsed = parseProtocol(printProtocol(protocols));
  return parsed.ok ? parsed.value : { definitions: [], closing: [] };
}

const choices = fc.array(fc.nat(1), { minLength: LONGEST, maxLength: LONGEST });

function walkAll(
  graph: FlowGraph,
  drawn: readonly number[],
  visit: (step: Step) => void,
  start: () => void,
): number {
  let visited = 0;
  for (const root of graph.roots) {
    const left = [...drawn];
    start();
    walk(
      graph,
      root,
      (count) => (left.pop() ?? 0) % count,
      (step) => {
        visited++;
        visit(step);
      },
    );
  }
  return visited;
}

describe("whatever a walk does, the checks foresaw", () => {
  let steps = 0;

  test.prop([arbitraryProtocols, choices], { numRuns: 300 })(
    "where the value of a variable comes from",
    (protocols, drawn) => {
      const graph = buildFlow(reread(protocols));
      const variables = bindVariables(graph);
      let values = new Map<string, Binding>();
      const visit = (step: Step) => {
        for (const name of variables.names) {
          const { bindings, always } = variables.before(step, name);
          const value = values.get(name);
          if (value === undefined) expect(always).toBe(false);
          else expect(bindings.map(({ by }) => by)).toContain(value.by);
        }
        for (const binding of [...bindingsOf(step)].reverse()) values.set(binding.by.name, binding);
      };
      steps += walkAll(graph, drawn, visit, () => {
        values = new Map();
      });
    },
  );

  test.prop([arbitraryProtocols, choices], { numRuns: 300 })(
    "which call an answer belongs to, and what is reached",
    (protocols, drawn) => {
      const graph = buildFlow(reread(protocols));
      const diagnosis = new Diagnosis();
      const answered = checkTurns(graph, diagnosis.report);
      checkPaths(graph, diagnosis.report);
      const lost = diagnosis
        .problems()
        .filter(({ code }) => code === "protocol-unreachable")
        .map(({ at }) => `${at.line}:${at.column}`);
      let waiting: Step | undefined;
      const visit = (step: Step) => {
        expect(lost).not.toContain(`${step.span.start.line}:${step.span.start.column}`);
        if (step.kind === "receive" && waiting) expect(answered.get(step)).toContain(waiting);
        if (step.kind === "send") waiting = step;
        if (step.kind === "receive") waiting = undefined;
      };
      steps += walkAll(graph, drawn, visit, () => {
        waiting = undefined;
      });
    },
  );

  it("over many steps", () => {
    expect(steps).toBeGreaterThan(1000);
  });
});
