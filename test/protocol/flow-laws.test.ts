import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { checkPaths } from "#protocol/check-paths";
import { checkTurns } from "#protocol/check-turns";
import { Diagnosis } from "#protocol/diagnosing";
import { buildFlow, type FlowGraph } from "#protocol/flow-graph";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import type { Protocols, Step } from "#protocol/protocol";
import { type Binding, bindingsOf, bindVariables } from "#protocol/variable-bindings";
import { arbitraryProtocols } from "./arbitrary-protocol.js";
import { LONGEST, walk } from "./reference-interpreter.js";

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
