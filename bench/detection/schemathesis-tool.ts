import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isArray, type Json, property, stringProperty } from "#base/json";
import { parseJson } from "#base/parse-json";
import { authPath, documentPath } from "#services/service-files";
import { runCommand, versionOf } from "./run-command.js";
import type { Report, Task, Told, Tool } from "./tool.js";

/**
 * Schemathesis with its default phases and checks, from version 4 on: its JSON report is read. It is told its time, and goes
 * on with fuzzing and stateful testing until that is spent; one that is stopped from outside would report nothing.
 */
export function schemathesisTool(): Tool | undefined {
  for (const program of ["schemathesis", "st"]) {
    const version = versionOf(program);
    if (version === undefined || !/schemathesis/i.test(version)) continue;
    const open = () => ({ test: (task: Task) => run(program, task), close: async () => {} });
    return { name: "schemathesis", version: version.replace(/^.*version /, ""), open };
  }
  return undefined;
}

/** Seconds for starting and for writing the report. */
const GRACE = 60;

async function run(program: string, task: Task): Promise<Told> {
  const { service, url, seed, seconds, workers = 1 } = task;
  const folder = await mkdtemp(join(tmpdir(), "piolet-bench-"));
  const report = join(folder, "report.json");
  const auth = existsSync(authPath(service)) ? ["--auth-wfc", authPath(service)] : [];
  const args = ["run", documentPath(service), "--url", url, "--seed", String(seed), ...auth];
  const limits = ["--workers", String(workers), "--max-time", String(seconds)];
  const more = [...limits, "--no-color", "--report", "json", "--report-json-path", report];
  try {
    const { stopped, milliseconds, cpuSeconds } = await runCommand(program, [...args, ...more], {
      seconds: seconds + GRACE,
      cwd: folder,
    });
    if (stopped) return { reports: [], requests: null, milliseconds, broken: `stopped after ${seconds} s` };
    const parsed = existsSync(report) ? parseJson(readFileSync(report, "utf8")) : undefined;
    if (parsed?.ok !== true) return { reports: [], requests: null, milliseconds, broken: "no JSON report" };
    return { ...readReport(parsed.value), milliseconds, cpuSeconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The kinds of failures with the operations at which each was seen. */
export function readReport(report: Json): Pick<Told, "reports" | "requests"> {
  const reports = items(property(report, "failures")).flatMap((failure) =>
    items(property(failure, "operations")).map(
      (operation): Report => ({
        verdict: stringProperty(failure, "severity") ?? "failure",
        by: stringProperty(failure, "type") ?? "failure",
        at: String(operation),
      }),
    ),
  );
  // A test case is one request, or a few in a stateful scenario: the tool does not say more.
  const cases = property(property(report, "test_cases"), "generated");
  return { reports, requests: typeof cases === "number" ? cases : null };
}

function items(value: Json | undefined): readonly Json[] {
  return value !== undefined && isArray(value) ? value : [];
}
