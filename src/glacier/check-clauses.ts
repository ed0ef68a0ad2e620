import type { Api, OperationKey } from "#openapi/api";
import { checkFormula } from "./check-formula.js";
import type { Clause } from "./clause.js";
import type { Diagnostic } from "./diagnostic.js";

/** Every clause with what `checkFormula` says about it, each in the company of the others. */
export function checkClauses(
  api: Api,
  clauses: readonly Clause[],
  pureOperations?: readonly OperationKey[],
): readonly { readonly clause: Clause; readonly problems: readonly Diagnostic[] }[] {
  const invariants = clauses.filter((clause) => clause.kind === "invariant").map((clause) => clause.formula);
  return clauses.map((clause) => {
    const requires = clauses
      .filter((other) => other.kind === "requires" && other.operation === clause.operation)
      .map((other) => other.formula);
    const { operation, kind } = clause;
    const options = { api, operation, kind, pureOperations, beside: { requires, invariants } };
    return { clause, problems: checkFormula(clause.formula, options) };
  });
}
