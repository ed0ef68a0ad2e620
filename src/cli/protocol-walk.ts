import { countOf } from "#base/count-of";
import { problem } from "#base/problem";
import type { Diagnostic } from "#glacier/diagnostic";
import type { ChoiceWay } from "#protocol/choose-branch";
import { compileProtocol } from "#protocol/compile-protocol";
import { renderJson } from "#report/render-json";
import { renderResults, renderStage } from "#report/render-text";
import type { ProtocolRecord } from "#run/protocol/record-protocol";
import { testProtocol } from "#run/protocol/test-protocol";
import { readGenerators } from "#values/generators";
import { EXIT, type ExitCode } from "./exit-code.js";
import { withFaultFiles } from "./fault-files.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { printProblems, refuse } from "./print-problems.js";
import { diagnosticAsJson } from "./protocol.js";
import { inOrder, readProtocol } from "./read-protocol.js";
import { parseNumber, readSettings, type TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { loadSelected, openFor } from "./test.js";

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
  if (file === undefined || flags.spec === undefined) return refuse([usage(file)], json, terminal);
  const settings = await readSettings(flags, terminal);
  if (!settings.ok) return refuse(settings.problems, json, terminal);
  const { config, maxTime, itinerary, maxShrinks, oracles } = settings.value;
  const runs = flags.runs === undefined ? undefined : parseNumber("--runs", flags.runs, 1);
  if (runs?.ok === false) return refuse(runs.problems, json, terminal);
  const read = await readProtocol(file, terminal);
  if (!read.ok) return refuse(read.problems, json, terminal);
  const loaded = await loadSelected(flags.spec, settings.value, terminal);
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  const generators = readGenerators(config.generators, "/generators");
  if (!generators.ok) return refuse(generators.problems, json, terminal);

  const functions = config.functions ?? {};
  const { text, protocols } = read.value;
  const { compiled, problems: found } = protocols
    ? compileProtocol(protocols, loaded.value, {
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
  const target = openFor(loaded.value, settings.value, version);
  if (!target.ok) return refuse(target.problems, json, terminal);
  const seed = settings.value.seed ?? Math.floor(Math.random() * 10_000);
  const say = json ? terminal.err : terminal.out;
  const names = compiled.graph.roots.join(", ");
  say(`${terminal.paint.bold(`piolet ${version}`)}   ${loaded.value.title}   ${names}   seed ${seed}`);
  try {
    const record = await testProtocol(
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
        ...(maxTime === undefined ? {} : { signal: AbortSignal.timeout(maxTime * 1000) }),
      },
      {
        onProgress: (stage, progress) => terminal.status(`   ${stage.padEnd(9)} ${progress}`),
        onStage: (stage) => say(renderStage(stage, terminal.paint)),
      },
    );
    if (!record.ok) return refuse(record.problems, json, terminal);
    const { faults } = await withFaultFiles(record.value, settings.value, terminal);
    return report({ ...record.value, faults }, problems, file, json, terminal);
  } finally {
    await target.value.close();
  }
}

const NOTHING = { runs: 0, passed: 0, failed: 0, branches: { total: 0, covered: 0 }, calls: 0, faults: [] };

function report(
  record: ProtocolRecord,
  checked: readonly Diagnostic[],
  file: string,
  json: boolean,
  terminal: Terminal,
): ExitCode {
  const { runs, passed, failed, branches, pairs, missed, problems } = record;
  if (json) {
    const told = problems.map(({ at = null, ...rest }) => ({ ...rest, at }));
    const rendered = renderJson(record) as object;
    const own = { runs, passed, failed, branches, pairs, missed };
    const all = { ...rendered, ...own, problems: [...checked.map(diagnosticAsJson), ...told] };
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

function usage(file: string | undefined) {
  const message =
    file === undefined
      ? "piolet protocol needs a file."
      : `To walk ${file}, piolet protocol needs the OpenAPI document.`;
  const hint =
    "Write piolet protocol FILE --spec SPEC --url URL, or piolet protocol check, format, infer or export.";
  return problem("usage", message, hint);
}
