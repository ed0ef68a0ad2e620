import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { cleanUpAtLast } from "#run/clean-up-at-last";
import { createWorld } from "#run/create-world";
import { diagnoseSilence } from "#run/diagnose-silence";
import { learnService, USUAL_WISH } from "#run/learn-service";
import { lookBack } from "#run/look-back";
import { contactWith } from "#semantics/contact-with";
import { guessSemantics } from "#semantics/guess-semantics";
import { readGenerators } from "#values/generators";
import { withEnding } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type LearnReport, learnedAsJson } from "./learned-json.js";
import { learnedOverlay } from "./learned-overlay.js";
import { openService } from "./open-service.js";
import { printLearned } from "./print-learned.js";
import { printProblems, refuse } from "./print-problems.js";
import type { Settings, TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface LearnFlags extends TestFlags {
  readonly output?: string;
  readonly readOnly?: boolean;
}

/** `piolet learn`: what each operation really does, proven by trying it. */
export async function learn(
  spec: string | undefined,
  flags: LearnFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const isJson = flags.json === true;
  const opened = await openService(spec, flags, terminal, version);
  if (!opened.ok) return refuse(opened.problems, isJson, terminal);
  const { settings, api, target } = opened.value;
  try {
    return await withEnding(settings.maxTime, terminal, async (signal) => {
      const report = await learnApi(api, target, settings, flags.readOnly === true, terminal, signal);
      if (!report.ok) return refuse(report.problems, isJson, terminal);
      if (isJson)
        terminal.out(JSON.stringify(target.redactor.redactJson(learnedAsJson(report.value)), null, 2));
      else printLearned(report.value, terminal);
      if (report.problems.length > 0) {
        printProblems(report.problems, terminal);
        return EXIT.unreachable;
      }
      if (flags.output === undefined) return EXIT.clean;
      const file = { path: flags.output, text: learnedOverlay(report.value) };
      const written = await writeFiles([file], terminal);
      return written.ok ? EXIT.clean : refuse(written.problems, false, terminal);
    });
  } finally {
    await target.close();
  }
}

async function learnApi(
  api: Api,
  target: Target,
  settings: Settings,
  readOnly: boolean,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Result<LearnReport>> {
  const generators = readGenerators(settings.config.generators, "/generators");
  if (!generators.ok) return generators;
  const seed = settings.seed ?? Math.floor(Math.random() * 10_000);
  const runId = `piolet-${seed}`;
  const contact = await probeTarget(target, runId, contactWith(api, signal));
  if (!contact.ok) return failed(...contact.problems);
  const world = createWorld({
    api,
    semantics: guessSemantics(api),
    target,
    random: createRandom(seed),
    generators: generators.value,
    clauses: [],
    runId,
    signal,
  });
  const learned = await learnService(world, { ...USUAL_WISH, readOnly }, (text) =>
    terminal.status(`   learn     ${text}`),
  );
  await cleanUpAtLast(learned.world);
  if (!readOnly) await lookBack(learned.world);
  terminal.status("");
  const broken = generators.value.failure();
  if (broken !== undefined) return failed(broken);
  const { semantics } = learned.world;
  const { book, rules, deviations, sendsEtags } = learned;
  const { habits } = learned.world;
  const { signs } = learned.world.signs;
  const callers = learned.world.callers.known;
  const { requests } = target;
  const report = {
    ...{ api, semantics, book, rules, signs, sendsEtags, callers, habits },
    ...{ deviations, requests, seed },
  };
  return ok(report, diagnoseSilence(learned.exchanges));
}
