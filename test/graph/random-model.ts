import { createRandom, type Random } from "#base/random";
import type { Bound, Comparison, Formula, Term } from "#model/formula";
import type { Action, Effect, FieldType, Model, Parameter, ResourceMap } from "#model/model";

/** A small well-typed model made of everything that the language has. */
export function randomModel(seed: number): Model {
  const random = createRandom(seed);
  const sorts = times(1 + random.below(2), (index) => ({ name: `s${index}`, slots: 1 + random.below(3) }));
  const sortName = () => pick(random, sorts).name;
  const maps: ResourceMap[] = times(1 + random.below(2), (index) => ({
    name: `m${index}`,
    keys:
      random.below(4) === 0 && sorts.every(({ slots }) => slots < 3)
        ? [sortName(), sortName()]
        : [sortName()],
    fields: times(random.below(3), (number) => ({ name: `f${number}`, type: fieldType(random, sortName) })),
  }));
  const writer = new Writer(
    random,
    sorts.map(({ name }) => name),
    maps,
  );
  return {
    name: "Random",
    sorts,
    maps,
    actions: times(2 + random.below(4), (index) => writer.action(`a${index}`)),
    invariants: times(1 + random.below(2), (index) => ({
      text: `i${index}`,
      formula: writer.formula([], 2),
    })),
  };
}

function fieldType(random: Random, sortName: () => string): FieldType {
  const types: FieldType[] = [
    { kind: "slot", sort: sortName() },
    { kind: "slot", sort: sortName(), optional: true },
    { kind: "integer", from: -1, to: 1 },
    { kind: "flag" },
    { kind: "choice", options: ["on", "off"] },
  ];
  return pick(random, types);
}

type Variable = Parameter;

/** Writes formulas and effects over the variables in scope. */
class Writer {
  readonly #random: Random;
  readonly #sorts: readonly string[];
  readonly #maps: readonly ResourceMap[];
  #fresh = 0;

  constructor(random: Random, sorts: readonly string[], maps: readonly ResourceMap[]) {
    this.#random = random;
    this.#sorts = sorts;
    this.#maps = maps;
  }

  action(name: string): Action {
    const parameters: Variable[] = times(1 + this.#random.below(3), (index) => {
      const sort = pick(this.#random, this.#sorts);
      const kind = this.#random.below(6);
      if (kind === 0) return { name: `p${index}`, type: { kind: "integer", from: -1, to: 1 } };
      if (kind === 1) return { name: `p${index}`, type: { kind: "subset", sort } };
      return { name: `p${index}`, type: { kind: "slot", sort } };
    });
    return {
      name,
      operation: `POST /${name}`,
      outcome: { kind: "effect" },
      parameters,
      guard: this.#random.below(3) === 0 ? { kind: "always" } : this.formula(parameters, 2),
      effects: times(this.#random.below(3), () => this.#effect(parameters, [], 1)).flat(),
    };
  }

  formula(scope: readonly Variable[], depth: number): Formula {
    const random = this.#random;
    const choice = random.below(depth > 0 ? 9 : 4);
    if (choice <= 1) {
      const found = this.#entry(scope);
      return found === undefined
        ? { kind: "always" }
        : { kind: "present", map: found.map.name, key: found.key };
    }
    if (choice === 2) return this.#comparison(scope, depth);
    if (choice === 3) {
      const subset = scope.find(({ type }) => type.kind === "subset");
      const slot = scope.find(
        ({ type }) =>
          type.kind === "slot" && subset?.type.kind === "subset" && type.sort === subset.type.sort,
      );
      if (subset === undefined || slot === undefined) return this.#comparison(scope, depth);
      return { kind: "member", slot: slot.name, subset: subset.name };
    }
    if (choice <= 5) {
      return { kind: choice === 4 ? "and" : "or", parts: times(2, () => this.formula(scope, depth - 1)) };
    }
    if (choice === 6) return { kind: "not", part: this.formula(scope, depth - 1) };
    const { variables, inside } = this.#bind(scope);
    return { kind: choice === 7 ? "forall" : "exists", variables, where: this.formula(inside, depth - 1) };
  }

  #comparison(scope: readonly Variable[], depth: number): Formula {
    const random = this.#random;
    const found = this.#entry(scope);
    const field = found?.map.fields[random.below(found.map.fields.length)];
    // Without a bound here counts would nest in counts, and each level multiplies the work by the slots.
    if (depth === 0 && field === undefined) return { kind: "never" };
    if (found === undefined || field === undefined) {
      const { variables, inside } = this.#bind(scope);
      const count: Term = { kind: "count", variables, where: this.formula(inside, depth - 1) };
      const operator = pick<Comparison>(random, ["=", "!=", "<", "<=", ">", ">="]);
      return { kind: "compare", operator, left: count, right: { kind: "integer", value: random.below(3) } };
    }
    const operator =
      field.type.kind === "integer"
        ? pick<Comparison>(random, ["=", "!=", "<", "<=", ">", ">="])
        : pick<Comparison>(random, ["=", "!="]);
    const left: Term = { kind: "field", map: found.map.name, key: found.key, field: field.name };
    return { kind: "compare", operator, left, right: this.#value(field.type, scope) };
  }

  #value(type: FieldType, scope: readonly Variable[]): Term {
    const random = this.#random;
    const fields = this.#entry(scope);
    const like = fields?.map.fields.find(({ type: other }) => JSON.stringify(other) === JSON.stringify(type));
    if (fields !== undefined && like !== undefined && random.below(3) === 0) {
      const term: Term = { kind: "field", map: fields.map.name, key: fields.key, field: like.name };
      if (type.kind !== "integer" || random.below(2) === 0) return term;
      return { kind: "plus", left: term, right: { kind: "integer", value: 1 } };
    }
    switch (type.kind) {
      case "slot": {
        const slots = scope.filter((one) => one.type.kind === "slot" && one.type.sort === type.sort);
        if (slots.length === 0) return { kind: "none" };
        if (type.optional === true && random.below(3) === 0) return { kind: "none" };
        return { kind: "variable", name: pick(random, slots).name };
      }
      case "integer": {
        const integers = scope.filter((one) => one.type.kind === "integer");
        if (integers.length > 0 && random.below(2) === 0)
          return { kind: "variable", name: pick(random, integers).name };
        return { kind: "integer", value: random.below(4) - 1 };
      }
      case "flag":
        return { kind: "flag", value: random.below(2) === 0 };
      case "choice":
        return { kind: "option", value: pick(random, type.options) };
    }
  }

