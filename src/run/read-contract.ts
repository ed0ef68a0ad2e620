import type { Problem } from "#base/problem";
import { readWritten, type WrittenContract } from "#contracts/written-contract";
import { checkClauses } from "#glacier/check-clauses";
import type { Clause } from "#glacier/clause";
import { type ClauseEntries, NO_ENTRIES } from "#glacier/clause-entries";
import type { Api } from "#openapi/api";
import type { Semantics } from "#semantics/semantics";

/** The contracts that were written down, as far as they can be judged. */
export interface Contract {
  readonly clauses: readonly Clause[];
  readonly written: WrittenContract;
  /** How many there are, with those that cannot be judged. */
  readonly read: number;
  readonly problems: readonly Problem[];
}

/** Clauses in which `check` finds an error are left out, and their problems say why. */
export function readContract(api: Api, semantics: Semantics, entries: ClauseEntries = NO_ENTRIES): Contract {
  const written = readWritten(api, semantics, entries);
  const { yours, generated, problems } = written;
  const checked = checkClauses(api, [...yours, ...generated]);
  const isSound = (entry: (typeof checked)[number]) =>
    !entry.problems.some(({ severity }) => severity === "error");
  const clauses = checked.filter(isSound).map(({ clause }) => clause);
  const isJudged = (clause: Clause) => clauses.includes(clause);
  return {
    clauses,
    written: { ...written, yours: yours.filter(isJudged), generated: generated.filter(isJudged) },
    read: checked.length,
    problems: [
      ...problems,
      ...checked.flatMap(({ clause: { pointer, source }, problems: found }) =>
        found.map((problem) => ({
          ...problem,
          ...(pointer === undefined ? {} : { pointer }),
          ...(source === undefined ? {} : { source }),
        })),
      ),
    ],
  };
}
