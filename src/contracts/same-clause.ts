import type { Clause } from "#glacier/clause";
import type { Expression } from "#glacier/formula";
import { printFormula } from "#glacier/print-formula";
import type { Api } from "#openapi/api";
import { canonicalFormula, claimsOf } from "./canonical-formula.js";

/** What clauses claim, whatever the spelling; `A && B` claims both. */
export function claimsMade(clauses: readonly Clause[], api: Api): ReadonlySet<string> {
  return new Set(clauses.flatMap((clause) => claims(clause, clause.formula, api)));
}

/** Whether everything that a clause says, in one of its spellings, is among the claims. */
export function isClaimed(
  clause: Clause,
  spellings: readonly Expression[],
  made: ReadonlySet<string>,
  api: Api,
): boolean {
  return [clause.formula, ...spellings].some((formula) =>
    claims(clause, formula, api).every((claim) => made.has(claim)),
  );
}

function claims({ operation: key, kind, on }: Clause, formula: Expression, api: Api): readonly string[] {
  const operation = api.operations.find((candidate) => candidate.key === key);
  return claimsOf(canonicalFormula(formula, { api, operation, kind })).map(
    (claim) => `${key} ${kind} ${on ?? ""} ${printFormula(claim)}`,
  );
}