  #effect(scope: readonly Variable[], bound: readonly string[], depth: number): Effect[] {
    const random = this.#random;
    if (depth > 0 && random.below(3) === 0) {
      const { variables, inside } = this.#bind(scope);
      const names = variables.map(({ name }) => name);
      const effects = times(1 + random.below(2), () => this.#effect(inside, names, 0)).flat();
      return [{ kind: "each", variables, where: this.formula(inside, 1), effects }];
    }
    const found = this.#entry(scope, bound);
    if (found === undefined) return [];
    const { map, key } = found;
    const field = map.fields[random.below(map.fields.length)];
    if (random.below(3) === 0) return [{ kind: "remove", map: map.name, key }];
    if (field !== undefined && random.below(2) === 0) {
      return [{ kind: "set", map: map.name, key, field: field.name, value: this.#value(field.type, scope) }];
    }
    const record = Object.fromEntries(map.fields.map(({ name, type }) => [name, this.#value(type, scope)]));
    return [{ kind: "put", map: map.name, key, record }];
  }

  /** An entry whose key can be made of the variables in scope, all of `bound` among them. */
  #entry(
    scope: readonly Variable[],
    bound: readonly string[] = [],
  ): { map: ResourceMap; key: string[] } | undefined {
    const candidates = this.#maps.flatMap((map) => {
      const key = map.keys.flatMap((sort) => {
        const slots = scope.filter(({ type }) => type.kind === "slot" && type.sort === sort);
        const wanted = slots.filter(({ name }) => bound.includes(name));
        const from = wanted.length > 0 ? wanted : slots;
        return from.length === 0 ? [] : [pick(this.#random, from).name];
      });
      return key.length === map.keys.length && bound.every((name) => key.includes(name))
        ? [{ map, key }]
        : [];
    });
    return candidates[this.#random.below(candidates.length)];
  }

  #bind(scope: readonly Variable[]): { variables: Bound[]; inside: Variable[] } {
    const sort = pick(this.#random, this.#sorts);
    const name = `q${this.#fresh++}`;
    return { variables: [{ name, sort }], inside: [...scope, { name, type: { kind: "slot", sort } }] };
  }
}

function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[random.below(from.length)];
  if (chosen === undefined) throw new Error("nothing to pick from");
  return chosen;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
