import { unreachable } from "#base/unreachable";
import type { Comparison, Formula, Term } from "#model/formula";
import type { Action, Effect, FieldType, Model, SubsetType } from "#model/model";
import { fieldNamed, type Scope, scopeOf, typeOfTerm, withBound, withParameters } from "#model/scope";
import { type Layout, layOut, NONE, rangeOf, stridesOf } from "./layout.js";

/**
 * The model with every name replaced by a number, which is all that the two engines see. Code generation can so
 * never meet a text from somebody's document, and both engines share one reading of names.
 */
export interface LowModel {
  readonly layout: Layout;
  readonly actions: readonly LowAction[];
  readonly invariants: readonly LowFormula[];
  /** How many different calls there are: actions times their arguments. */
  readonly calls: number;
}

export interface LowAction {
  /** Argument i stands for variable i. */
  readonly parameters: readonly LowParameter[];
  /** The call with arguments a0, a1, … has the number firstCall + Σ (ai − base) × stride. */
  readonly firstCall: number;
  readonly callCount: number;
  readonly guard: LowFormula;
  readonly effects: readonly LowEffect[];
}

export interface LowParameter {
  readonly base: number;
  readonly count: number;
  readonly stride: number;
  /** The sort of a slot or of a subset's slots, by number; −1 for other values. */
  readonly sort: number;
  readonly subset: boolean;
}

/** Variables are numbered: parameters first, then quantified ones from the outside in. */
export type LowFormula =
  | { readonly kind: "truth"; readonly value: boolean }
  | { readonly kind: "present"; readonly map: number; readonly key: readonly number[] }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: LowTerm;
      readonly right: LowTerm;
    }
  | { readonly kind: "member"; readonly slot: number; readonly subset: number }
  | { readonly kind: "and" | "or"; readonly parts: readonly LowFormula[] }
  | { readonly kind: "not"; readonly part: LowFormula }
  | { readonly kind: "forall" | "exists"; readonly bound: readonly LowBound[]; readonly where: LowFormula };

export type LowTerm =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "variable"; readonly variable: number }
  | { readonly kind: "field"; readonly map: number; readonly key: readonly number[]; readonly field: number }
  | { readonly kind: "count"; readonly bound: readonly LowBound[]; readonly where: LowFormula }
  | { readonly kind: "plus"; readonly left: LowTerm; readonly right: LowTerm };

export interface LowBound {
  readonly variable: number;
  readonly slots: number;
}

/**
 * One write, for all slots that satisfy a formula. An `each` over several effects is that many writes, one after
 * the other, and not a loop whose rounds could overwrite one another: the order of slots must not matter.
 */
export interface LowEffect {
  readonly bound: readonly LowBound[];
  readonly where: LowFormula;
  readonly write: LowWrite;
}

export type LowWrite =
  | {
      readonly kind: "put";
      readonly map: number;
      readonly key: readonly number[];
      readonly values: readonly LowTerm[];
    }
  | { readonly kind: "remove"; readonly map: number; readonly key: readonly number[] }
  | {
      readonly kind: "set";
      readonly map: number;
      readonly key: readonly number[];
      readonly field: number;
      readonly value: LowTerm;
    };

/** Expects a model that `checkModel` found no problem in. */
export function lowerModel(model: Model): LowModel {
  const scope = scopeOf(model);
  let firstCall = 0;
  const actions = model.actions.map((action) => {
    const lowered = lowerAction(action, firstCall, model, scope);
    firstCall += lowered.callCount;
    return lowered;
  });
  const lowering = new Lowering(model, scope, new Map());
  const invariants = model.invariants.map(({ formula }) => lowering.formula(formula));
  return { layout: layOut(model), actions, invariants, calls: firstCall };
}

function lowerAction(action: Action, firstCall: number, model: Model, scope: Scope): LowAction {
  const ranges = action.parameters.map(({ type }) => rangeOf(type, model));
  const strides = stridesOf(ranges.map(({ count }) => count));
  const names = new Map(action.parameters.map(({ name }, index) => [name, index]));
  const lowering = new Lowering(model, withParameters(scope, action.parameters), names);
  return {
    parameters: ranges.map((range, index) => ({
      ...range,
      stride: strides[index] ?? 1,
      subset: action.parameters[index]?.type.kind === "subset",
    })),
    firstCall,
    callCount: ranges.reduce((product, { count }) => product * count, 1),
    guard: lowering.formula(action.guard),
    effects: action.effects.flatMap((effect) => lowering.effects(effect)),
  };
}

const TRUE: LowFormula = { kind: "truth", value: true };

