import { relative, resolve } from "node:path";
import { countOf } from "#base/count-of";
import { problem } from "#base/problem";
import { RECORD_FORMAT } from "#calls/run-event";
import { documentFor } from "#config/document-for";
import type { Diagnostic } from "#glacier/diagnostic";
import { isUrl } from "#openapi/read-source";
import type { ChoiceWay } from "#protocol/choose-branch";
import { compileProtocol } from "#protocol/compile-protocol";
import { renderJson } from "#report/render-json";
import { renderResults, renderStage } from "#report/render-text";
import { type ProtocolRun, testProtocol } from "#run/protocol/test-protocol";
import { readGenerators } from "#values/generators";
import { withEnding } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { gateCode } from "./gates.js";
import { keepRun } from "./keep-run.js";
import { openFor } from "./open-for.js";
import { loadSelected } from "./open-service.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { printProblems, refuse } from "./print-problems.js";
import { diagnosticAsJson } from "./protocol.js";
import { inOrder, readProtocol } from "./read-protocol.js";
import { logPath, RunLog } from "./run-log.js";
import { parseNumber, readSettings, type TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { writeReports } from "./write-reports.js";

export interface ProtocolWalkFlags extends TestFlags {
  readonly spec?: string;
  readonly runs?: string;
  readonly choices?: ChoiceWay;
}

/** `piolet protocol FILE`: a protocol to conversations, and those to a report and an exit code. */
export async function protocolWalk(
  file: string | undefined,
  flags: ProtocolWalkFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const json = flags.json === true;
  if (file === undefined) return refuse([usage("piolet protocol needs a file.")], json, terminal);
  const settings = await readSettings(flags, terminal);
  if (!settings.ok) return refuse(settings.problems, json, terminal);
  const { config, maxTime, itinerary, maxShrinks, oracles } = settings.value;
  const runs = flags.runs === undefined ? undefined : parseNumber("--runs", flags.runs, 1);
  if (runs?.ok === false) return refuse(runs.problems, json, terminal);
  const read = await readProtocol(file, terminal);
  // A word without an ending may be the name of a command, typed wrongly.
  if (!read.ok)
    return refuse(file.includes(".") ? read.problems : [usage(`There is no file ${file}.`)], json, terminal);
  const document = await documentFor({
    file: resolve(terminal.cwd, file),
    text: read.value.original,
    config: {
      config,
      ...(settings.value.configFile === undefined ? {} : { file: settings.value.configFile }),
    },
    ...(flags.spec === undefined ? {} : { named: flags.spec }),
  });
  if (!document.ok) return refuse(document.problems, json, terminal);
  const loaded = await loadSelected(document.value, settings.value, terminal);
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  // As somebody would type it: what is kept of the run may go to another machine.
  const source = flags.spec ?? nearby(document.value, terminal.cwd);
  const api = { ...loaded.value, source };
  const generators = readGenerators(config.generators, "/generators");
  if (!generators.ok) return refuse(generators.problems, json, terminal);

  const functions = config.functions ?? {};
  const { text, protocols } = read.value;
  const { compiled, problems: found } = protocols
    ? compileProtocol(protocols, api, {
        generators: new Set(Object.keys(config.generators ?? {})),
        functions: new Set(Object.keys(functions)),
      })
    : { compiled: undefined, problems: [] };
  const problems = inOrder([...read.value.problems, ...found]);
  printDiagnostics(file, text, problems, terminal, terminal.err);
  if (compiled === undefined) {
    if (json) terminal.out(JSON.stringify({ ...NOTHING, problems: problems.map(diagnosticAsJson) }, null, 2));
    return EXIT.unusable;
  }
  const target = await openFor(api, settings.value, terminal, version);
  if (!target.ok) return refuse(target.problems, json, terminal);
  const seed = settings.value.seed ?? Math.floor(Math.random() * 10_000);
  const say = json ? terminal.err : terminal.out;
  const names = compiled.graph.roots.join(", ");
  say(`${terminal.paint.bold(`piolet ${version}`)}   ${api.title}   ${names}   seed ${seed}`);
  const time = new Date().toISOString();
  const log = new RunLog(logPath(settings.value.reportDir, time, seed), terminal);
  const head = { piolet: version, title: api.title, document: source, url: target.value.url, seed };
  log.write({ event: "run-started", format: RECORD_FORMAT, ...head, time });
  try {
    return await withEnding(maxTime, terminal, async (signal) => {
      const run = await testProtocol(
        {
          ...{ version, protocol: compiled, target: target.value, seed, functions },
          generators: generators.value,
          choices: flags.choices ?? "coverage",
          ...(runs === undefined ? {} : { runs: runs.value }),
          ...(itinerary?.maxSteps === undefined ? {} : { maxSteps: itinerary.maxSteps }),
          ...(maxShrinks === undefined ? {} : { maxShrinks }),
          ...(oracles === undefined ? {} : { oracles }),
          accepted: new Set((config.accept ?? []).map(({ key }) => key)),
          now: () => performance.now(),
          signal,
        },
        {
          onProgress: (stage, progress) => terminal.status(`   ${stage.padEnd(9)} ${progress}`),
          onStage: (stage) => {
            say(renderStage(stage, terminal.paint));
            log.write({ event: "stage-finished", stage });
          },
          onExchange: (exchange) => log.write({ event: "call-made", exchange }),
          onFault: (fault) => log.write({ event: "fault-found", fault }),
          onLedger: (event) => log.write(event),
        },
      );
      if (!run.ok) return refuse(run.problems, json, terminal);
      const record = await keepRun(run.value.record, settings.value, log, terminal);
      await writeReports(record, settings.value, terminal);
      const code = report({ ...run.value, record }, problems, file, json, terminal);
      return code === EXIT.clean ? gateCode(record, settings.value, terminal) : code;
    });
  } finally {
    log.close();
    await target.value.close();
  }
}

const NOTHING = { runs: 0, passed: 0, failed: 0, branches: { total: 0, covered: 0 }, calls: 0, faults: [] };

function report(
  { record, conversations }: ProtocolRun,
  checked: readonly Diagnostic[],
  file: string,
  json: boolean,
  terminal: Terminal,
): ExitCode {
  const { problems } = record;
  const { missed } = conversations;
  if (json) {
    const told = problems.map(({ at = null, ...rest }) => ({ ...rest, at }));
    const rendered = renderJson(record) as object;
    const all = { ...rendered, ...conversations, problems: [...checked.map(diagnosticAsJson), ...told] };
    terminal.out(JSON.stringify(all, null, 2));
  } else {
    for (const line of renderResults(record, terminal.paint)) terminal.out(line);
    if (missed.length > 0) {
      const places = missed.map(({ line, column }) => `${file}:${line}:${column}`).join(", ");
      terminal.out(` ${countOf(missed.length, "branch", "branches")} not taken: ${places}`);
    }
  }
  const isLost = problems.some(({ code }) => code === "target-unreachable" || code === "target-refuses");
  printProblems(
    problems.map((one) => (one.at === undefined ? one : { ...one, source: file })),
    terminal,
  );
  if (isLost) return EXIT.unreachable;
  return record.faults.some(({ verdict }) => verdict === "ERR") ? EXIT.findings : EXIT.clean;
}

function usage(message: string) {
  const hint =
    "Write piolet protocol FILE --spec SPEC --url URL, or piolet protocol check, format, infer or export.";
  return problem("usage", message, hint);
}

function nearby(document: string, cwd: string): string {
  const path = relative(cwd, document);
  return isUrl(document) || path.startsWith("..") ? document : path;
}
