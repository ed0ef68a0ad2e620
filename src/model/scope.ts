import type { Bound, Term } from "./formula.js";
import type { Field, FieldType, Model, ResourceMap, Sort, SubsetType } from "./model.js";

/** What the names in a formula stand for: the model's own, and the variables bound around it. */
export interface Scope {
  readonly sorts: ReadonlyMap<string, Sort>;
  readonly maps: ReadonlyMap<string, ResourceMap>;
  readonly variables: ReadonlyMap<string, FieldType | SubsetType>;
  /** How many assignments the quantifiers around have together: how often the formula inside is evaluated. */
  readonly assignments: number;
}

export function scopeOf(model: Model): Scope {
  return {
    sorts: new Map(model.sorts.map((sort) => [sort.name, sort])),
    maps: new Map(model.maps.map((map) => [map.name, map])),
    variables: new Map(),
    assignments: 1,
  };
}

export function withParameters(
  scope: Scope,
  parameters: readonly { readonly name: string; readonly type: FieldType | SubsetType }[],
): Scope {
  const added = parameters.map(({ name, type }) => [name, type] as const);
  return { ...scope, variables: new Map([...scope.variables, ...added]) };
}

export function withBound(scope: Scope, bound: readonly Bound[]): Scope {
  const slots = bound.map(({ sort }) => scope.sorts.get(sort)?.slots ?? 0);
  const inside = withParameters(
    scope,
    bound.map(({ name, sort }) => ({ name, type: { kind: "slot", sort } })),
  );
  return { ...inside, assignments: slots.reduce((product, count) => product * count, scope.assignments) };
}

export function fieldNamed(map: ResourceMap | undefined, name: string): Field | undefined {
  return map?.fields.find((field) => field.name === name);
}

/**
 * The type of what a term stands for. Undefined for `none` and for an option, which take the type of what they
 * are compared with, and for names that stand for nothing.
 */
export function typeOfTerm(term: Term, scope: Scope): FieldType | SubsetType | undefined {
  switch (term.kind) {
    case "variable":
      return scope.variables.get(term.name);
    case "field":
      return fieldNamed(scope.maps.get(term.map), term.field)?.type;
    case "flag":
      return { kind: "flag" };
    case "integer":
      return { kind: "integer", from: term.value, to: term.value };
    case "count":
    case "plus":
      return { kind: "integer", from: -Infinity, to: Infinity };
    case "none":
    case "option":
      return undefined;
  }
}
