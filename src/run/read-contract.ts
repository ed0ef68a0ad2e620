import type { Problem } from "#base/problem";
import { checkClauses } from "#glacier/check-clauses";
import type { Clause } from "#glacier/clause";
import { readClauses } from "#glacier/read-clauses";
import type { Api } from "#openapi/api";

/** The contracts of a document as far as they can be judged. */
export interface Contract {
  readonly clauses: readonly Clause[];
  /** How many there are, with those that cannot be judged. */
  readonly read: number;
  readonly problems: readonly Problem[];
}

/** Clauses in which `check` finds an error are left out, and their problems say why. */
export function readContract(api: Api): Contract {
  const read = readClauses(api);
  const checked = checkClauses(api, read.ok ? read.value : []);
  const isSound = ({ problems }: (typeof checked)[number]) =>
    !problems.some(({ severity }) => severity === "error");
  return {
    clauses: checked.filter(isSound).map(({ clause }) => clause),
    read: checked.length,
    problems: [
      ...read.problems,
      ...checked.flatMap(({ clause, problems }) =>
        problems.map((problem) => ({
          ...problem,
          ...(clause.pointer === undefined ? {} : { pointer: clause.pointer }),
        })),
      ),
    ],
  };
}
