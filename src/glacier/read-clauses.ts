import { type JsonObject, property } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import { ok, type Result } from "#base/result";
import type { Api } from "#openapi/api";
import type { ClauseKind } from "./checking.js";
import type { Clause } from "./clause.js";
import { type ClauseEntries, type EntryPlace, entriesOf, joinEntries } from "./clause-entries.js";
import { printFormula } from "./print-formula.js";

/** The names under which clauses stand: of an operation, and of the API. */
export const CLAUSE_MEMBERS: Readonly<Record<ClauseKind, string>> = {
  requires: "requires",
  ensures: "ensures",
  invariant: "invariants",
};

/**
 * The clauses that a document carries: `x-requires` and `x-ensures` of operations, `x-invariants` of the API,
 * or the same without `x-`, as the published files have them. One that cannot be read is a problem with the
 * clause's pointer, and the rest is used.
 */
export function readEntries(api: Api): ClauseEntries {
  const invariants = membersOf(api.extensions, { kind: "invariant", pointer: "" });
  const ofOperations = api.operations.flatMap(({ extensions, pointer, key }) =>
    (["requires", "ensures"] as const).map((kind) =>
      membersOf(extensions, { operation: key, kind, pointer }),
    ),
  );
  return joinEntries(invariants, ...ofOperations);
}

/** The formulas alone. What is dropped, and what is generated and also the user's, does not count. */
export function readClauses(api: Api): Result<readonly Clause[]> {
  const { clauses, dropped, problems } = readEntries(api);
  const out = new Set([...dropped, ...clauses.filter((clause) => clause.generated !== true)].map(textOf));
  return ok(
    clauses.filter((clause) => clause.generated !== true || !out.has(textOf(clause))),
    problems,
  );
}

function membersOf(extensions: JsonObject, place: EntryPlace): ClauseEntries {
  const member = CLAUSE_MEMBERS[place.kind];
  return joinEntries(
    ...[`x-${member}`, member].map((name) =>
      entriesOf(property(extensions, name), { ...place, pointer: appendToPointer(place.pointer, name) }),
    ),
  );
}

function textOf({ operation, kind, formula }: Clause): string {
  return `${operation} ${kind} ${printFormula(formula)}`;
}
