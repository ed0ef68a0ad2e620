import { spawn, spawnSync } from "node:child_process";

export interface CommandResult {
  readonly out: string;
  readonly milliseconds: number;
  /** Stopped at the end of its time. */
  readonly stopped: boolean;
}

/** More than this no tool prints that is worth reading. */
const MOST_CHARACTERS = 20_000_000;

/** A program with its arguments, no shell; never fails, because an exit code is what testers report with. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: { readonly seconds: number; readonly cwd: string },
): Promise<CommandResult> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: options.seconds * 1_000,
      killSignal: "SIGKILL",
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (out.length < MOST_CHARACTERS) out += text;
    });
    const finish = () => resolve({ out, milliseconds: performance.now() - began, stopped: child.killed });
    child.once("error", finish);
    child.once("close", finish);
  });
}

/** What `program --version` prints; undefined where there is no such program. */
export function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 60_000 });
  return status === 0 ? stdout.trim().split("\n")[0] : undefined;
}
