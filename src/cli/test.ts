import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { RECORD_FORMAT } from "#calls/run-event";
import type { RunRecord } from "#calls/run-record";
import { basicAuthorization } from "#http/credentials";
import { openTarget, type Target } from "#http/target";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { fetchTextAt } from "#openapi/read-source";
import { selectOperations } from "#openapi/select-operations";
import { testApi } from "#pipeline";
import { renderJson } from "#report/render-json";
import { renderHead, renderResults, renderStage } from "#report/render-text";
import { knownIn } from "#run/known-service";
import type { LearnWish } from "#run/learn-service";
import { guessSemantics } from "#semantics/guess-semantics";
import { readGenerators } from "#values/generators";
import { planDryRun, reportDryRun } from "./dry-run.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { gateCode } from "./gates.js";
import { keepRun } from "./keep-run.js";
import { parseSizes } from "./model-sizes.js";
import { printProblems, refuse } from "./print-problems.js";
import { logPath, RunLog } from "./run-log.js";
import { readSettings, type Settings, type TestFlags } from "./settings.js";
import { withStated } from "./stated-semantics.js";
import type { Terminal } from "./terminal.js";
import { writeReports } from "./write-reports.js";

/** `piolet test`: flags to a run, the run to a report, the report to an exit code. */
export async function test(
  spec: string,
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
  return testAndReport(loaded.value, settings.value, flags.json === true, terminal, version);
}

/** The run, its files and reports, and what all that is worth as an exit code. */
export async function testAndReport(
  api: Api,
  settings: Settings,
  json: boolean,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const record = await runTest(api, settings, json, terminal, version);
  if (!record.ok) return refuse(record.problems, json, terminal);
  await writeReports(record.value, settings, terminal);
  const code = report(record.value, json, terminal);
  return code === EXIT.clean ? gateCode(record.value, settings, terminal) : code;
}

export async function loadSelected(
  spec: string,
  settings: Settings,
  terminal: Terminal,
): Promise<Result<Api>> {
  const loaded = await loadApi(spec, {
    overlays: settings.overlays,
    allowExternalRefs: settings.allowExternalRefs,
    ...(settings.url === undefined || !URL.canParse(settings.url)
      ? {}
      : { fetchText: fetchTextAt(new URL(settings.url).origin, credentialHeaders(settings)) }),
  });
  if (!loaded.ok) return loaded;
  const stated = withStated(loaded.value, settings.config.semantics ?? {});
  if (!stated.ok) return stated;
  const { api, idle } = selectOperations(stated.value, settings.filter);
  for (const word of idle)
    terminal.err(`${terminal.paint.warn("!")} The filter "${word}" matches no operation.`);
  if (api.operations.length > 0) return ok(api);
  return failed(
    problem("usage", "The filters leave no operation to test.", "Loosen --include-… or --exclude-…."),
  );
}

/** The service that the settings name, or else the document. */
export function openFor(api: Api, settings: Settings, version: string): Result<Target> {
  const url = settings.url ?? serverUrl(api);
  if (url !== undefined) return openTarget({ ...settings.target, url, version, api });
  return failed(
    problem(
      "target-missing",
      "No URL was given, and the document names no server.",
      "Give it with --url http://localhost:8080.",
    ),
  );
}

async function runTest(
  api: Api,
  settings: Settings,
  json: boolean,
  terminal: Terminal,
  version: string,
): Promise<Result<RunRecord>> {
  const generators = readGenerators(settings.config.generators, "/generators");
  if (!generators.ok) return generators;
  const resources = guessSemantics(api).resources.map(({ name }) => name);
  const sizes = parseSizes(settings.model?.size, resources);
  if (!sizes.ok) return sizes;
  const { size: _, ...wish } = settings.model ?? {};
  const learning = readLearning(api, settings);
  if (!learning.ok) return learning;
  const target = openFor(api, settings, version);
  if (!target.ok) return target;
  const say = json ? terminal.err : terminal.out;
  const seed = settings.seed ?? Math.floor(Math.random() * 10_000);
  const time = new Date().toISOString();
  const log = new RunLog(logPath(settings.reportDir, time, seed), terminal);
  const head = { piolet: version, title: api.title, document: api.source, url: target.value.url, seed };
  log.write({ event: "run-started", format: RECORD_FORMAT, ...head, time });
  const limit =
    settings.maxTime === undefined ? {} : { signal: AbortSignal.timeout(settings.maxTime * 1000) };
  try {
    const record = await testApi(
      {
        version,
        api,
        target: target.value,
        seed,
        generators: generators.value,
        learning: learning.value,
        model: { ...wish, sizes: sizes.value },
        ...(settings.itinerary === undefined ? {} : { itinerary: settings.itinerary }),
        ...(settings.oracles === undefined ? {} : { oracles: settings.oracles }),
        ...(settings.fuzz === undefined ? {} : { fuzz: settings.fuzz }),
        ...(settings.entries === undefined ? {} : { entries: settings.entries }),
        ...(settings.maxShrinks === undefined ? {} : { maxShrinks: settings.maxShrinks }),
        ...(settings.maxFailures === undefined ? {} : { maxFailures: settings.maxFailures }),
        accepted: new Set((settings.config.accept ?? []).map(({ key }) => key)),
        now: () => performance.now(),
        ...limit,
      },
      {
        onStart: (head) => say(renderHead({ ...head, piolet: version }, terminal.paint)),
        onProgress: (stage, text) => terminal.status(`   ${stage.padEnd(9)} ${text}`),
        onStage: (stage) => {
          say(renderStage(stage, terminal.paint));
          log.write({ event: "stage-finished", stage });
        },
        onExchange: (exchange) => log.write({ event: "call-made", exchange }),
        onFault: (fault) => log.write({ event: "fault-found", fault }),
      },
    );
    if (!record.ok) return record;
    return ok(await keepRun(record.value, settings, log, terminal), record.problems);
  } finally {
    log.close();
    await target.value.close();
  }
}

/** With `--semantics` what its file says that was learned counts, and is not tried again. */
export function readLearning(api: Api, { learning }: Settings): Result<Partial<LearnWish>> {
  if (learning === undefined) return ok({});
  const known = knownIn(api);
  if (!known.ok) return known;
  return ok({ ...learning, ...(known.value === undefined ? {} : { known: known.value }) });
}

function report(record: RunRecord, json: boolean, terminal: Terminal): ExitCode {
  if (json) terminal.out(JSON.stringify(renderJson(record), null, 2));
  else for (const line of renderResults(record, terminal.paint)) terminal.out(line);
  const lost = record.problems.filter(
    ({ code }) => code === "target-unreachable" || code === "target-refuses",
  );
  if (lost.length > 0) {
    printProblems(lost, terminal);
    return EXIT.unreachable;
  }
  return record.faults.some((fault) => fault.verdict === "ERR") ? EXIT.findings : EXIT.clean;
}

/** A service that asks for credentials often asks for them before it shows its document, too. */
function credentialHeaders({ target }: Settings): Record<string, string> {
  const basic = target.credentials?.basic;
  const headers = Object.fromEntries(target.headers ?? []);
  return basic === undefined ? headers : { authorization: basicAuthorization(basic), ...headers };
}

/** The document's first server; one without a host stands on the host that the document came from. */
function serverUrl(api: Api): string | undefined {
  const [server] = api.servers;
  if (server === undefined) return undefined;
  if (URL.canParse(server)) return server;
  return /^https?:/.test(api.source) && URL.canParse(server, api.source)
    ? new URL(server, api.source).href
    : undefined;
}
