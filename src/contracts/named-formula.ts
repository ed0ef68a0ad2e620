import type { ClauseKind } from "#glacier/checking";
import type { Expression } from "#glacier/formula";
import type { RuleContent } from "#semantics/rule";
import type { ContractContext } from "./contract-context.js";

/** A clause before it has a text. */
export interface Draft {
  /** None for an invariant. */
  readonly operation?: string;
  readonly kind: ClauseKind;
  readonly formula: Expression;
  /** Other ways to say it, which are never written and always read. */
  readonly spellings?: readonly Expression[];
}

export type RuleKind = RuleContent["kind"];

export type RuleOf<K extends RuleKind> = Extract<RuleContent, { readonly kind: K }>;

/** A parameter of a formula where a user names it with `use`. */
export type ParameterName =
  | "operation"
  | "resource"
  | "child"
  | "parent"
  | "via"
  | "under"
  | "shown"
  | "field"
  | "fields"
  | "most"
  | "except"
  | "at"
  | "status"
  | "statuses";

/**
 * One formula of the catalogue: what a kind of rule says about the service, as a clause. Reading needs no second
 * description of it: a formula is read by writing the rules that it could mean and comparing (see `read-rules`).
 */
export interface NamedFormula<K extends RuleKind = RuleKind> {
  readonly name: string;
  /** One sentence. */
  readonly says: string;
  /** Its clauses, as `ensures of a create`. Empty: the rule is for the model alone. */
  readonly clauses: readonly string[];
  readonly parameters: readonly ParameterName[];
  /** As it is written for the bundled Tournaments, where it occurs there. */
  readonly example: string;
  /** The rules that it says: those that have these members. */
  readonly about: { readonly kind: K } & Partial<RuleOf<K>>;
  /** The clauses for a rule; none where the API has no reads that could show it. */
  write(rule: RuleOf<K>, context: ContractContext): readonly Draft[];
  /** Whether a generated contract has it: another rule may say that it does not hold. */
  when?(rule: RuleOf<K>, context: ContractContext): boolean;
}

/** The same without its own type of rules, so that all can stand in one list. */
export interface CatalogueFormula extends Omit<NamedFormula, "write" | "when"> {
  write(rule: RuleContent, context: ContractContext): readonly Draft[];
  when(rule: RuleContent, context: ContractContext): boolean;
}

export function define<K extends RuleKind>(formula: NamedFormula<K>): CatalogueFormula {
  const { write, when, ...rest } = formula;
  const members = Object.entries(formula.about);
  const isMine = (rule: RuleContent): rule is RuleOf<K> =>
    rule.kind === formula.about.kind &&
    members.every(([name, value]) =>
      Object.entries(rule).some(([key, own]) => key === name && own === value),
    );
  return {
    ...(rest as Omit<NamedFormula, "write" | "when">),
    write: (rule, context) => (isMine(rule) ? write(rule, context) : []),
    when: (rule, context) => isMine(rule) && (when?.(rule, context) ?? true),
  };
}
