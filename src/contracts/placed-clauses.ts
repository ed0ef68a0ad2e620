import { isObject, type Json } from "#base/json";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import type { ClauseKind } from "#glacier/checking";
import type { Clause } from "#glacier/clause";
import { CLAUSE_MEMBERS } from "#glacier/read-clauses";
import type { Api } from "#openapi/api";

/** A list of clauses in the document: where its owner stands, and what belongs into the list. */
export interface ClauseList {
  /** The operation, or the empty pointer for the whole document. */
  readonly pointer: JsonPointer;
  /** `x-requires`, `x-ensures` or `x-invariants`. */
  readonly member: string;
  /** Generated texts, which replace those that are there. */
  readonly generated: readonly string[];
  /** Entries to keep that the document does not have yet. */
  readonly kept: readonly Json[];
}

export interface PlacedClauses {
  readonly lists: readonly ClauseList[];
  readonly problems: readonly Problem[];
}

/** Entries of the user's that stand elsewhere and are to be kept. */
export interface KeptEntries {
  readonly operation?: string;
  readonly kind: ClauseKind;
  readonly entries: readonly Json[];
}

/** Which list each clause belongs into; also the lists that end up empty, because they may hold older clauses. */
export function placeClauses(
  clauses: readonly Clause[],
  api: Api,
  document: Json,
  kept: readonly KeptEntries[] = [],
): PlacedClauses {
  const problems: Problem[] = [];
  const listOf = (operation: string | undefined, kind: ClauseKind, pointer: JsonPointer): ClauseList => {
    const isHere = (other: { operation?: string; kind: ClauseKind }) =>
      other.operation === operation && other.kind === kind;
    return {
      pointer,
      member: `x-${CLAUSE_MEMBERS[kind]}`,
      generated: clauses.filter(isHere).map(({ text }) => text),
      kept: kept.filter(isHere).flatMap(({ entries }) => entries),
    };
  };
  const ofOperations = api.operations.flatMap(({ key, pointer }) => {
    const lists = (["requires", "ensures"] as const).map((kind) => listOf(key, kind, pointer));
    if (isObject(getAtPointer(document, pointer))) return lists;
    const count = lists.flatMap(({ generated }) => generated).length;
    if (count > 0) {
      const message = `${key} is described in another file, so its ${count} clauses are not written.`;
      const hint = "Bundle the document into one file, or put clauses of your own into a contract file.";
      problems.push(problem("contract-unwritable", message, hint, { pointer }));
    }
    return [];
  });
  return { lists: [listOf(undefined, "invariant", ""), ...ofOperations], problems };
}
