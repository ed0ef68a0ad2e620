import { checkFormula } from "#glacier/check-formula";
import type { Clause } from "#glacier/clause";
import type { Expression } from "#glacier/formula";
import { parseFormula } from "#glacier/parse-formula";
import { printFormula } from "#glacier/print-formula";
import type { Api } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Rule } from "#semantics/rule";
import type { Semantics } from "#semantics/semantics";
import { CATALOGUE } from "./catalogue.js";
import { type ContractContext, contextOf } from "./contract-context.js";
import type { CatalogueFormula, Draft } from "./named-formula.js";

/**
 * What rules imply, as clauses: those of the API first, then by operation in the order of the document. Each
 * carries the rule that it says. Documents contradict themselves (an id that is a number in the path and an
 * object in the body), so a clause in which `check` finds anything is not written.
 */
export function generateClauses(
  api: Api,
  semantics: Semantics,
  rules: readonly Rule[],
  book?: RecipeBook,
): readonly Clause[] {
  return writeClauses(contextOf(api, semantics, rules, book), rules).map(({ clause }) => clause);
}

/** A clause with the other ways to say it. */
export interface WrittenClause {
  readonly clause: Clause;
  readonly spellings: readonly Expression[];
}

export function writeClauses(context: ContractContext, rules: readonly Rule[]): readonly WrittenClause[] {
  const found = new Map<string, WrittenClause>();
  for (const formula of CATALOGUE) {
    for (const rule of rules) {
      if (!formula.when(rule, context)) continue;
      for (const draft of formula.write(rule, context)) {
        for (const clause of asClause(draft, rule, context.api)) {
          const key = `${clause.operation} ${clause.kind} ${clause.text}`;
          if (!found.has(key)) found.set(key, { clause, spellings: draft.spellings ?? [] });
        }
      }
    }
  }
  return inOrder([...found.values()], context.api);
}

/** The clauses of one formula for one rule. */
export function clausesOf(formula: CatalogueFormula, rule: Rule, context: ContractContext): Clause[] {
  return formula.write(rule, context).flatMap((draft) => asClause(draft, rule, context.api));
}

function asClause({ operation, kind, formula }: Draft, rule: Rule, api: Api): Clause[] {
  const text = printFormula(formula);
  const parsed = parseFormula(text);
  if (!parsed.ok || parsed.problems.length > 0) return [];
  if (checkFormula(parsed.value, { api, operation, kind }).length > 0) return [];
  return [{ ...(operation === undefined ? {} : { operation }), kind, text, formula: parsed.value, rule }];
}

const KINDS = ["invariant", "requires", "ensures"];

/** Invariants, then by operation; within one, requires before ensures, else as they came. */
function inOrder(clauses: readonly WrittenClause[], api: Api): readonly WrittenClause[] {
  const places = new Map(api.operations.map(({ key }, index) => [key, index]));
  const rank = ({ clause: { operation, kind } }: WrittenClause) =>
    (operation === undefined ? -1 : (places.get(operation) ?? 0)) * KINDS.length + KINDS.indexOf(kind);
  return [...clauses].sort((a, b) => rank(a) - rank(b));
}
