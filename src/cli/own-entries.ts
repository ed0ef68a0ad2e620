import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Json } from "#base/json";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { LoadedConfig } from "#config/load-config";
import { configEntries } from "#contracts/config-entries";
import { type ClauseEntries, joinEntries, NO_ENTRIES } from "#glacier/clause-entries";
import { parseContractFile } from "#glacier/parse-contract-file";

/** The clauses that stand outside the document: in the config file, and in the files of `--contract`. */
export async function readOwnEntries(
  { config, file }: LoadedConfig,
  contractFiles: readonly string[],
  cwd: string,
): Promise<Result<ClauseEntries>> {
  // The config was checked to be JSON of this form.
  const ofConfig = configEntries(config.contracts as Json | undefined, file);
  const ofFiles = await Promise.all(contractFiles.map((name) => readContractFile(name, cwd)));
  const wrong = ofFiles.flatMap((read) => (read.ok ? [] : read.problems));
  if (wrong.length > 0) return failed(...wrong);
  return ok(joinEntries(ofConfig, ...ofFiles.flatMap((read) => (read.ok ? [read.value] : []))));
}

async function readContractFile(name: string, cwd: string): Promise<Result<ClauseEntries>> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, name), "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(problem("usage", `The file of --contract cannot be read: ${why}.`, "Check the path."));
  }
  const read = parseContractFile(text);
  const clauses = (read.ok ? read.value : []).map((clause) => ({ ...clause, source: name }));
  const problems = read.problems.map((found) => ({ ...found, source: name }));
  return ok({ ...NO_ENTRIES, clauses, problems });
}
