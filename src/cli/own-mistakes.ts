import { resolve } from "node:path";
import { isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Problem } from "#base/problem";
import { findMistakes } from "#contracts/find-mistakes";
import { type ClauseEntries, NO_ENTRIES } from "#glacier/clause-entries";
import { CLAUSE_MEMBERS } from "#glacier/read-clauses";
import { locateIn, positionIn } from "#lsp/locate-pointer";
import type { Api } from "#openapi/api";
import { applyOverlay } from "#openapi/overlay";
import { originInOverlay } from "#openapi/overlay-origin";
import { parseDocument } from "#openapi/parse-document";
import { DEFAULT_READ_LIMITS, fetchText, isUrl, readText } from "#openapi/read-source";

/** Where clauses may stand, beside contract files. */
export interface ClauseFiles {
  readonly spec: string;
  readonly overlays: readonly string[];
  readonly cwd: string;
}

export interface OwnMistakes {
  /** Clauses that the user wrote and that would not be judged: whoever goes on tests less than they think. */
  readonly mistakes: readonly Problem[];
  /** What is wrong and none of the user's clauses. */
  readonly warnings: readonly Problem[];
}

/**
 * What the user wrote of contracts and cannot have meant so, each with its place in the file where it stands. The user's are
 * contract files, the config, overlays, and the members with `x-` of the document. Plain `requires`, `ensures` and
 * `invariants` are how documents with contracts are published: those of a document are told by `--check` alone.
 */
export async function ownMistakes(
  api: Api,
  entries: ClauseEntries | undefined,
  files: ClauseFiles,
): Promise<OwnMistakes> {
  const found = [...findMistakes(api, entries ?? NO_ENTRIES), ...overlayProblems(api)];
  if (found.length === 0) return { mistakes: [], warnings: [] };
  const places = await ClausePlaces.read(files);
  const those = (isOwn: boolean) =>
    Promise.all(found.filter((one) => places.isOwn(one) === isOwn).map((one) => places.place(one)));
  return { mistakes: await those(true), warnings: await those(false) };
}

export function overlayProblems({ problems }: Api): readonly Problem[] {
  return problems.filter(({ code }) => code.startsWith("overlay-"));
}

interface ReadFile {
  readonly name: string;
  readonly text: string;
  readonly json: Json;
}

const PLAIN: ReadonlySet<string> = new Set(Object.values(CLAUSE_MEMBERS));

/** Finds what is said of clauses in the files where they stand. */
export class ClausePlaces {
  /** A document is parsed once for all that is said of it. */
  readonly #located = new Map<string, ReturnType<typeof locateIn>>();

  private constructor(
    private readonly cwd: string,
    private readonly main: ReadFile | undefined,
    private readonly overlays: readonly ReadFile[],
    /** The document with its overlays applied. */
    private readonly merged: Json,
  ) {}

  static async read({ spec, overlays, cwd }: ClauseFiles): Promise<ClausePlaces> {
    const main = await readFile(spec);
    const read = (await Promise.all(overlays.map(readFile))).flatMap((file) => file ?? []);
    const merged = read.reduce(
      (json, { json: one, name }) => applyOverlay(json, one, name).document,
      main?.json ?? null,
    );
    return new ClausePlaces(cwd, main, read, merged);
  }

  isOwn({ code, source, pointer = "" }: Problem): boolean {
    if (code.startsWith("overlay-")) {
      const overlay = this.overlays.find(({ name }) => name === source);
      return overlay !== undefined && holdsClauses(getAtPointer(overlay.json, actionOf(pointer)));
    }
    if (source !== undefined || !parsePointer(pointer).some((token) => PLAIN.has(token))) return true;
    return this.#inOverlay(pointer) !== undefined;
  }

  async place(problem: Problem): Promise<Problem> {
    const { pointer, source } = problem;
    if (pointer === undefined) return problem;
    if (source === undefined) {
      const isMain = this.main !== undefined && this.#isIn(this.main.json, pointer);
      const origin = isMain ? undefined : this.#inOverlay(pointer);
      if (origin !== undefined) return this.#placeIn(origin.file, origin.pointer, problem);
      return isMain && this.main !== undefined ? this.#placeIn(this.main, pointer, problem) : problem;
    }
    // The config, or an overlay.
    const file =
      this.overlays.find(({ name }) => name === source) ?? (await readFile(resolve(this.cwd, source)));
    return file === undefined ? problem : this.#placeIn({ ...file, name: source }, pointer, problem);
  }

  /** The line and column in the file; a part that is missing stands where its owner does. */
  #placeIn({ name, text }: ReadFile, pointer: JsonPointer, problem: Problem): Problem {
    const placeOf = this.#located.get(name) ?? locateIn(text);
    this.#located.set(name, placeOf);
    const place = placeOf(pointer) ?? placeOf(pointer.slice(0, pointer.lastIndexOf("/")));
    const { at, ...rest } = problem;
    return {
      ...rest,
      source: name,
      pointer,
      ...(place === undefined ? {} : { at: positionIn(place, at) }),
    };
  }

  #isIn(json: Json, pointer: JsonPointer): boolean {
    const [there, merged] = [getAtPointer(json, pointer), getAtPointer(this.merged, pointer)];
    return there !== undefined && merged !== undefined && jsonEqual(there, merged);
  }

  #inOverlay(pointer: JsonPointer): { readonly file: ReadFile; readonly pointer: JsonPointer } | undefined {
    for (const file of this.overlays) {
      const found = originInOverlay(this.merged, file.json, pointer);
      if (found !== undefined) return { file, pointer: found };
    }
    return undefined;
  }
}

function actionOf(pointer: JsonPointer): JsonPointer {
  return pointer.split("/").slice(0, 3).join("/");
}

/** An action that was to bring clauses: those that were generated can be generated again. */
function holdsClauses(action: Json | undefined): boolean {
  if (!isObject(action)) return false;
  const lists = Object.entries(action).flatMap(([name, value]): readonly Json[] =>
    PLAIN.has(name.replace(/^x-/, "")) ? [value].flat() : [],
  );
  const isOwn = (entry: Json) =>
    property(entry, "generated") === undefined && property(entry, "dropped") === undefined;
  return lists.some(isOwn) || Object.values(action).some(holdsClauses);
}

/** Undefined for what is no YAML or JSON, and for what only the run may read. */
async function readFile(name: string): Promise<ReadFile | undefined> {
  const text = await (isUrl(name) ? fetchText : readText)(name, DEFAULT_READ_LIMITS);
  const parsed = text.ok ? parseDocument(text.value, name) : text;
  return text.ok && parsed.ok ? { name, text: text.value, json: parsed.value as Json } : undefined;
}
