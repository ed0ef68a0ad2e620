import type { Filtered } from "#base/filtered";
import { ok, type Result } from "#base/result";
import { RECORD_FORMAT } from "#calls/run-event";
import type { RunRecord } from "#calls/run-record";
import type { Api } from "#openapi/api";
import { testApi } from "#pipeline";
import { renderExchange } from "#report/render-exchange";
import { renderJson } from "#report/render-json";
import { renderHead, renderResults, renderStage } from "#report/render-text";
import { guessSemantics } from "#semantics/guess-semantics";
import { readGenerators } from "#values/generators";
import { planDryRun, reportDryRun } from "./dry-run.js";
import { withEnding } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { gateCode } from "./gates.js";
import { keepRun } from "./keep-run.js";
import { liveFindings } from "./live-findings.js";
import { parseSizes } from "./model-sizes.js";
import { openFor } from "./open-for.js";
import { loadSelected } from "./open-service.js";
import { printProblems, refuse } from "./print-problems.js";
import { readLearning } from "./read-learning.js";
import { tidyReportFolder } from "./report-folder.js";
import { logPath, RunLog } from "./run-log.js";
import { readSettings, type Settings, type TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { writeReports } from "./write-reports.js";

/** `piolet test`: flags to a run, the run to a report, the report to an exit code. */
export async function test(
  spec: string | undefined,
  flags: TestFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const settings = await readSettings(flags, terminal);
  if (!settings.ok) return refuse(settings.problems, flags.json === true, terminal);
  const loaded = await loadSelected(spec, settings.value, terminal);
  if (!loaded.ok) return refuse(loaded.problems, flags.json === true, terminal);
  if (flags.dryRun === true) {
    const plan = planDryRun(loaded.value, settings.value);
    if (!plan.ok) return refuse(plan.problems, flags.json === true, terminal);
    return reportDryRun(plan.value, flags.json === true, terminal);
  }
  return testAndReport(loaded.value, settings.value, flags, terminal, version);
}

/** What of a run is printed while it goes on. */
export interface TellFlags {
  readonly json?: boolean;
  /** Only what was found, at the end. */
  readonly quiet?: boolean;
  /** Each call with its answer, and notes. */
  readonly verbose?: boolean;
}

/** The run, its files and reports, and what all that is worth as an exit code. */
export async function testAndReport(
  api: Api,
  settings: Settings,
  flags: TellFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const json = flags.json === true;
  return withEnding(settings.maxTime, terminal, async (signal) => {
    const record = await runTest(api, settings, flags, terminal, version, signal);
    if (!record.ok) return refuse(record.problems, json, terminal);
    await writeReports(record.value, settings, terminal);
    const code = report(record.value, json, terminal);
    return code === EXIT.clean ? gateCode(record.value, settings, terminal) : code;
  });
}

async function runTest(
  api: Api,
  settings: Settings,
  { json, quiet, verbose }: TellFlags,
  terminal: Terminal,
  version: string,
  signal: AbortSignal,
): Promise<Result<Filtered<RunRecord>>> {
  const generators = readGenerators(settings.config.generators, "/generators");
  if (!generators.ok) return generators;
  const resources = guessSemantics(api).resources.map(({ name }) => name);
  const sizes = parseSizes(settings.model?.size, resources);
  if (!sizes.ok) return sizes;
  const { size: _, ...modelWish } = settings.model ?? {};
  const learning = readLearning(api, settings);
  if (!learning.ok) return learning;
  const target = await openFor(api, settings, terminal, version);
  if (!target.ok) return target;
  const say = quiet === true ? () => {} : json === true ? terminal.err : terminal.out;
  const seed = settings.seed ?? Math.floor(Math.random() * 10_000);
  const time = new Date().toISOString();
  const { shard } = settings.itinerary ?? {};
  await tidyReportFolder(terminal, settings.reportDir, { isShard: shard !== undefined });
  const log = new RunLog(logPath(settings.reportDir, time, seed), terminal);
  const head = { piolet: version, title: api.title, document: api.source, url: target.value.url, seed };
  log.write({ event: "run-started", format: RECORD_FORMAT, ...head, time });
  const accepted = new Set((settings.config.accept ?? []).map(({ key }) => key));
  const wish = { choice: settings.oracles ?? {}, accepted, notes: verbose === true };
  const tellFinding = liveFindings(wish, terminal.paint, say);
  try {
    const record = await testApi(
      {
        version,
        api,
        target: target.value,
        seed,
        generators: generators.value,
        learning: learning.value,
        model: { ...modelWish, sizes: sizes.value },
        ...(settings.itinerary === undefined ? {} : { itinerary: settings.itinerary }),
        ...(settings.oracles === undefined ? {} : { oracles: settings.oracles }),
        ...(settings.fuzz === undefined ? {} : { fuzz: settings.fuzz }),
        ...(settings.entries === undefined ? {} : { entries: settings.entries }),
        ...(settings.maxShrinks === undefined ? {} : { maxShrinks: settings.maxShrinks }),
        ...(settings.minOperations === undefined ? {} : { minOperations: settings.minOperations }),
        ...(settings.maxFailures === undefined ? {} : { maxFailures: settings.maxFailures }),
        accepted,
        now: () => performance.now(),
        signal,
      },
      {
        onStart: (head) => say(renderHead({ ...head, piolet: version }, terminal.paint)),
        onProgress: (stage, text) => {
          if (quiet !== true) terminal.status(`   ${stage.padEnd(9)} ${text}`);
        },
        onStage: (stage) => {
          say(renderStage(stage, terminal.paint));
          log.write({ event: "stage-finished", stage });
        },
        onExchange: (exchange) => {
          if (verbose === true) terminal.err(`   ${terminal.paint.dim(renderExchange(exchange))}`);
          log.write({ event: "call-made", exchange });
        },
        onFault: (fault) => {
          tellFinding(fault);
          log.write({ event: "fault-found", fault });
        },
        onLedger: (event) => log.write(event),
      },
    );
    if (!record.ok) return record;
    return ok(await keepRun(record.value, settings, log, terminal), record.problems);
  } finally {
    log.close();
    await target.value.close();
  }
}

function report(record: Filtered<RunRecord>, json: boolean, terminal: Terminal): ExitCode {
  const little = record.problems.filter(({ code }) => code === "tested-little");
  // First: whatever is told below was looked for in a part of the API only.
  printProblems(little, terminal);
  if (json) terminal.out(JSON.stringify(renderJson(record), null, 2));
  else for (const line of renderResults(record, terminal.paint)) terminal.out(line);
  const lost = record.problems.filter(
    ({ code }) => code === "target-unreachable" || code === "target-refuses",
  );
  if (lost.length > 0) {
    printProblems(lost, terminal);
    return EXIT.unreachable;
  }
  return little.length > 0 || record.faults.some((fault) => fault.verdict === "ERR")
    ? EXIT.findings
    : EXIT.clean;
}