class Lowering {
  readonly #model: Model;
  readonly #scope: Scope;
  readonly #variables: ReadonlyMap<string, number>;

  constructor(model: Model, scope: Scope, variables: ReadonlyMap<string, number>) {
    this.#model = model;
    this.#scope = scope;
    this.#variables = variables;
  }

  formula(formula: Formula): LowFormula {
    switch (formula.kind) {
      case "always":
      case "never":
        return { kind: "truth", value: formula.kind === "always" };
      case "present":
        return { kind: "present", map: this.#map(formula.map), key: this.#key(formula.key) };
      case "compare": {
        const { operator, left, right } = formula;
        const type = typeOfTerm(left, this.#scope) ?? typeOfTerm(right, this.#scope);
        return { kind: "compare", operator, left: this.term(left, type), right: this.term(right, type) };
      }
      case "member":
        return { kind: "member", slot: this.#variable(formula.slot), subset: this.#variable(formula.subset) };
      case "and":
      case "or":
        return { kind: formula.kind, parts: formula.parts.map((part) => this.formula(part)) };
      case "not":
        return { kind: "not", part: this.formula(formula.part) };
      case "forall":
      case "exists": {
        const { inside, bound } = this.#bind(formula.variables);
        return { kind: formula.kind, bound, where: inside.formula(formula.where) };
      }
      default:
        return unreachable(formula);
    }
  }

  /** `type` is what the value is compared with or stored in: it gives an option its number. */
  term(term: Term, type: FieldType | SubsetType | undefined): LowTerm {
    switch (term.kind) {
      case "integer":
        return { kind: "constant", value: term.value };
      case "flag":
        return { kind: "constant", value: term.value ? 1 : 0 };
      case "option":
        return { kind: "constant", value: type?.kind === "choice" ? type.options.indexOf(term.value) : NONE };
      case "none":
        return { kind: "constant", value: NONE };
      case "variable":
        return { kind: "variable", variable: this.#variable(term.name) };
      case "field": {
        const map = this.#map(term.map);
        const field = this.#model.maps[map]?.fields.findIndex(({ name }) => name === term.field) ?? -1;
        return { kind: "field", map, key: this.#key(term.key), field };
      }
      case "count": {
        const { inside, bound } = this.#bind(term.variables);
        return { kind: "count", bound, where: inside.formula(term.where) };
      }
      case "plus":
        return { kind: "plus", left: this.term(term.left, type), right: this.term(term.right, type) };
      default:
        return unreachable(term);
    }
  }

  effects(effect: Effect): LowEffect[] {
    if (effect.kind !== "each") return [{ bound: [], where: TRUE, write: this.#write(effect) }];
    const { inside, bound } = this.#bind(effect.variables);
    const where = inside.formula(effect.where);
    return effect.effects
      .flatMap((one) => inside.effects(one))
      .map((one) => ({
        bound: [...bound, ...one.bound],
        where: { kind: "and", parts: [where, one.where] },
        write: one.write,
      }));
  }

  #write(effect: Exclude<Effect, { kind: "each" }>): LowWrite {
    const map = this.#map(effect.map);
    const key = this.#key(effect.key);
    switch (effect.kind) {
      case "put": {
        const fields = this.#scope.maps.get(effect.map)?.fields ?? [];
        const values = fields.map(({ name, type }) =>
          this.term(effect.record[name] ?? { kind: "none" }, type),
        );
        return { kind: "put", map, key, values };
      }
      case "remove":
        return { kind: "remove", map, key };
      case "set": {
        const fields = this.#model.maps[map]?.fields ?? [];
        const type = fieldNamed(this.#model.maps[map], effect.field)?.type;
        const field = fields.findIndex(({ name }) => name === effect.field);
        return { kind: "set", map, key, field, value: this.term(effect.value, type) };
      }
      default:
        return unreachable(effect);
    }
  }

  #bind(variables: readonly { readonly name: string; readonly sort: string }[]): {
    inside: Lowering;
    bound: LowBound[];
  } {
    const names = new Map(this.#variables);
    const bound = variables.map(({ name, sort }) => {
      names.set(name, names.size);
      return { variable: names.size - 1, slots: this.#scope.sorts.get(sort)?.slots ?? 0 };
    });
    return { inside: new Lowering(this.#model, withBound(this.#scope, variables), names), bound };
  }

  #map(name: string): number {
    return this.#model.maps.findIndex((map) => map.name === name);
  }

  #key(names: readonly string[]): number[] {
    return names.map((name) => this.#variable(name));
  }

  /** Checked models have no free variable, so none is ever missing. */
  #variable(name: string): number {
    return this.#variables.get(name) ?? -1;
  }
}
