import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { problem } from "#base/problem";
import { failed, type Result } from "#base/result";
import type { Model } from "#model/model";
import { printTla } from "#model/print-tla";
import type { LabelledGraph } from "./labelled-graph.js";
import { readDot } from "./read-dot.js";

export interface TlcOptions {
  /** The path of tla2tools.jar. */
  readonly jar: string;
  readonly java?: string;
  readonly workers?: number;
  readonly timeoutMs?: number;
}

/**
 * Explores a model with TLC and reads its graph back: a second opinion, and the way out for models that do not fit
 * this process. Labels are the names of actions only, because older versions of TLC print no arguments.
 */
export async function runTlc(model: Model, options: TlcOptions): Promise<Result<LabelledGraph>> {
  const { name, module, config } = printTla(model);
  const folder = await mkdtemp(join(tmpdir(), "piolet-tlc-"));
  try {
    await writeFile(join(folder, `${name}.tla`), module);
    await writeFile(join(folder, `${name}.cfg`), config);
    const flags = [
      "-deadlock",
      "-workers",
      String(options.workers ?? 1),
      "-dump",
      "dot,actionlabels",
      "graph.dot",
    ];
    await promisify(execFile)(
      options.java ?? "java",
      [
        "-XX:+UseSerialGC",
        `-Djava.io.tmpdir=${folder}`,
        "-cp",
        options.jar,
        "tlc2.TLC",
        ...flags,
        `${name}.tla`,
      ],
      { cwd: folder, timeout: options.timeoutMs ?? 600_000, maxBuffer: 64 * 1024 * 1024 },
    );
    return readDot(await readFile(join(folder, "graph.dot"), "utf8"));
  } catch (error) {
    return failed(tlcProblem(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tlcProblem(error: unknown) {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") {
    return problem(
      "tlc-unavailable",
      "Java was not found.",
      "Install a Java runtime, or explore without TLC.",
    );
  }
  const output = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  const line = output.split("\n").find((text) => text.startsWith("Error:")) ?? output.slice(0, 200);
  return problem(
    "tlc-failed",
    `TLC stopped: ${line}`,
    "Print the model (--tla) and run TLC by hand to see more.",
  );
}
