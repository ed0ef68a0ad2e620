import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Problem, problem } from "#base/problem";
import { mergeRecords } from "#calls/merge-records";
import { parseRunLog } from "#calls/parse-run-log";
import type { RunRecord } from "#calls/run-record";
import { REPORT_FORMATS } from "#report/formats";
import type { ReportName } from "#report/report-names";
import { EXIT, type ExitCode } from "./exit-code.js";
import { operationLines } from "./operation-lines.js";
import { refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface ReportFlags {
  readonly format: ReportName;
  readonly output?: string;
}

/** A log of a hundred thousand calls has about this size. */
const MOST_BYTES = 1_000_000_000;

/** `piolet report`: the logs of a run, or of all shards of one, to a report. */
export async function report(
  files: readonly string[],
  flags: ReportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const records: RunRecord[] = [];
  const problems: Problem[] = [];
  for (const file of files) {
    const text = await readLog(resolve(terminal.cwd, file));
    const parsed = typeof text === "string" ? parseRunLog(text, file) : undefined;
    if (parsed?.ok === true) records.push(parsed.value);
    else problems.push(...(parsed?.problems ?? [unreadable(file)]));
  }
  const [first, ...others] = records;
  if (first === undefined || problems.length > 0) return refuse(problems, false, terminal);
  const record = mergeRecords([first, ...others]);
  const lines = await operationLines(record.document, terminal.cwd);
  const around = { lines, started: new Date(0).toISOString() };
  const rendered = REPORT_FORMATS[flags.format].render(record, around);
  if (flags.output === undefined) {
    terminal.out(rendered.trimEnd());
    return EXIT.clean;
  }
  const written = await writeFiles([{ path: flags.output, text: rendered }], terminal);
  return written.ok ? EXIT.clean : refuse(written.problems, false, terminal);
}

async function readLog(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text !== undefined && text.length <= MOST_BYTES ? text : undefined;
}

function unreadable(file: string): Problem {
  const hint = "Give the logs of runs, which are kept in .piolet/runs.";
  return problem("record-unreadable", `${file} cannot be read.`, hint);
}
