import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { countOf } from "#base/count-of";
import { type Problem, problem } from "#base/problem";
import { failed, type Result } from "#base/result";
import type { FaultFile } from "#calls/fault-file";
import { parseFaultFile } from "#calls/parse-record";
import { loadApi } from "#openapi/load-api";
import { type ReplayReport, replayFault } from "#run/replay-fault";
import { readGenerators } from "#values/generators";
import { withEnding } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { faultsFolder, keptFaults } from "./fault-files.js";
import { openHidden } from "./open-hidden.js";
import { refuse } from "./print-problems.js";
import { readSettings, type TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";

export interface ReplayFlags extends TestFlags {
  readonly spec?: string;
}

/** `piolet replay`: a stored fault to a run of it, and that to an exit code. */
export async function replay(
  name: string,
  flags: ReplayFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const json = flags.json === true;
  const settings = await readSettings(flags, terminal);
  if (!settings.ok) return refuse(settings.problems, json, terminal);
  const {
    target: options,
    config,
    url,
    seed,
    allowExternalRefs,
    reportDir,
    maxTime,
    ownService,
  } = settings.value;
  const file = await readFaultFile(name, faultsFolder(reportDir), terminal.cwd);
  if (!file.ok) return refuse(file.problems, json, terminal);
  const { document, overlays: known } = file.value;
  const overlays = flags.overlay.length > 0 ? flags.overlay : known;
  const api = await loadApi(flags.spec ?? document, { overlays, allowExternalRefs });
  if (!api.ok) return refuse(api.problems, json, terminal);
  const generators = readGenerators(config.generators, "/generators");
  if (!generators.ok) return refuse(generators.problems, json, terminal);
  const target = openHidden(
    { ...options, url: placeOf(file.value.url, url), version, api: api.value },
    terminal,
  );
  if (!target.ok) return refuse(target.problems, json, terminal);
  try {
    return await withEnding(maxTime, terminal, async (signal) => {
      const report = await replayFault(file.value, {
        api: ownService === true ? { ...api.value, isOwnService: true } : api.value,
        target: target.value,
        seed: seed ?? Math.floor(Math.random() * 10_000),
        generators: generators.value,
        ...(config.functions === undefined ? {} : { functions: config.functions }),
        signal,
      });
      if (!report.ok) return refuse(report.problems, json, terminal);
      if (json) terminal.out(JSON.stringify(report.value, null, 2));
      else for (const line of linesOf(report.value, file.value, terminal)) terminal.out(line);
      return CODES[report.value.outcome];
    });
  } finally {
    await target.value.close();
  }
}

/** Where the fault was found, or there on another host: whoever gives only the host means the same path on it. */
function placeOf(found: string, given: string | undefined): string {
  if (given === undefined || !URL.canParse(given)) return given ?? found;
  return new URL(given).pathname === "/" ? new URL(new URL(found).pathname, given).href : given;
}

/** What cannot be told is no success: a script that waits for the mended service must go on waiting. */
const CODES: Readonly<Record<ReplayReport["outcome"], ExitCode>> = {
  failing: EXIT.findings,
  fixed: EXIT.clean,
  unclear: EXIT.unusable,
};

const MOST_BYTES = 50_000_000;

/** An id of the last run, or a path. */
async function readFaultFile(name: string, folder: string, cwd: string): Promise<Result<FaultFile>> {
  const isId = /^[FWN]\d+$/.test(name);
  const path = isId ? join(folder, `${name}.json`) : name;
  let text: string;
  try {
    text = await readFile(resolve(cwd, path), "utf8");
  } catch (error) {
    if (isId && isMissing(error))
      return failed(noSuchFault(name, folder, await keptFaults(resolve(cwd, folder))));
    const why = error instanceof Error ? error.message : String(error);
    const hint = `Give the id of a fault of the last run, such as F1, or a path. Faults are kept in ${folder}.`;
    return failed(problem("fault-file-unreadable", `The fault cannot be read: ${why}.`, hint));
  }
  if (text.length <= MOST_BYTES) return parseFaultFile(text, path);
  return failed(problem("fault-file-invalid", `${path} is too large for a fault.`, "Check the path."));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Each run replaces the faults of the one before it, so an id may be of an older run. */
function noSuchFault(id: string, folder: string, kept: readonly string[]): Problem {
  const which =
    kept.length === 0
      ? "There is none: the last run found no error and no warning, or there was no run here."
      : `The last run found ${kept.slice(0, MOST_NAMED).join(", ")}${kept.length > MOST_NAMED ? ` and ${kept.length - MOST_NAMED} more` : ""}.`;
  return problem(
    "fault-file-unreadable",
    `No fault ${id} is kept in ${folder}.`,
    `${which} Run piolet test first, or give the path of a fault file or another --report-dir.`,
  );
}

const MOST_NAMED = 20;

function linesOf(report: ReplayReport, { fault }: FaultFile, { paint }: Terminal): readonly string[] {
  const runs = countOf(report.tried, "run");
  const verdicts: Readonly<Record<ReplayReport["outcome"], string>> = {
    failing: paint.bad(`✗ still failing: seen in ${report.reproduced} of ${runs}`),
    fixed: paint.good(`✓ fixed: not seen in ${runs}`),
    unclear: paint.warn(`? cannot tell: ${report.reason ?? "it could not be run"}`),
  };
  const row = (word: string, text: string) => `     ${paint.dim(word.padEnd(9))} ${text}`;
  const { difference } = report;
  return [
    ` ${paint.bold(fault.id.padEnd(3))} ${paint.bold(fault.message)}`,
    ...(difference === null
      ? []
      : [row("expected", difference.expected), row("before", difference.before), row("now", difference.now)]),
    ` ${verdicts[report.outcome]}`,
    ...(report.hint === undefined ? [] : [`   ${report.hint}`]),
    ...(report.left ?? []).map(
      ({ resource, id, reason }) =>
        ` ${paint.warn("!")} left behind: ${resource} ${JSON.stringify(id)}: ${reason}`,
    ),
  ];
}
