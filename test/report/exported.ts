import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findService } from "#services/list";
import { type Service, startService } from "#services/service";

export type Told = "shows" | "gone" | "cannot tell";

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
  const folder = mkdtempSync(join(tmpdir(), "piolet-export-"));
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

/** One process for all of the files: starting one takes longer than what it has to do. */
const CHILD_CONFIG = "export default { test: { isolate: false, maxWorkers: 1 } };\n";

/** Runs exported tests with vitest in a process of its own, and says what came of each. */
export async function runVitest(
  tests: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Told>> {
  // Below the package, so that the test runner is found.
  mkdirSync("node_modules/.piolet-exports", { recursive: true });
  const folder = mkdtempSync("node_modules/.piolet-exports/run-");
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, `${name}.test.ts`), text);
  writeFileSync(join(folder, "vitest.config.ts"), CHILD_CONFIG);
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
        toldBy(first),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A test that breaks in any other way than by its expectation tells nothing. */
function toldBy(result: VitestResult | undefined): Told {
  if (result?.status === "passed") return "gone";
  if (result?.status !== "failed") return "cannot tell";
  const [message = ""] = result.failureMessages;
  if (!message.startsWith("AssertionError")) throw new Error(message);
  return "shows";
}

interface VitestResult {
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly VitestResult[];
  }[];
}
