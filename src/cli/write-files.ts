import { mkdir, writeFile } from "node:fs/promises";
import { dirname, parse, resolve } from "node:path";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Terminal } from "./terminal.js";

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Writes files that the user asked for, with the folders on the way to them. */
export async function writeFiles(
  files: readonly TextFile[],
  terminal: Pick<Terminal, "cwd" | "redact">,
): Promise<Result<undefined>> {
  for (const { path, text } of files) {
    try {
      await mkdir(dirname(resolve(terminal.cwd, path)), { recursive: true });
      await writeFile(resolve(terminal.cwd, path), terminal.redact(text));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return failed(problem("file-unwritable", `${path} cannot be written: ${why}.`, "Check the path."));
    }
  }
  return ok(undefined);
}

/** `graph.dot` where there is one of several, else `graph-2.dot`. */
export function numberedFile(path: string, index: number, count: number): string {
  if (count === 1) return path;
  const { ext } = parse(path);
  return `${path.slice(0, path.length - ext.length)}-${index + 1}${ext}`;
}
