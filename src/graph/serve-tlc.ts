import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Model } from "#model/model";
import { printTla } from "#model/print-tla";

export interface ServeTlcOptions {
  /** The path of tla2tools.jar. */
  readonly jar: string;
  readonly java?: string;
  /** The name under which workers reach this machine. */
  readonly host: string;
  readonly onLine?: (line: string) => void;
  /** Workers can join from now on. */
  readonly onReady?: () => void;
  readonly signal?: AbortSignal;
}

/** RMI reaches into its own modules, which Java forbids from version 16 on unless it is told. */
const OPENED = ["server", "transport", "transport.tcp"].flatMap((name) => [
  "--add-opens",
  `java.rmi/sun.rmi.${name}=ALL-UNNAMED`,
]);

/** What to start on a machine that is to help. */
export function workerCommand(host: string, jar = "tla2tools.jar", java = "java"): string[] {
  return [java, ...OPENED, "-cp", jar, "tlc2.tool.distributed.TLCWorker", host];
}

/**
 * Checks the invariants of a model with TLC's own server and whatever workers join it: the way out for models that
 * no longer fit one machine. Ends with the number of distinct states; a graph is not kept.
 */
export async function serveTlc(model: Model, options: ServeTlcOptions): Promise<Result<number>> {
  const { name, module, config } = printTla(model);
  const folder = await mkdtemp(join(tmpdir(), "piolet-tlc-"));
  try {
    await writeFile(join(folder, `${name}.tla`), module);
    await writeFile(join(folder, `${name}.cfg`), config);
    const { lines, started } = await serve(folder, `${name}.tla`, options);
    if (!started)
      return failed(
        problem("tlc-unavailable", "Java was not found.", "Install a Java runtime, or explore without TLC."),
      );
    const counts = lines.flatMap((line) => /([\d,]+) distinct states found/.exec(line)?.[1] ?? []).at(-1);
    if (counts !== undefined && lines.some((line) => line.startsWith("Model checking completed. No error")))
      return ok(Number(counts.replaceAll(",", "")));
    const error = lines.find((line) => line.startsWith("Error:")) ?? lines.at(-1) ?? "no output";
    const hint = "Print the model (--tla) and run TLC by hand to see more.";
    return failed(problem("tlc-failed", `TLC stopped: ${error}`, hint));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function serve(
  folder: string,
  file: string,
  { jar, java = "java", host, onLine, onReady, signal }: ServeTlcOptions,
): Promise<{ lines: string[]; started: boolean }> {
  const memory = [`-Djava.rmi.server.hostname=${host}`, `-Djava.io.tmpdir=${folder}`];
  const server = ["-cp", jar, "tlc2.tool.distributed.TLCServer", "-deadlock", file];
  const child = spawn(java, [...OPENED, ...memory, ...server], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    ...(signal === undefined ? {} : { signal }),
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    // TLC reports progress for hours: the end says all that counts.
    if (lines.push(line) > MOST_LINES) lines.splice(0, MOST_LINES / 2);
    onLine?.(line);
    if (/^TLC server at .* is ready/.test(line)) onReady?.();
  });
  return new Promise((done) => {
    child.once("error", () => done({ lines, started: false }));
    child.once("close", () => done({ lines, started: true }));
  });
}

const MOST_LINES = 10_000;
