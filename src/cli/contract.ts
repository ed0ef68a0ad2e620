import { loadConfig } from "#config/load-config";
import { describeCatalogue } from "#contracts/describe-catalogue";
import { checkContract } from "./check-contract.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { generateContract } from "./generate-contract.js";
import { readOwnEntries } from "./own-entries.js";
import { refuse } from "./print-problems.js";
import { specFor } from "./spec-for.js";
import type { Terminal } from "./terminal.js";

export interface ContractFlags {
  readonly check?: boolean;
  readonly catalogue?: boolean;
  readonly overlay: readonly string[];
  readonly contract: readonly string[];
  readonly config?: string;
  readonly output?: string;
  readonly format: "overlay" | "document";
  readonly allowExternalRefs?: boolean;
  readonly json?: boolean;
}

/** `piolet contract`: generates clauses, or with `--check` reads and checks those that there are. */
export async function contract(
  spec: string | undefined,
  flags: ContractFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const json = flags.json === true;
  if (flags.catalogue === true) {
    terminal.out(describeCatalogue().trimEnd());
    return EXIT.clean;
  }
  const config = await loadConfig({
    cwd: terminal.cwd,
    env: terminal.env,
    ...(flags.config === undefined ? {} : { file: flags.config }),
  });
  if (!config.ok) return refuse(config.problems, json, terminal);
  const own = await readOwnEntries(config.value, flags.contract, terminal.cwd);
  if (!own.ok) return refuse(own.problems, json, terminal);
  const named = await specFor(spec, config.value, terminal);
  if (!named.ok) return refuse(named.problems, json, terminal);
  const settings = {
    spec: named.value,
    overlays: [...(config.value.config.overlay ?? []), ...flags.overlay],
    allowExternalRefs: flags.allowExternalRefs ?? config.value.config.allowExternalRefs ?? false,
    entries: own.value,
    cwd: terminal.cwd,
  };
  return flags.check === true
    ? checkContract(settings, json, terminal)
    : generateContract({ ...settings, format: flags.format, output: flags.output }, json, terminal);
}
