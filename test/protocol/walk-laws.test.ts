import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { branchWeights } from "#protocol/branch-weights";
import { checkPaths } from "#protocol/check-paths";
import type { ResolvedCall } from "#protocol/checking";
import { BranchChooser } from "#protocol/choose-branch";
import { Diagnosis } from "#protocol/diagnosing";
import { buildFlow, type FlowGraph } from "#protocol/flow-graph";
import { parseProtocol } from "#protocol/parse-protocol";
import { branchId, goOn, isEnd, type Position, startOf } from "#protocol/position";
import { printProtocol, printSend } from "#protocol/print-protocol";
import type { Protocols, Send, Step } from "#protocol/protocol";
import { pairOf, surveyFlow } from "#protocol/survey-flow";
import { WalkCoverage } from "#protocol/walk-coverage";
import { shortestWay, turnsIn } from "#run/protocol/shrink-conversation";
import { arbitraryProtocols } from "./arbitrary-protocol.js";
import { walk } from "./reference-interpreter.js";
import { shop } from "./shop.js";

/** As the parser makes it: every step is an object of its own. */
function reread(protocols: Protocols): Protocols {
  const parsed = parseProtocol(printProtocol(protocols));
  return parsed.ok ? parsed.value : { definitions: [], closing: [] };
}

/** Only what passes the check is ever walked. */
function isWalkable(graph: FlowGraph): boolean {
  const diagnosis = new Diagnosis();
  checkPaths(graph, diagnosis.report);
  return graph.roots.length > 0 && diagnosis.problems().every(({ severity }) => severity !== "error");
}

/** Any operation will do: here a call is the text that it is written as. */
function callsOf(graph: FlowGraph): ReadonlyMap<Send, ResolvedCall> {
  const [operation] = shop.operations;
  if (!operation) throw new Error("the shop has operations");
  return new Map(
    graph.nodes.flatMap(({ step }) =>
      step?.kind === "send" ? [[step, { operation: { ...operation, key: printSend(step) }, bound: [] }]] : [],
    ),
  );
}

interface Walked {
  readonly steps: readonly Step[];
  readonly branches: readonly { readonly index: number; readonly id: string }[];
}

const LONGEST = 40;

/** A walk in which everybody chooses by chance: what has no chance at all is not chosen. */
function walkByChance(graph: FlowGraph, root: string, drawn: readonly number[]): Walked {
  const left = [...drawn];
  const steps: Step[] = [];
  const branches: { index: number; id: string }[] = [];
  let at: Position = startOf(graph, root);
  while (!isEnd(at) && steps.length < LONGEST) {
    const { step } = at.node;
    if (!step) throw new Error("a walk stands at a step, or at its end");
    steps.push(step);
    let index = 0;
    if (step.kind === "choice") {
      const weights = step.side === "internal" ? branchWeights(step) : step.branches.map(() => 1);
      const possible = [...weights.keys()].filter((candidate) => (weights[candidate] ?? 0) > 0);
      index = possible[(left.pop() ?? 0) % Math.max(1, possible.length)] ?? 0;
      branches.push({ index, id: branchId(at.node, index) });
    }
    at = goOn(graph, at, index);
  }
  return { steps, branches };
}

const choices = fc.array(fc.nat(5), { minLength: LONGEST, maxLength: LONGEST });

describe("every walk", () => {
  let walked = 0;

  test.prop([arbitraryProtocols, choices], { numRuns: 400 })(
    "is one that the meaning of the protocol allows, step by step",
    (protocols, drawn) => {
      const graph = buildFlow(reread(protocols));
      if (!isWalkable(graph)) return;
      for (const root of graph.roots) {
        const { steps, branches } = walkByChance(graph, root, drawn);
        const expected: Step[] = [];
        const left = branches.map(({ index }) => index);
        const visit = (step: Step) => {
          if (step.kind !== "jump" && step.kind !== "recursion") expected.push(step);
        };
        walk(graph, root, () => left.shift() ?? 0, visit, 5_000);
        expect(steps).toEqual(expected.slice(0, steps.length));
        walked += steps.length;
      }
    },
  );

  test.prop([arbitraryProtocols, choices], { numRuns: 300 })(
    "stays within what the survey says can be reached",
    (protocols, drawn) => {
      const graph = buildFlow(reread(protocols));
      if (!isWalkable(graph)) return;
      const calls = callsOf(graph);
      const survey = surveyFlow(graph, calls);
      const coverage = new WalkCoverage(survey);
      for (const root of graph.roots) {
        const { steps, branches } = walkByChance(graph, root, drawn);
        for (const { id } of branches) {
          expect(survey.branches).toContain(id);
          coverage.takeBranch(id);
        }
        const sends = steps.flatMap((step) =>
          step.kind === "send" ? [calls.get(step)?.operation.key ?? ""] : [],
        );
        for (const [index, key] of sends.entries()) {
          const before = sends[index - 1];
          if (before !== undefined) expect(survey.pairs).toContain(pairOf(before, key));
        }
      }
      const { total, covered } = coverage.branches;
      expect(covered).toBeLessThanOrEqual(total);
      expect(coverage.missing).toHaveLength(total - covered);
    },
  );

  it("over many steps", () => {
    expect(walked).toBeGreaterThan(500);
  });
});

