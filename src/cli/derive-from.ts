import { runSteps } from "#base/in-steps";
import type { Problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { loadConfig } from "#config/load-config";
import { readWritten } from "#contracts/written-contract";
import { fitsBounds } from "#graph/fits-bounds";
import { type Derivation, deriveModels } from "#model/derive-models";
import { loadApi } from "#openapi/load-api";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { settleRules } from "#semantics/rule";
import { parseSizes } from "./model-sizes.js";
import { readOwnEntries } from "./own-entries.js";
import { ownMistakes } from "./own-mistakes.js";
import { parseNumber } from "./settings.js";
import { specFor } from "./spec-for.js";
import type { Terminal } from "./terminal.js";

/** The flags that `piolet model` and `piolet cover` share, as commander gives them. */
export interface ModelFlags {
  readonly overlay: readonly string[];
  readonly allowExternalRefs?: boolean;
  readonly contract?: readonly string[];
  readonly config?: string;
  readonly size?: string;
  readonly symmetry?: boolean;
  readonly updates?: boolean;
  readonly refusals?: boolean;
  readonly maxStates?: string;
  readonly json?: boolean;
}

export interface DerivedFrom extends Derivation {
  readonly title: string;
  readonly symmetry: boolean;
  readonly maxStates: number;
  /** Of clauses that could not be read. */
  readonly problems: readonly Problem[];
}

/** Models from what a document and the user's contracts say, without a service. */
export async function deriveFrom(
  spec: string | undefined,
  flags: ModelFlags,
  terminal: Terminal,
): Promise<Result<DerivedFrom>> {
  const bound = parseNumber("--max-states", flags.maxStates ?? "1000000", 1);
  if (!bound.ok) return bound;
  const { cwd, env } = terminal;
  const configured = await loadConfig({
    cwd,
    env,
    ...(flags.config === undefined ? {} : { file: flags.config }),
  });
  if (!configured.ok) return configured;
  const { config } = configured.value;
  const entries = await readOwnEntries(configured.value, flags.contract ?? [], cwd);
  if (!entries.ok) return entries;
  const named = await specFor(spec, configured.value, terminal);
  if (!named.ok) return named;
  const overlays = [...(config.overlay ?? []), ...flags.overlay];
  const loaded = await loadApi(named.value, {
    overlays,
    allowExternalRefs: flags.allowExternalRefs ?? config.allowExternalRefs ?? false,
  });
  if (!loaded.ok) return loaded;
  const api = loaded.value;
  const { mistakes } = await ownMistakes(api, entries.value, { spec: named.value, overlays, cwd });
  if (mistakes.length > 0) return failed(...mistakes);
  const semantics = guessSemantics(api);
  const names = semantics.resources.map(({ name }) => name);
  const sizes = parseSizes(flags.size, names);
  if (!sizes.ok) return sizes;
  const written = readWritten(api, semantics, entries.value);
  const [symmetry, maxStates] = [flags.symmetry !== false, bound.value];
  const derivation = runSteps(
    deriveModels(api, semantics, settleRules(guessRules(api, semantics), written.rules), {
      sizes: sizes.value,
      updates: flags.updates !== false,
      refusals: flags.refusals !== false,
      maxStates,
      fits: (model) => fitsBounds(model, { symmetry, maxStates }),
    }),
  );
  const judged = written.rest.map(({ text }) => `This clause is only judged at run time: ${text}`);
  return ok({
    models: derivation.models,
    leftOut: [...derivation.leftOut, ...judged],
    title: api.title,
    symmetry,
    maxStates,
    problems: written.problems,
  });
}
