import { tmpdir } from "node:os";
import { documentPath } from "#services/service-files";
import { runCommand } from "./run-command.js";
import type { Task, Told, Tool } from "./tool.js";

/**
 * Any tool behind a command that prints one line per thing found, the same line for the same thing: a wrapper of a
 * few lines makes that of most tools. `{document}`, `{url}` and `{seed}` are filled in.
 */
export function commandTool(name: string, command: string): Tool {
  const open = () => ({ test: (task: Task) => run(command, task), close: async () => {} });
  return { name, version: command, open };
}

async function run(command: string, { service, url, seed, seconds }: Task): Promise<Told> {
  const values: Readonly<Record<string, string>> = {
    document: documentPath(service),
    url,
    seed: String(seed),
  };
  const filled = (word: string) =>
    word.replaceAll(/\{(document|url|seed)\}/g, (_, key: string) => values[key] ?? "");
  const [program = "", ...args] = command.split(/\s+/).filter(Boolean).map(filled);
  const { out, milliseconds, stopped } = await runCommand(program, args, { seconds, cwd: tmpdir() });
  const lines = new Set(
    out
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
  const reports = [...lines].map((line) => ({ verdict: "finding", by: line, at: "" }));
  const told = { reports, requests: null, milliseconds };
  return stopped ? { ...told, broken: `stopped after ${seconds} s` } : told;
}
