import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { countOf } from "#base/count-of";
import { isArray, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { completeContract } from "#contracts/complete-contract";
import { type KeptEntries, placeClauses } from "#contracts/placed-clauses";
import { type DocumentSource, writeDocument } from "#contracts/write-document";
import { writeOverlay } from "#contracts/write-overlay";
import { readWritten } from "#contracts/written-contract";
import { checkClauses } from "#glacier/check-clauses";
import { type ClauseEntries, entriesOf, joinEntries } from "#glacier/clause-entries";
import { CLAUSE_MEMBERS } from "#glacier/read-clauses";
import type { Api } from "#openapi/api";
import { isGlacierDocument, translateGlacier } from "#openapi/glacier-document";
import { loadApi } from "#openapi/load-api";
import { applyOverlay } from "#openapi/overlay";
import { parseDocument } from "#openapi/parse-document";
import { DEFAULT_READ_LIMITS, fetchText, isUrl, readText } from "#openapi/read-source";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { type ContractSettings, clauseAsJson } from "./contract-settings.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { ownMistakes } from "./own-mistakes.js";
import { printProblems, refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface GenerateSettings extends ContractSettings {
  readonly format: "overlay" | "document";
  readonly output: string | undefined;
}

/**
 * `piolet contract SPEC`: what the document implies, beside what the user wrote. A file that is there already is
 * read first: the user's clauses in it count, and only generated ones are replaced.
 */
export async function generateContract(
  settings: GenerateSettings,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const output = settings.output === undefined ? undefined : resolve(terminal.cwd, settings.output);
  const existing = output === undefined ? ok(undefined) : await readExisting(output);
  if (!existing.ok) return refuse(existing.problems, json, terminal);
  const made =
    settings.format === "overlay"
      ? await asOverlay(settings, output, existing.value)
      : await asDocument(settings, output, existing.value);
  if (!made.ok) return refuse(made.problems, json, terminal);
  const { text, api, contract, problems } = made.value;
  const written = output === undefined ? ok(undefined) : await writeFiles([{ path: output, text }], terminal);
  if (!written.ok) return refuse(written.problems, json, terminal);
  const yours = checkClauses(api, contract.yours);
  if (json) {
    const clauses = [
      ...yours.map((entry) => clauseAsJson(entry, "yours")),
      ...contract.generated.map((clause) => clauseAsJson({ clause, problems: [] }, "generated")),
    ];
    terminal.out(JSON.stringify({ clauses, problems }, null, 2));
    return EXIT.clean;
  }
  printProblems([...problems, ...yours.flatMap((entry) => entry.problems)], terminal);
  if (output === undefined) terminal.out(text.trimEnd());
  else {
    const all = contract.yours.length + contract.generated.length;
    terminal.out(`${countOf(all, "clause")}, ${contract.yours.length} yours, written to ${settings.output}`);
  }
  return EXIT.clean;
}

interface Made {
  readonly text: string;
  readonly api: Api;
  readonly contract: ReturnType<typeof completeContract>;
  readonly problems: readonly Problem[];
}

/** The existing file is an overlay like any other while clauses are read. */
async function asOverlay(
  settings: GenerateSettings,
  output: string | undefined,
  existing: string | undefined,
): Promise<Result<Made>> {
  const isApplied = settings.overlays.some((name) => resolve(name) === output);
  const isBlank = existing === undefined || existing.trim() === "";
  // First, because what is no overlay must be refused before anything is made of it.
  const tried = isBlank ? undefined : writeOverlay("", [], { text: existing, name: output ?? "" });
  if (tried?.ok === false) return tried;
  const overlays =
    isBlank || isApplied || output === undefined ? settings.overlays : [...settings.overlays, output];
  const base = await readBase({ ...settings, overlays });
  if (!base.ok) return base;
  const { api, data } = base.value;
  const { contract, problems } = contractOf(api, settings.entries);
  const placed = placeClauses(contract.generated, api, data);
  const written = writeOverlay(
    api.title,
    placed.lists,
    isBlank ? undefined : { text: existing, name: output ?? "" },
  );
  return written.ok
    ? ok({ text: written.value, api, contract, problems: [...problems, ...placed.problems] })
    : written;
}

/** The user's clauses of an existing extended document are carried over into the new one. */
async function asDocument(
  settings: GenerateSettings,
  output: string | undefined,
  existing: string | undefined,
): Promise<Result<Made>> {
  const base = await readBase(settings);
  if (!base.ok) return base;
  const { api, data, source } = base.value;
  const isAnother = existing !== undefined && existing.trim() !== "" && output !== resolve(settings.spec);
  const kept = isAnother ? await keptEntries(output ?? "", api) : ok([]);
  if (!kept.ok) return kept;
  const { contract, problems } = contractOf(api, settings.entries, ...kept.value.map(asEntries));
  const placed = placeClauses(contract.generated, api, data, kept.value);
  const text = writeDocument(source, placed.lists);
  return ok({ text, api, contract, problems: [...problems, ...placed.problems] });
}

function contractOf(api: Api, ...entries: readonly ClauseEntries[]): Pick<Made, "contract" | "problems"> {
  const semantics = guessSemantics(api);
  const written = readWritten(api, semantics, joinEntries(...entries));
  const contract = completeContract(api, semantics, written, guessRules(api, semantics));
  return { contract, problems: written.problems };
}

interface Base {
  readonly api: Api;
  /** The main document as data, with overlays applied. */
  readonly data: Json;
  readonly source: DocumentSource;
}

async function readBase({
  spec,
  overlays,
  allowExternalRefs,
  entries,
  cwd,
}: ContractSettings): Promise<Result<Base>> {
  const loaded = await loadApi(spec, { overlays, allowExternalRefs });
  if (!loaded.ok) return loaded;
  const { mistakes } = await ownMistakes(loaded.value, entries, { spec, overlays, cwd });
  if (mistakes.length > 0) return failed(...mistakes);
  const text = await (isUrl(spec) ? fetchText : readText)(spec, DEFAULT_READ_LIMITS);
  const parsed = text.ok ? parseDocument(text.value, spec) : text;
  if (!text.ok || !parsed.ok) return failed(...parsed.problems);
  const isTranslated = isGlacierDocument(parsed.value);
  let data = isTranslated ? translateGlacier(parsed.value) : parsed.value;
  for (const name of overlays) {
    const overlay = await (isUrl(name) ? fetchText : readText)(name, DEFAULT_READ_LIMITS);
    const read = overlay.ok ? parseDocument(overlay.value, name) : overlay;
    if (!read.ok) return read;
    data = applyOverlay(data, read.value, name).document;
  }
  const isJson = /^\s*\{/.test(text.value);
  const source: DocumentSource =
    isJson || isTranslated || overlays.length > 0
      ? { kind: "data", data, as: isJson ? "json" : "yaml" }
      : { kind: "yaml", text: text.value };
  return ok({ api: loaded.value, data, source });
}

/** What the existing document has and the new one does not, but for generated clauses. */
async function keptEntries(output: string, api: Api): Promise<Result<readonly KeptEntries[]>> {
  const loaded = await loadApi(output);
  if (!loaded.ok) return failed(notADocument(output), ...loaded.problems);
  const before = loaded.value;
  const listOf = (extensions: Json, kind: KeptEntries["kind"]): readonly Json[] => {
    const found = property(extensions, `x-${CLAUSE_MEMBERS[kind]}`);
    return isArray(found) ? found : found === undefined ? [] : [found];
  };
  const kept = (then: Json, now: Json, kind: KeptEntries["kind"], operation?: string): KeptEntries => ({
    ...(operation === undefined ? {} : { operation }),
    kind,
    entries: listOf(then, kind).filter(
      (entry) =>
        property(entry, "generated") === undefined &&
        !listOf(now, kind).some((other) => jsonEqual(entry, other)),
    ),
  });
  const ofOperations = before.operations.flatMap(({ key, extensions }) => {
    const now = api.operations.find((operation) => operation.key === key)?.extensions ?? {};
    return (["requires", "ensures"] as const).map((kind) => kept(extensions, now, kind, key));
  });
  return ok([kept(before.extensions, api.extensions, "invariant"), ...ofOperations]);
}

function asEntries({ operation, kind, entries }: KeptEntries): ClauseEntries {
  return entriesOf([...entries], { kind, pointer: "", ...(operation === undefined ? {} : { operation }) });
}

function notADocument(output: string): Problem {
  const message = `${output} exists and is not an OpenAPI document; it is left as it is.`;
  return problem("contract-output", message, "Give another file to --output, or remove this one.", {
    source: output,
  });
}

async function readExisting(output: string): Promise<Result<string | undefined>> {
  try {
    return ok(await readFile(output, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return ok(undefined);
    const why = error instanceof Error ? error.message : String(error);
    const message = `${output} exists and cannot be read: ${why}.`;
    return failed(problem("contract-output", message, "Give another file to --output.", { source: output }));
  }
}
