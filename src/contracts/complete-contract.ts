import type { Clause } from "#glacier/clause";
import type { Api } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import { type Rule, settleRules } from "#semantics/rule";
import type { Semantics } from "#semantics/semantics";
import { contextOf } from "./contract-context.js";
import { writeClauses } from "./generate-clauses.js";
import { claimsMade, isClaimed } from "./same-clause.js";
import type { WrittenContract } from "./written-contract.js";

export interface CompleteContract {
  readonly yours: readonly Clause[];
  readonly generated: readonly Clause[];
  /** All rules, one per question: what the user says wins. */
  readonly rules: readonly Rule[];
}

/** The user's clauses, and beside them what the rules imply; what the user says already is not said again. */
export function completeContract(
  api: Api,
  semantics: Semantics,
  written: WrittenContract,
  believed: readonly Rule[],
  book?: RecipeBook,
): CompleteContract {
  const rules = settleRules(believed, written.rules);
  const { yours, dropped } = written;
  const made = claimsMade([...yours, ...dropped], api);
  const generated = writeClauses(contextOf(api, semantics, rules, book), rules)
    .filter(({ clause, spellings }) => !isClaimed(clause, spellings, made, api))
    .map(({ clause }) => clause);
  return { yours, generated, rules };
}
