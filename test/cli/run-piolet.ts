import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "#cli/run-cli";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The command line in this process, with its output caught. */
export async function piolet(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await runCli(argv, {
    version: "0.0.0-test",
    streams: {
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
    },
    cwd: options.cwd ?? folderWith({}),
    env: options.env ?? {},
  });
  return { code, out, err };
}

/** A folder of its own with these files in it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "piolet-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
