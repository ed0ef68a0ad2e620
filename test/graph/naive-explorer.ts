import type { Bound, Formula, Term } from "#model/formula";
import type { Effect, Field, FieldType, Model, SubsetType } from "#model/model";

/**
 * The explorer that one would write first: states are objects, known by their JSON. It shares nothing with the real
 * one but the model, and is what that one is compared with, for what it finds and for how fast.
 */
export interface NaiveResult {
  readonly states: ReadonlyMap<string, NaiveState>;
  /** `state call state`, with JSON for states. */
  readonly transitions: readonly NaiveTransition[];
}

export interface NaiveTransition {
  readonly from: string;
  readonly call: string;
  readonly to: string;
}

type Value = number | boolean | string | null;
type NaiveState = Record<string, Record<string, Record<string, Value>>>;
type Environment = Record<string, Value | number[]>;

export function exploreNaively(model: Model, limit = Number.POSITIVE_INFINITY): NaiveResult | "too large" {
  const initial: NaiveState = Object.fromEntries(model.maps.map(({ name }) => [name, {}]));
  const states = new Map([[keyOf(initial), initial]]);
  const transitions: NaiveTransition[] = [];
  const queue = [initial];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    for (const action of model.actions) {
      for (const env of environments(model, action.parameters)) {
        if (!holds(model, action.guard, state, env)) continue;
        const next = run(model, action.effects, state, env);
        if (next === undefined) continue;
        const to = keyOf(next);
        transitions.push({
          from: keyOf(state),
          call: `${action.name} ${JSON.stringify(Object.values(env))}`,
          to,
        });
        if (states.has(to)) continue;
        if (states.size >= limit) return "too large";
        states.set(to, next);
        queue.push(next);
      }
    }
  }
  return { states, transitions };
}

function keyOf(state: NaiveState): string {
  const sorted = (object: object): [string, unknown][] =>
    Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted(state).map(([map, entries]) => [map, sorted(entries as object)]));
}

function* environments(
  model: Model,
  parameters: readonly { readonly name: string; readonly type: FieldType | SubsetType }[],
): Generator<Environment> {
  const [first, ...rest] = parameters;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const value of valuesOf(model, first.type)) {
    for (const env of environments(model, rest)) yield { [first.name]: value, ...env };
  }
}

function valuesOf(model: Model, type: FieldType | SubsetType): (Value | number[])[] {
  const slots = (sort: string): number[] => [
    ...Array(model.sorts.find(({ name }) => name === sort)?.slots ?? 0).keys(),
  ];
  switch (type.kind) {
    case "slot":
      return type.optional === true ? [null, ...slots(type.sort)] : slots(type.sort);
    case "subset":
      return slots(type.sort).reduce<number[][]>(
        (all, slot) => all.flatMap((set) => [set, [...set, slot]]),
        [[]],
      );
    case "integer":
      return Array.from({ length: type.to - type.from + 1 }, (_, index) => type.from + index);
    case "flag":
      return [false, true];
    case "choice":
      return [...type.options];
  }
}

function bindings(model: Model, bound: readonly Bound[], env: Environment): Environment[] {
  const parameters = bound.map(({ name, sort }) => ({ name, type: { kind: "slot", sort } as const }));
  return [...environments(model, parameters)].map((own) => ({ ...env, ...own }));
}

function holds(model: Model, formula: Formula, state: NaiveState, env: Environment): boolean {
  switch (formula.kind) {
    case "always":
      return true;
    case "never":
      return false;
    case "present":
      return entryOf(formula.map, formula.key, state, env) !== undefined;
    case "compare": {
      const [left, right] = [
        termValue(model, formula.left, state, env),
        termValue(model, formula.right, state, env),
      ];
      if (left === undefined || right === undefined) return false;
      if (formula.operator === "=") return left === right;
      if (formula.operator === "!=") return left !== right;
      const difference = Number(left) - Number(right);
      if (formula.operator === "<") return difference < 0;
      if (formula.operator === "<=") return difference <= 0;
      return formula.operator === ">" ? difference > 0 : difference >= 0;
    }
    case "member": {
      const subset = env[formula.subset];
      return Array.isArray(subset) && subset.some((slot) => slot === env[formula.slot]);
    }
    case "and":
      return formula.parts.every((part) => holds(model, part, state, env));
    case "or":
      return formula.parts.some((part) => holds(model, part, state, env));
    case "not":
      return !holds(model, formula.part, state, env);
    case "forall":
      return bindings(model, formula.variables, env).every((inside) =>
        holds(model, formula.where, state, inside),
      );
    case "exists":
      return bindings(model, formula.variables, env).some((inside) =>
        holds(model, formula.where, state, inside),
      );
  }
}

function termValue(model: Model, term: Term, state: NaiveState, env: Environment): Value | undefined {
  switch (term.kind) {
    case "integer":
    case "flag":
    case "option":
      return term.value;
    case "none":
      return null;
    case "variable": {
      const value = env[term.name];
      return Array.isArray(value) ? undefined : value;
    }
    case "field":
      return entryOf(term.map, term.key, state, env)?.[term.field];
    case "count":
      return bindings(model, term.variables, env).filter((inside) => holds(model, term.where, state, inside))
        .length;
    case "plus": {
      const [left, right] = [
        termValue(model, term.left, state, env),
        termValue(model, term.right, state, env),
      ];
      return left === undefined || right === undefined ? undefined : Number(left) + Number(right);
    }
  }
}

function entryOf(map: string, key: readonly string[], state: NaiveState, env: Environment) {
  return state[map]?.[key.map((name) => env[name]).join()];
}

/** Undefined where a value does not fit its field. */
function run(
  model: Model,
  effects: readonly Effect[],
  before: NaiveState,
  env: Environment,
): NaiveState | undefined {
  const state: NaiveState = structuredClone(before);
  const fits = (effect: Effect, inside: Environment): boolean => {
    if (effect.kind === "each") {
      return effect.effects.every((one) =>
        bindings(model, effect.variables, inside)
          .filter((own) => holds(model, effect.where, before, own))
          .every((own) => fits(one, own)),
      );
    }
    const map = model.maps.find(({ name }) => name === effect.map);
    const entries = state[effect.map];
    const key = effect.key.map((name) => inside[name]).join();
    if (map === undefined || entries === undefined) return false;
    if (effect.kind === "remove") {
      delete entries[key];
      return true;
    }
    const fields: readonly Field[] =
      effect.kind === "put" ? map.fields : map.fields.filter(({ name }) => name === effect.field);
    if (effect.kind === "set" && entries[key] === undefined) return true;
    const record: Record<string, Value> = effect.kind === "set" ? { ...entries[key] } : {};
    for (const { name, type } of fields) {
      const term = effect.kind === "put" ? effect.record[name] : effect.value;
      const value = term === undefined ? undefined : termValue(model, term, before, inside);
      if (value === undefined || !valuesOf(model, type).includes(value)) return false;
      record[name] = value;
    }
    entries[key] = record;
    return true;
  };
  return effects.every((effect) => fits(effect, env)) ? state : undefined;
}
