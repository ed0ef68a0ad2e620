import { didYouMean } from "#base/did-you-mean";
import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { ClauseKind } from "./checking.js";
import type { Clause } from "./clause.js";
import { parseFormula } from "./parse-formula.js";

/**
 * What the lists of clauses in a document or config file hold. A text is the user's clause, and so is `clause: text`,
 * which may have `sufficient: true` or `on: refused` beside it. `generated: text` was written by Piolet and may be written
 * anew; `dropped: text` is one that must not come back. `use: name` names a formula of the catalogue, which this room does
 * not know: it is handed on as it is.
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
export interface EntryPlace extends Pick<Clause, "sufficient" | "on"> {
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
  if (isObject(entry) && Object.hasOwn(entry, "use")) {
    const { sufficient, ...use } = entry;
    const marked = marksOf(sufficient === undefined ? {} : { sufficient }, place);
    return marked.ok
      ? { ...NO_ENTRIES, uses: [{ ...place, ...marked.value, use }] }
      : { ...NO_ENTRIES, problems: marked.problems };
  }
  if (isObject(entry) && typeof property(entry, "clause") === "string") {
    const { clause: text, ...marks } = entry;
    const marked = marksOf(marks, place);
    const pointer = appendToPointer(place.pointer, "clause");
    return marked.ok
      ? clauseOf(String(text), { ...place, ...marked.value, pointer }, (clause) => ({ clauses: [clause] }))
      : { ...NO_ENTRIES, problems: marked.problems };
  }
  const [generated, dropped] = [property(entry, "generated"), property(entry, "dropped")];
  const isAlone = isObject(entry) && Object.keys(entry).length === 1;
  if (isAlone && typeof generated === "string")
    return clauseOf(generated, place, (clause) => ({ clauses: [{ ...clause, generated: true }] }));
  if (isAlone && typeof dropped === "string")
    return clauseOf(dropped, place, (clause) => ({ dropped: [clause] }));
  const message =
    "A clause is neither a text nor one of `clause: …`, `use: …`, `generated: …` and `dropped: …`.";
  const hint = "Write a formula, in quotes where YAML needs them.";
  return { ...NO_ENTRIES, problems: [problem("formula-syntax", message, hint, whereOf(place))] };
}

/** What stands beside a clause: `sufficient: true` of a precondition, `on: refused` of a postcondition. */
const MARKS: Readonly<Record<ClauseKind, Readonly<Record<string, Json>>>> = {
  requires: { sufficient: true },
  ensures: { on: "refused" },
  invariant: {},
};

function marksOf(marks: JsonObject, place: EntryPlace): Result<Pick<Clause, "sufficient" | "on">> {
  const known = MARKS[place.kind];
  const problems = Object.entries(marks).flatMap(([name, value]) => {
    if (Object.hasOwn(known, name) && known[name] === value) return [];
    const where = whereOf({ ...place, pointer: appendToPointer(place.pointer, name) });
    const says = `\`${name}: ${JSON.stringify(value)}\``;
    const message = `A clause of ${CLAUSE_PLACES[place.kind]} cannot say ${says}.`;
    const names = Object.entries(known).map(([one, only]) => `${one}: ${only}`);
    return [problem("formula-syntax", message, didYouMean(name, names), where)];
  });
  return problems.length > 0 ? failed(...problems) : ok(marks);
}

const CLAUSE_PLACES: Readonly<Record<ClauseKind, string>> = {
  requires: "`requires`",
  ensures: "`ensures`",
  invariant: "`invariants`",
};

function whereOf({ pointer, source }: EntryPlace): Pick<Problem, "pointer" | "source"> {
  return source === undefined ? { pointer } : { pointer, source };
}

function clauseOf(
  text: string,
  place: EntryPlace,
  as: (clause: Clause) => Partial<ClauseEntries>,
): ClauseEntries {
  const parsed = parseFormula(text);
  const problems = parsed.problems.map((found) => ({ ...found, ...whereOf(place) }));
  return {
    ...NO_ENTRIES,
    ...(parsed.ok ? as({ ...place, text, formula: parsed.value }) : {}),
    problems,
  };
}
