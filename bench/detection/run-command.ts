import { spawn, spawnSync } from "node:child_process";

export interface CommandResult {
  readonly out: string;
  readonly milliseconds: number;
  /** CPU time of the program and all that it started. */
  readonly cpuSeconds: number;
  /** Stopped at the end of its time. */
  readonly stopped: boolean;
}

/** More than this no tool prints that is worth reading. */
const MOST_CHARACTERS = 20_000_000;

/** Node does not tell what a child has cost; a shell does. It is given the words as they are and parses none of them. */
const TIMED = '"$@" 2>/dev/null; times >&2';

/** A program with its arguments. Never fails, because an exit code is what testers report with. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: { readonly seconds: number; readonly cwd: string },
): Promise<CommandResult> {
  const began = performance.now();
  return new Promise((resolve) => {
    // A group of its own, so that what the program has started ends with it.
    const child = spawn("sh", ["-c", TIMED, "sh", program, ...args], {
      cwd: options.cwd,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let [out, times, stopped] = ["", "", false];
    const limit = setTimeout(() => {
      stopped = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, options.seconds * 1_000);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (out.length < MOST_CHARACTERS) out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      times += text;
    });
    const finish = () => {
      clearTimeout(limit);
      resolve({ out, milliseconds: performance.now() - began, cpuSeconds: readTimes(times), stopped });
    };
    child.once("error", finish);
    child.once("close", finish);
  });
}

/** What `program --version` prints; undefined where there is no such program. */
export function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 60_000 });
  return status === 0 ? stdout.trim().split("\n")[0] : undefined;
}

/** `times` prints two lines, the shell's and its children's: `0m27.54s 0m1.68s`, user and system. */
function readTimes(text: string): number {
  const last = text.trim().split("\n").at(-1) ?? "";
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
