import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, RunRecord } from "#calls/run-record";
import { renderExports } from "#report/render-exports";
import { findService } from "#services/list";
import { type Service, startService } from "#services/service";
import { testBundled } from "../run/test-against.js";

export type Told = "shows" | "gone" | "cannot tell";

export interface Exported {
  readonly fault: Fault;
  readonly sh: string;
  readonly test: string;
  readonly arazzo: string;
}

/** The files of the first error or warning that a run on a bundled service with a planted fault finds. */
export async function exportFault(name: string, fault: string): Promise<Exported> {
  const service = serviceNamed(name);
  const record = await testBundled(service, { fault, size: "1", maxShrinks: 40 });
  return exportFrom(record);
}

export function exportFrom(record: RunRecord): Exported {
  const [first] = record.faults;
  if (first === undefined) throw new Error("nothing was found");
  const exported = renderExports({ fault: first, url: record.url, document: record.document });
  if (exported === undefined) throw new Error(`${first.key} has no script`);
  return { fault: first, ...exported };
}

export function serviceNamed(name: string): Service {
  const service = findService(name);
  if (!service.ok) throw new Error(`no service ${name}`);
  return service.value;
}

/** Runs something against a bundled service, with a planted fault or as it should be. */
export async function against<T>(
  name: string,
  fault: string | undefined,
  run: (url: string) => Promise<T>,
): Promise<T> {
  const started = await startService(serviceNamed(name), fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(started.problems[0]?.message);
  try {
    return await run(started.value.url);
  } finally {
    await started.value.close();
  }
}

export interface ScriptRun {
  readonly told: Told;
  readonly output: string;
}

/** Runs an exported script with nothing in its environment but the way to bash, curl and awk. */
export function runShell(
  script: string,
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ScriptRun> {
  const folder = mkdtempSync("/tmp/piolet-export-");
  const file = join(folder, "F1.sh");
  writeFileSync(file, script);
  return new Promise((resolve, reject) => {
    execFile(
      "bash",
      [file, url],
      { env: { PATH: process.env.PATH ?? "", ...env } },
      (error, stdout, stderr) => {
        rmSync(folder, { recursive: true, force: true });
        const code = error === null ? 0 : error.code;
        const told = TOLD.get(Number(code));
        if (told === undefined) reject(new Error(`exit ${code}: ${stderr}`));
        else resolve({ told, output: stdout + stderr });
      },
    );
  });
}

const TOLD: ReadonlyMap<number, Told> = new Map([
  [0, "gone"],
  [1, "shows"],
  [2, "cannot tell"],
]);

/** Runs exported tests with vitest in a process of its own, and says what came of each. */
export async function runVitest(
  tests: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Told>> {
  // Below the package, so that the test runner is found.
  mkdirSync("node_modules/.piolet-exports", { recursive: true });
  const folder = mkdtempSync("node_modules/.piolet-exports/run-");
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, `${name}.test.ts`), text);
  writeFileSync(join(folder, "vitest.config.ts"), "export default {};\n");
  try {
    const output = await new Promise<string>((resolve) => {
      const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
      const argv = [vitest, "run", "--root", folder, "--reporter=json"];
      execFile(process.execPath, argv, { env: { ...process.env, ...env }, maxBuffer: 1e8 }, (_, stdout) =>
        resolve(stdout),
      );
    });
    const report = JSON.parse(output.slice(output.indexOf("{"))) as VitestReport;
    return new Map(
      report.testResults.map(({ name, assertionResults: [first] }) => [
        name.slice(name.lastIndexOf("/") + 1).replace(".test.ts", ""),
        first?.status === "passed" ? "gone" : first?.status === "failed" ? "shows" : "cannot tell",
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}
