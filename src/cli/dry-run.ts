import { countOf } from "#base/count-of";
import type { Result } from "#base/result";
import { ok } from "#base/result";
import { hasCredentials } from "#http/target";
import type { Api } from "#openapi/api";
import { type DryRun, dryRun, type Part } from "#run/dry-run";
import { guessSemantics } from "#semantics/guess-semantics";
import { readGenerators } from "#values/generators";
import { EXIT, type ExitCode } from "./exit-code.js";
import { parseSizes } from "./model-sizes.js";
import { printProblems } from "./print-problems.js";
import { readLearning } from "./read-learning.js";
import type { Settings } from "./settings.js";
import type { Terminal } from "./terminal.js";

/** `piolet test --dry-run`: what would be called, before anything is. */
export function planDryRun(api: Api, settings: Settings): Result<DryRun> {
  const generators = readGenerators(settings.config.generators, "/generators");
  if (!generators.ok) return generators;
  const { size, ...wish } = settings.model ?? {};
  const sizes = parseSizes(
    size,
    guessSemantics(api).resources.map(({ name }) => name),
  );
  if (!sizes.ok) return sizes;
  const learning = readLearning(api, settings);
  if (!learning.ok) return learning;
  const { known } = learning.value;
  const { itinerary, entries, oracles, fuzz, target } = settings;
  const access = {
    actors: (target.actors ?? []).map(({ name }) => name),
    hasCredentials: hasCredentials(target),
  };
  return ok(
    dryRun({
      api,
      seed: settings.seed ?? 0,
      generators: generators.value,
      model: { ...wish, sizes: sizes.value },
      ...(itinerary === undefined ? {} : { itinerary }),
      ...(entries === undefined ? {} : { entries }),
      ...(oracles === undefined ? {} : { oracles }),
      ...(fuzz === undefined ? {} : { fuzz }),
      access,
      ...(known === undefined ? {} : { learned: known }),
    }),
  );
}

export function reportDryRun(plan: DryRun, json: boolean, terminal: Terminal): ExitCode {
  if (json) {
    const { transitions, problems, ...rest } = plan;
    const counted = { dryRun: true, ...rest, transitions: { total: transitions, covered: 0 }, requests: 0 };
    terminal.out(JSON.stringify({ ...counted, problems }, null, 2));
    return EXIT.clean;
  }
  const { out, paint } = terminal;
  printProblems(plan.problems, terminal);
  out(`${paint.bold(plan.title)}   ${countOf(plan.calls, "call")}, nothing was sent`);
  for (const { resources, states, transitions } of plan.models)
    out(`   ${resources.join(", ")}: ${countOf(states, "state")}, ${countOf(transitions, "transition")}`);
  const row = (word: string, { sequences, calls }: Part, purpose = "") =>
    out(`   ${countOf(sequences, word)}${purpose}, ${countOf(calls, "call")}`);
  row("lifecycle", plan.lifecycles);
  row("tour", plan.tours);
  for (const { oracle, ...part } of plan.oracles) row("situation", part, ` for ${oracle}`);
  row("visit", plan.visits);
  for (const sentence of plan.leftOut) out(paint.dim(`   ${sentence}`));
  out("");
  out(
    plan.isLearned
      ? "So many calls are made where the service does what was learned of it."
      : "So many calls are made where the service does what its document and contracts say.",
  );
  out("Probing before them, reads to judge them and cleaning up come on top.");
  if (!plan.isLearned)
    out(
      "What only probing shows changes the number: `piolet learn -o FILE`, then --semantics FILE, make it exact.",
    );
  return EXIT.clean;
}
