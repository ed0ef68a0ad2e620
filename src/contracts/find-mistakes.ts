import type { Problem } from "#base/problem";
import { checkClauses } from "#glacier/check-clauses";
import type { ClauseEntries } from "#glacier/clause-entries";
import { misspeltMembers } from "#glacier/misspelt-members";
import { readEntries } from "#glacier/read-clauses";
import type { Api } from "#openapi/api";
import { guessSemantics } from "#semantics/guess-semantics";
import { readWritten } from "./written-contract.js";

/** Why clauses of the user's cannot be judged as they are written. What was generated may be out of date, and is no mistake. */
export function findMistakes(api: Api, entries: ClauseEntries): readonly Problem[] {
  const misspelt = misspeltMembers(api);
  // Most documents have no clauses, and what their operations do costs time to guess.
  const isBlank = [readEntries(api), entries].every((all) =>
    Object.values(all).every(({ length }) => length === 0),
  );
  if (isBlank) return misspelt;
  const { yours, generated, problems } = readWritten(api, guessSemantics(api), entries);
  const ofClauses = checkClauses(api, [...yours, ...generated])
    .filter(({ clause }) => clause.generated !== true)
    .flatMap(({ clause: { pointer, source, at: origin }, problems: found }) =>
      found
        .filter(({ severity }) => severity === "error")
        .map(({ severity: _, ...one }) => ({
          ...one,
          // In a contract file positions are those of the file already.
          ...(pointer === undefined || origin !== undefined ? {} : { pointer }),
          ...(source === undefined ? {} : { source }),
        })),
    );
  return [...problems, ...ofClauses, ...misspelt];
}