describe("the client's choices", () => {
  const parsed = parseProtocol(
    "S = rec X.(+{!a()<0.7>.?C200.X, !b()<0.2>.?C200.+{!c().?C200.X, !d().?C200.X}, !e().?C200, !f()<0>.?C200})",
  );
  if (!parsed.ok) throw new Error("the protocol parses");
  const graph = buildFlow(parsed.value);
  const compiled = { graph, calls: callsOf(graph) };
  const at = startOf(graph, "S");
  const { step } = at.node;
  if (step?.kind !== "choice") throw new Error("the protocol begins with a choice");

  it("share what is left among branches without a weight", () => {
    expect(branchWeights(step).map((weight) => Number(weight.toFixed(6)))).toEqual([0.7, 0.2, 0.1, 0]);
  });

  it("never take what has no chance, and prefer what lies ahead untaken", () => {
    const coverage = new WalkCoverage(surveyFlow(graph, compiled.calls));
    const chooser = new BranchChooser(compiled, coverage, "coverage");
    const random = createRandom(1);
    const first = () => chooser.order(at, step, random, { last: undefined, isLong: false })[0] ?? -1;
    for (let turn = 0; turn < 30; turn++)
      for (const index of [0, 1, 2]) coverage.takeBranch(branchId(at.node, index));
    const chosen = Array.from({ length: 60 }, first);
    // Behind the second branch there are two that nobody has taken.
    expect(chosen.filter((index) => index === 1).length).toBeGreaterThan(50);
    expect(chosen).not.toContain(3);
  });

  it("go by weight alone where that is wished", () => {
    const coverage = new WalkCoverage(surveyFlow(graph, compiled.calls));
    const chooser = new BranchChooser(compiled, coverage, "weights");
    const random = createRandom(1);
    const counts = [0, 0, 0, 0];
    for (let turn = 0; turn < 2_000; turn++) {
      const [index = 3] = chooser.order(at, step, random, { last: undefined, isLong: false });
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts[0]).toBeGreaterThan(1_300);
    expect(counts[2]).toBeLessThan(300);
    expect(counts[3]).toBe(0);
  });

  it("take the shortest way out of a long conversation", () => {
    const coverage = new WalkCoverage(surveyFlow(graph, compiled.calls));
    const chooser = new BranchChooser(compiled, coverage, "coverage");
    expect(chooser.order(at, step, createRandom(1), { last: undefined, isLong: true })[0]).toBe(2);
  });
});

describe("fewer turns", () => {
  const places = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 25 });

  test.prop([places])("the shortest way jumps only between equal places, to the last call", (where) => {
    const way = shortestWay(where);
    expect(way.at(-1)).toBe(where.length - 1);
    const reached = [0, ...way.map((index) => index + 1)];
    for (const [turn, index] of way.entries()) {
      const from = reached[turn] ?? -1;
      expect(index).toBeGreaterThanOrEqual(from);
      expect(where[index]).toBe(where[from]);
    }
  });

  test.prop([places])("no other way is shorter", (where) => {
    const last = where.length - 1;
    const best = (index: number): number => {
      const same = [...where.keys()].filter((other) => other >= index && where[other] === where[index]);
      return Math.min(...same.map((other) => (other === last ? 1 : 1 + (fewest[other + 1] ?? 0))));
    };
    const fewest: number[] = [];
    for (let index = last; index >= 0; index--) fewest[index] = best(index);
    expect(shortestWay(where)).toHaveLength(fewest[0] ?? -1);
  });

  test.prop([places])("a turn ends where it began, and never takes the last call", (where) => {
    for (const [from, to] of turnsIn(where)) {
      expect(where[to]).toBe(where[from]);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThan(where.length);
    }
  });
});
