import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Ran } from "./run-piolet.js";

const MAIN = join(import.meta.dirname, "../../dist/src/cli/main.js");

/** A process of its own runs what was built, as a user's shell does. */
export const isBuilt = existsSync(MAIN);

export interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Ran>;
}

export function spawnPiolet(
  argv: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Running {
  const child = spawn(process.execPath, [MAIN, ...argv], { cwd, env: { ...process.env, ...env } });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const done = new Promise<Ran>((resolve) => {
    child.on("close", (code) => resolve({ code: code ?? -1, out, err }));
  });
  return { child, done };
}
