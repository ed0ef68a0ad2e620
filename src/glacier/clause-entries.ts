import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import type { ClauseKind } from "./checking.js";
import type { Clause } from "./clause.js";
import { parseFormula } from "./parse-formula.js";

/**
 * What the lists of clauses in a document or config file hold. A text is the user's clause. `generated: text` was
 * written by Piolet and may be written anew; `dropped: text` is one that must not come back. `use: name` names a
 * formula of the catalogue, which this room does not know: it is handed on as it is.
 */
export interface ClauseEntries {
  readonly clauses: readonly Clause[];
  readonly dropped: readonly Clause[];
  readonly uses: readonly UseEntry[];
  readonly problems: readonly Problem[];
}

export interface UseEntry extends EntryPlace {
  readonly use: JsonObject;
}

/** Where an entry stands, and what it is there. */
export interface EntryPlace {
  readonly operation?: string;
  readonly kind: ClauseKind;
  readonly pointer: JsonPointer;
  readonly source?: string;
}

export const NO_ENTRIES: ClauseEntries = { clauses: [], dropped: [], uses: [], problems: [] };

export function joinEntries(...all: readonly ClauseEntries[]): ClauseEntries {
  return {
    clauses: all.flatMap(({ clauses }) => clauses),
    dropped: all.flatMap(({ dropped }) => dropped),
    uses: all.flatMap(({ uses }) => uses),
    problems: all.flatMap(({ problems }) => problems),
  };
}

/** The entries of one list; a single entry need not stand in a list. */
export function entriesOf(list: Json | undefined, place: EntryPlace): ClauseEntries {
  if (list === undefined) return NO_ENTRIES;
  const entries = isArray(list) ? list : [list];
  return joinEntries(
    ...entries.map((entry, index) =>
      entryOf(entry, { ...place, pointer: appendToPointer(place.pointer, index) }),
    ),
  );
}

function entryOf(entry: Json, place: EntryPlace): ClauseEntries {
  if (typeof entry === "string") return clauseOf(entry, place, (clause) => ({ clauses: [clause] }));
  if (isObject(entry) && Object.hasOwn(entry, "use"))
    return { ...NO_ENTRIES, uses: [{ ...place, use: entry }] };
  const [generated, dropped] = [property(entry, "generated"), property(entry, "dropped")];
  const isAlone = isObject(entry) && Object.keys(entry).length === 1;
  if (isAlone && typeof generated === "string")
    return clauseOf(generated, place, (clause) => ({ clauses: [{ ...clause, generated: true }] }));
  if (isAlone && typeof dropped === "string")
    return clauseOf(dropped, place, (clause) => ({ dropped: [clause] }));
  const message = "A clause is neither a text nor one of `use: …`, `generated: …` and `dropped: …`.";
  const { pointer, source } = place;
  const where = source === undefined ? { pointer } : { pointer, source };
  return {
    ...NO_ENTRIES,
    problems: [
      problem("formula-syntax", message, "Write a formula, in quotes where YAML needs them.", where),
    ],
  };
}

function clauseOf(
  text: string,
  place: EntryPlace,
  as: (clause: Clause) => Partial<ClauseEntries>,
): ClauseEntries {
  const parsed = parseFormula(text);
  const { pointer, source } = place;
  const problems = parsed.problems.map((found) => ({
    ...found,
    pointer,
    ...(source === undefined ? {} : { source }),
  }));
  return {
    ...NO_ENTRIES,
    ...(parsed.ok ? as({ ...place, text, formula: parsed.value }) : {}),
    problems,
  };
}
