import { join } from "node:path";
import type { Filtered } from "#base/filtered";
import { problem } from "#base/problem";
import type { RunRecord } from "#calls/run-record";
import { REPORT_FORMATS } from "#report/formats";
import { renderAnnotations } from "#report/render-annotations";
import { REPORT_DIR } from "./fault-files.js";
import { operationLines } from "./operation-lines.js";
import { printProblems } from "./print-problems.js";
import type { Settings } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

/** Writes the reports that were asked for. One that fails is told, and spoils neither the run nor the others. */
export async function writeReports(
  record: Filtered<RunRecord>,
  { reports = [], reportDir }: Pick<Settings, "reports" | "reportDir">,
  terminal: Terminal,
): Promise<void> {
  const isAnnotated = terminal.env.GITHUB_ACTIONS === "true";
  if (reports.length === 0 && !isAnnotated) return;
  const lines = await operationLines(record.document, terminal.cwd);
  // On stderr, which GitHub reads as well: stdout may be a JSON document.
  if (isAnnotated) for (const line of renderAnnotations(record, lines)) terminal.err(line);
  const around = { lines, started: new Date().toISOString() };
  for (const name of reports) {
    const format = REPORT_FORMATS[name];
    try {
      const text = format.render(record, around);
      const written = await writeFiles(
        [{ path: join(reportDir ?? REPORT_DIR, format.file), text }],
        terminal,
      );
      if (!written.ok) printProblems(written.problems, terminal);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const hint = "Render it again with piolet report, and tell us.";
      printProblems(
        [problem("report-failed", `The ${name} report could not be made: ${why}.`, hint)],
        terminal,
      );
    }
  }
}
