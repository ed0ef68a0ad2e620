import type { WalkStep } from "#graph/follow-walk";
import type { Deed, DerivedModel } from "#model/derived-model";

/** Finds slots by what the arguments of a step say. */
export class Place {
  readonly #derived: DerivedModel;
  readonly #deed: Deed;
  readonly #slots = new Map<string, number>();
  readonly #arguments = new Map<string, number>();
  readonly #subset: { sort: string; mask: number } | undefined;

  constructor(derived: DerivedModel, { call }: WalkStep, deed: Deed) {
    this.#derived = derived;
    this.#deed = deed;
    for (const [index, { name, type }] of call.action.parameters.entries()) {
      const argument = call.arguments[index] ?? 0;
      this.#arguments.set(name, argument);
      if (type.kind === "subset") this.#subset = { sort: type.sort, mask: argument };
      if (type.kind === "slot" && argument >= 0 && !this.#slots.has(type.sort))
        this.#slots.set(type.sort, argument);
    }
  }

  argument(parameter: string): number {
    return this.#arguments.get(parameter) ?? 0;
  }

  keyOf(resource: string): string {
    return keyText(this.#mapOf(resource), this.#key(resource));
  }

  nameOf(resource: string, key?: string): string {
    const slots = key === undefined ? this.#key(resource) : slotsIn(key);
    const [own, ...outer] = this.#sorts(resource)
      .map((sort, index) => `${sort}${(slots[index] ?? 0) + 1}`)
      .reverse();
    const name = this.#sorts(resource).at(-1) === resource ? own : `${resource} ${own}`;
    return [name, ...outer].join(" of ");
  }

  /** The slots of a subset parameter. */
  members(resource: string): { key: string; name: string }[] {
    const { mask = 0 } = this.#subset ?? {};
    return Array.from({ length: 30 }, (_, slot) => slot)
      .filter((slot) => (mask >> slot) & 1)
      .map((slot) => {
        const key = keyText(this.#mapOf(resource), [...this.#key(resource).slice(0, -1), slot]);
        return { key, name: this.nameOf(resource, key) };
      });
  }

  /** The slot that these parameters name. */
  keyBy(resource: string, parameters: readonly string[]): string {
    return keyText(
      this.#mapOf(resource),
      parameters.map((name) => this.argument(name)),
    );
  }

  #key(resource: string): number[] {
    const parameters =
      resource === this.#deed.resource
        ? this.#deed.key
        : this.#deed.parents.find((parent) => parent.resource === resource)?.key;
    if (parameters !== undefined && this.#subset === undefined)
      return parameters.map((name) => this.argument(name));
    return this.#sorts(resource).map((sort) => this.#slots.get(sort) ?? 0);
  }

  #sorts(resource: string): readonly string[] {
    return this.#derived.model.maps.find(({ name }) => name === this.#mapOf(resource))?.keys ?? [];
  }

  #mapOf(resource: string): string {
    return [...this.#derived.deeds.values()].find((deed) => deed.resource === resource)?.map ?? resource;
  }
}

/** A slot of a map as text. */
export function keyText(map: string, key: readonly number[]): string {
  return `${map}:${key.join(",")}`;
}

function slotsIn(key: string): number[] {
  return key
    .slice(key.lastIndexOf(":") + 1)
    .split(",")
    .map(Number);
}
