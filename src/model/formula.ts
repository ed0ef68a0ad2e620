/**
 * What guards and invariants say about a state. Slots are only ever compared for being the same one: there is no
 * slot constant, no order and no arithmetic on them. That is what makes the slots of one sort interchangeable
 * (Ip and Dill's scalarsets), so that symmetry reduction needs no proof per model.
 *
 * Every formula is true or false in every state: a comparison with a field of an absent entry is false (and its
 * negation therefore true), whatever the operator.
 */
export type Formula =
  | { readonly kind: "always" }
  | { readonly kind: "never" }
  | { readonly kind: "present"; readonly map: string; readonly key: readonly string[] }
  | { readonly kind: "compare"; readonly operator: Comparison; readonly left: Term; readonly right: Term }
  /** The slot that a variable stands for is in the subset that a parameter stands for. */
  | { readonly kind: "member"; readonly slot: string; readonly subset: string }
  | { readonly kind: "and"; readonly parts: readonly Formula[] }
  | { readonly kind: "or"; readonly parts: readonly Formula[] }
  | { readonly kind: "not"; readonly part: Formula }
  | { readonly kind: "forall"; readonly variables: readonly Bound[]; readonly where: Formula }
  | { readonly kind: "exists"; readonly variables: readonly Bound[]; readonly where: Formula };

export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** Keys of entries are variables; a reference is followed by quantifying over the slots it may name. */
export type Term =
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "flag"; readonly value: boolean }
  /** One of the options of the field or parameter that it is compared with or stored in. */
  | { readonly kind: "option"; readonly value: string }
  /** The empty optional reference. */
  | { readonly kind: "none" }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "field"; readonly map: string; readonly key: readonly string[]; readonly field: string }
  | { readonly kind: "count"; readonly variables: readonly Bound[]; readonly where: Formula }
  | { readonly kind: "plus"; readonly left: Term; readonly right: Term };

/** A quantified variable: it ranges over all slots of its sort, in use or not. */
export interface Bound {
  readonly name: string;
  readonly sort: string;
}

export const always: Formula = { kind: "always" };

export function present(map: string, ...key: readonly string[]): Formula {
  return { kind: "present", map, key };
}

export function absent(map: string, ...key: readonly string[]): Formula {
  return not(present(map, ...key));
}

export function and(...parts: readonly Formula[]): Formula {
  return { kind: "and", parts };
}

export function or(...parts: readonly Formula[]): Formula {
  return { kind: "or", parts };
}

export function not(part: Formula): Formula {
  return { kind: "not", part };
}

export function implies(condition: Formula, conclusion: Formula): Formula {
  return or(not(condition), conclusion);
}

export function compare(left: Term, operator: Comparison, right: Term): Formula {
  return { kind: "compare", operator, left, right };
}

export function forall(bound: Readonly<Record<string, string>>, where: Formula): Formula {
  return { kind: "forall", variables: boundVariables(bound), where };
}

export function exists(bound: Readonly<Record<string, string>>, where: Formula): Formula {
  return { kind: "exists", variables: boundVariables(bound), where };
}

export function member(slot: string, subset: string): Formula {
  return { kind: "member", slot, subset };
}

export function count(bound: Readonly<Record<string, string>>, where: Formula): Term {
  return { kind: "count", variables: boundVariables(bound), where };
}

export function field(map: string, key: string | readonly string[], name: string): Term {
  return { kind: "field", map, key: typeof key === "string" ? [key] : key, field: name };
}

export function variable(name: string): Term {
  return { kind: "variable", name };
}

export function integer(value: number): Term {
  return { kind: "integer", value };
}

export function option(value: string): Term {
  return { kind: "option", value };
}

export const none: Term = { kind: "none" };

function boundVariables(bound: Readonly<Record<string, string>>): Bound[] {
  return Object.entries(bound).map(([name, sort]) => ({ name, sort }));
}
