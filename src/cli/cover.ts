import { countOf } from "#base/count-of";
import { createRandom } from "#base/random";
import { ok, type Result } from "#base/result";
import { coverGraph } from "#cover/cover-graph";
import { randomWalks } from "#cover/random-walk";
import { collectTours, type Tours } from "#cover/tours";
import { type WalkChoice, walkChoice } from "#cover/walk-choice";
import { explore } from "#graph/explore";
import type { Graph } from "#graph/graph";
import { describeCall } from "#graph/ground-call";
import { liftWalk } from "#graph/lift-walk";
import type { DerivedModel } from "#model/derived-model";
import { deriveFrom, type ModelFlags } from "./derive-from.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printProblems, refuse } from "./print-problems.js";
import { parseNumber } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface CoverFlags extends ModelFlags {
  readonly maxSteps?: string;
  readonly walks?: string;
  readonly walkBy?: WalkChoice;
  readonly seed?: string;
  readonly out?: string;
}

/** What covers one model; null where its graph met a bound. */
export interface CoverReport {
  readonly resources: readonly string[];
  readonly transitions: number | null;
  readonly covered: number;
  readonly sequences: number;
  readonly calls: number;
  readonly method: string | null;
}

interface Covered {
  readonly derived: DerivedModel;
  readonly report: CoverReport;
  readonly suite?: { readonly graph: Graph; readonly tours: Tours };
}

/** Random walks instead of tours that cover everything. */
interface Wandering {
  readonly count: number;
  readonly by: WalkChoice;
  readonly seed: number;
}

/** `piolet cover`: the calls that walk through every transition, or random walks, before any call is made. */
export async function cover(
  spec: string | undefined,
  flags: CoverFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const json = flags.json === true;
  const steps = parseNumber("--max-steps", flags.maxSteps ?? "50", 1);
  if (!steps.ok) return refuse(steps.problems, json, terminal);
  const wandering = readWandering(flags);
  if (!wandering.ok) return refuse(wandering.problems, json, terminal);
  const derived = await deriveFrom(spec, flags, terminal);
  if (!derived.ok) return refuse(derived.problems, json, terminal);
  const { models, symmetry, maxStates, leftOut, problems, title } = derived.value;
  printProblems(problems, terminal);
  const all = models.map((model, index) => {
    terminal.status(`   cover ${index + 1} of ${models.length}: ${model.resources.join(", ")}`);
    return coverModel(model, { symmetry, maxStates, maxSteps: steps.value }, wandering.value);
  });
  const files = flags.out === undefined ? [] : [{ path: flags.out, text: all.map(asLines).join("") }];
  const written = await writeFiles(files, terminal);
  if (!written.ok) return refuse(written.problems, json, terminal);
  const reports = all.map(({ report }) => report);
  if (json) terminal.out(JSON.stringify({ models: reports, leftOut, problems }, null, 2));
  else {
    terminal.out(`${terminal.paint.bold(title)}   ${countOf(models.length, "model")}`);
    for (const report of reports) printReport(report, terminal);
  }
  return EXIT.clean;
}

function readWandering(flags: CoverFlags): Result<Wandering | undefined> {
  if (flags.walks === undefined) return ok(undefined);
  const count = parseNumber("--walks", flags.walks, 1);
  if (!count.ok) return count;
  const seed = parseNumber("--seed", flags.seed ?? "0", 0);
  return seed.ok ? ok({ count: count.value, by: flags.walkBy ?? "states", seed: seed.value }) : seed;
}

function coverModel(
  derived: DerivedModel,
  { symmetry, maxStates, maxSteps }: { symmetry: boolean; maxStates: number; maxSteps: number },
  wandering: Wandering | undefined,
): Covered {
  const { resources } = derived;
  const explored = explore(derived.model, { symmetry, maxStates, maxTransitions: maxStates * 20 });
  if (explored.kind !== "complete") {
    return {
      derived,
      report: { resources, transitions: null, covered: 0, sequences: 0, calls: 0, method: null },
    };
  }
  const { graph } = explored;
  const { tours, method } =
    wandering === undefined ? coverGraph(graph, { maxSteps }) : wander(graph, maxSteps, wandering);
  const walked = new Uint8Array(graph.transitionCount);
  for (let tour = 0; tour < tours.count; tour++)
    for (const transition of tours.tour(tour)) walked[transition] = 1;
  const covered = walked.reduce((sum, one) => sum + one, 0);
  const counts = { transitions: graph.transitionCount, covered, sequences: tours.count, calls: tours.calls };
  return { derived, report: { resources, ...counts, method }, suite: { graph, tours } };
}

function wander(graph: Graph, maxSteps: number, { count, by, seed }: Wandering) {
  const walks = randomWalks(graph, count, maxSteps, walkChoice(graph, by), createRandom(seed));
  return { tours: collectTours(() => walks), method: `random by ${by}` };
}

/** One sequence per line: what is called on which slots, and what is to come of it. */
function asLines({ derived, suite }: Covered): string {
  if (suite === undefined) return "";
  const { graph, tours } = suite;
  return Array.from({ length: tours.count }, (_, index) => {
    const calls = liftWalk(graph, tours.tour(index)).map(({ call }) => ({
      call: describeCall(graph.model, call),
      operation: call.action.operation,
      expects: derived.deeds.get(call.action.name)?.refusal ?? "success",
    }));
    return `${JSON.stringify({ model: graph.model.name, sequence: index + 1, calls })}\n`;
  }).join("");
}

function printReport(report: CoverReport, { out, paint }: Terminal): void {
  const { resources, transitions, covered, sequences, calls } = report;
  out(`\n ${paint.bold(resources.join(", "))}`);
  if (transitions === null) {
    out(`   ${paint.warn("!")} The model has more states than the bound; --max-states raises it.`);
    return;
  }
  const share = transitions === 0 ? 100 : Math.floor((covered / transitions) * 100);
  const rate =
    transitions === 0 ? "" : paint.dim(`   ${(calls / transitions).toFixed(2)} calls per transition`);
  out(
    `   ${share} % of ${countOf(transitions, "transition")} in ${countOf(sequences, "sequence")}, ${countOf(calls, "call")}${rate}`,
  );
}
