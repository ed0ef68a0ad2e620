import { countOf } from "#base/count-of";
import { type CoverOptions, coverGraph } from "#cover/cover-graph";
import type { Tours } from "#cover/tours";
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

/** `piolet cover`: the calls that walk through every transition, before any is made. */
export async function cover(spec: string, flags: CoverFlags, terminal: Terminal): Promise<ExitCode> {
  const json = flags.json === true;
  const steps = parseNumber("--max-steps", flags.maxSteps ?? "50", 1);
  if (!steps.ok) return refuse(steps.problems, json, terminal);
  const derived = await deriveFrom(spec, flags, terminal);
  if (!derived.ok) return refuse(derived.problems, json, terminal);
  const { models, symmetry, maxStates, leftOut, problems, title } = derived.value;
  printProblems(problems, terminal);
  const all = models.map((model, index) => {
    terminal.status(`   cover ${index + 1} of ${models.length}: ${model.resources.join(", ")}`);
    return coverModel(model, { symmetry, maxStates, maxSteps: steps.value });
  });
  const files = flags.out === undefined ? [] : [{ path: flags.out, text: all.map(asLines).join("") }];
  const written = await writeFiles(files, terminal.cwd);
  if (!written.ok) return refuse(written.problems, json, terminal);
  const reports = all.map(({ report }) => report);
  if (json) terminal.out(JSON.stringify({ models: reports, leftOut, problems }, null, 2));
  else {
    terminal.out(`${terminal.paint.bold(title)}   ${countOf(models.length, "model")}`);
    for (const report of reports) printReport(report, terminal);
  }
  return EXIT.clean;
}

function coverModel(
  derived: DerivedModel,
  { symmetry, maxStates, ...options }: CoverOptions & { symmetry: boolean; maxStates: number },
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
  const { tours, method } = coverGraph(graph, options);
  const walked = new Uint8Array(graph.transitionCount);
  for (let tour = 0; tour < tours.count; tour++)
    for (const transition of tours.tour(tour)) walked[transition] = 1;
  const covered = walked.reduce((sum, one) => sum + one, 0);
  const counts = { transitions: graph.transitionCount, covered, sequences: tours.count, calls: tours.calls };
  return { derived, report: { resources, ...counts, method }, suite: { graph, tours } };
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
