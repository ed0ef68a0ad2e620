import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CLI = join(process.env.PIOLET_RESPECT ?? "", "node_modules/@redocly/cli/bin/cli.js");

/** Whether Redocly's runner of workflows is there; says so where it is not. */
export function respectIsThere(): boolean {
  const isThere = process.env.PIOLET_RESPECT !== undefined && existsSync(CLI);
  if (!isThere) console.warn("Redocly's respect is not there (PIOLET_RESPECT): no workflow is run by it.");
  return isThere;
}

export interface RespectRun {
  readonly passes: boolean;
  readonly output: string;
}

/** Runs a workflow against a service as a user would: by the command line, with nothing but the file and the address. */
export function runRespect(workflow: string, url: string): Promise<RespectRun> {
  const folder = mkdtempSync(join(tmpdir(), "piolet-respect-"));
  const file = join(folder, "F1.arazzo.yaml");
  writeFileSync(file, workflow);
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? "", REDOCLY_TELEMETRY: "off" };
    const argv = [CLI, "respect", file, "--server", `api=${url}`];
    execFile(process.execPath, argv, { env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      resolve({ passes: error === null, output: stdout + stderr });
    });
  });
}
