import type { Clause } from "#glacier/clause";
import type { Expression } from "#glacier/formula";
import { printFormula } from "#glacier/print-formula";
import type { Api, Operation } from "#openapi/api";
import { guessRules } from "#semantics/guess-rules";
import { type Rule, type RuleContent, settleRules } from "#semantics/rule";
import type { Semantics } from "#semantics/semantics";
import { candidateRules } from "./candidate-rules.js";
import { type ClausePlace, canonicalFormula, claimsOf } from "./canonical-formula.js";
import { CATALOGUE } from "./catalogue.js";
import { type ContractContext, contextOf } from "./contract-context.js";
import type { Draft } from "./named-formula.js";

/** What clauses say as rules, and the clauses of which a part is not recognised: those can only be judged. */
export interface ReadRules {
  readonly rules: readonly Rule[];
  readonly rest: readonly Clause[];
}

export function rulesIn(clauses: readonly Clause[], api: Api, semantics: Semantics): ReadRules {
  // Views of relations come from the document: a formula may count by them without naming them.
  const context = contextOf(api, semantics, guessRules(api, semantics).map(contentOf));
  const read = clauses.map((clause) => ({ clause, meanings: meaningsOf(clause, context) }));
  const rules = read.flatMap(({ clause, meanings }) =>
    meanings.flatMap((rule): Rule[] =>
      rule === undefined ? [] : [{ ...rule, source: "declared", reason: `a contract says: ${clause.text}` }],
    ),
  );
  return {
    rules: settleRules(rules),
    rest: read.filter(({ meanings }) => meanings.includes(undefined)).map(({ clause }) => clause),
  };
}

function contentOf({ source: _, reason: __, ...content }: Rule): RuleContent {
  return content;
}

/** The rule behind each claim of a clause; undefined for one that no formula of the catalogue makes. */
function meaningsOf(clause: Clause, context: ContractContext): readonly (RuleContent | undefined)[] {
  const operation = context.api.operations.find(({ key }) => key === clause.operation);
  const place = { api: context.api, operation, kind: clause.kind };
  const candidates = candidateRules(clause.formula, operation, context);
  return claimsOf(canonicalFormula(clause.formula, place)).map((claim) =>
    ruleOf(printFormula(claim), candidates, place, context),
  );
}

function ruleOf(
  claim: string,
  candidates: readonly RuleContent[],
  place: ClausePlace,
  context: ContractContext,
): RuleContent | undefined {
  return candidates.find((rule) =>
    CATALOGUE.some((formula) =>
      formula.write(rule, context).some((draft) => isAt(draft, place) && saysSame(draft, claim, place)),
    ),
  );
}

function isAt(
  draft: Draft,
  { kind, operation }: { kind: Clause["kind"]; operation: Operation | undefined },
): boolean {
  return draft.kind === kind && draft.operation === operation?.key;
}

function saysSame({ formula, spellings = [] }: Draft, claim: string, place: ClausePlace): boolean {
  return [formula, ...spellings].some((spelling) => canonicalText(spelling, place) === claim);
}

/** The canonical form as a text, by which formulas are compared. */
function canonicalText(formula: Expression, place: ClausePlace): string {
  return printFormula(canonicalFormula(formula, place));
}
