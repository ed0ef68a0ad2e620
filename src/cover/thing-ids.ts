import type { JsonPointer } from "#base/json-pointer";
import { mapInputs } from "#calls/map-inputs";
import { referencesOf } from "#calls/references";
import type { Fresh, Template } from "#calls/template";
import type { Deed } from "#model/derived-model";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { chosenId } from "#semantics/chosen-id";
import { BEFORE } from "#semantics/life";
import { plainRecipe } from "#semantics/plain-recipe";
import { type CallRecipe, type CreateRecipe, callFromRecipe, type MadeThing, SELF } from "#semantics/recipe";
import { kindOfRole, type Need, type Role, roleIn, secondRole } from "#semantics/role";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { rolesMadeAnew } from "./made-anew.js";
import type { Place } from "./place.js";
import type { TourPlan } from "./plan-tour.js";
import type { SequenceBuilder } from "./sequence-builder.js";
import type { Ids, Thing } from "./tour.js";

/** Begin the ids of the calls that make and delete a ghost: a thing whose id is then known to be nobody's. */
export const GHOST = { make: "make ghost ", delete: "delete ghost " } as const;

/** A slot as the planner keeps it: how often it was filled, and the thing that fills it or did last. */
export interface Slot {
  readonly thing: Thing;
  readonly generation: number;
}

/**
 * The ids that calls of a tour name things by. A slot that was never filled has one too, which nothing else has:
 * refusals are about such ids. What has to happen for that before the tour begins goes into its prelude.
 */
export class ThingIds {
  readonly #plan: TourPlan;
  readonly #prelude: SequenceBuilder;
  readonly #slots: ReadonlyMap<string, Slot>;
  readonly #ghosts = new Map<string, Template | undefined>();
  readonly #lookedAt = new Set<string>();
  /**
   * Things outside the model that things inside it need: made once, and shared. What is moved on for one kind of thing is
   * shared among those.
   */
  readonly #made = new Map<string, ReadonlyMap<Role, MadeThing>>();
  readonly #shared = new Map<string, Map<Role, Template>>();
  #again = 0;

  constructor(plan: TourPlan, prelude: SequenceBuilder, slots: ReadonlyMap<string, Slot>) {
    this.#plan = plan;
    this.#prelude = prelude;
    this.#slots = slots;
  }

  chosen(recipe: CreateRecipe, resource: Resource, operation: Operation): Fresh | undefined {
    const call = { id: "", operation: recipe.operation, ...recipe.inputs };
    const chosen = chosenId(resource, operation, call);
    return chosen?.kind === "fresh" ? chosen : undefined;
  }

  /** Where a deleted id can be given again, a slot keeps its id for the whole tour. */
  ownId(fresh: Fresh, name: string, resource: Resource): Fresh {
    const reusable = this.#plan.rules.some(
      (rule) => rule.kind === "reuse" && rule.resource === resource.name && rule.effect === "accept",
    );
    const generation = [...this.#slots.values()].find(({ thing }) => thing.name === name)?.generation ?? 0;
    const turn = reusable ? "" : ` ${generation + 1}`;
    const own: Fresh = { ...fresh, name: `${name}${turn}: ${fresh.name}` };
    this.#lookBefore(resource, own);
    return own;
  }

  /** Makes sure that nobody has the id yet: what has it would not be ours. */
  #lookBefore(resource: Resource, own: Fresh): void {
    const read = resource.read[0];
    const nested = resource.parents.some(({ via }) => via.kind === "path");
    if (read === undefined || nested || this.#lookedAt.has(own.name)) return;
    this.#lookedAt.add(own.name);
    const recipe = plainRecipe(this.#plan.known, operationOf(this.#plan.known.api, read), resource);
    const call = callFromRecipe(`${BEFORE}${own.name}`, recipe, new Map(), own);
    this.#prelude.add({ ...call, ...mapInputs(call, { fresh: (fresh) => ({ ...fresh, name: own.name }) }) });
  }

  /** The ids that name a thing, whether it is there or not. */
  idsOf(resource: Resource, place: Place, thing: Thing | undefined): Ids | string {
    if (thing !== undefined) return thing.ids;
    const ids = new Map([...(this.#shared.get("") ?? []), ...(this.#shared.get(resource.name) ?? [])]);
    for (const link of resource.parents.filter(({ via }) => via.kind !== "body")) {
      const parent = resourceNamed(this.#plan.known.semantics, link.resource);
      const found = parent === undefined ? undefined : this.#idFor(parent, place);
      if (found === undefined) return `no id of ${link.resource} is known that nothing has`;
      ids.set(link.resource, found);
    }
    const own = this.#idFor(resource, place);
    return own === undefined ? "no id is known that nothing has" : ids.set(SELF, own);
  }

  /** The id of a slot's thing; where there never was one, an id that nothing has. */
  #idFor(resource: Resource, place: Place, key = place.keyOf(resource.name)): Template | undefined {
    const known = this.#slots.get(key)?.thing.ids.get(SELF);
    if (known !== undefined) return known;
    const borrowed = resource.parents.find(({ via }) => via.kind === "id");
    const lender = borrowed && resourceNamed(this.#plan.known.semantics, borrowed.resource);
    if (lender !== undefined) return this.#idFor(lender, place);
    const recipe = this.#plan.book.creates.get(resource.name);
    if (recipe === undefined) return undefined;
    const operation = operationOf(this.#plan.known.api, recipe.operation);
    const chosen = this.chosen(recipe, resource, operation);
    const observable = resource.read.length > 0 || resource.parents.some(({ via }) => via.kind === "path");
    if (chosen !== undefined && observable)
      return this.ownId(chosen, place.nameOf(resource.name, key), resource);
    return this.#ghost(resource, recipe);
  }

  /** The id of a thing that was made and deleted before the tour begins. */
  #ghost(resource: Resource, recipe: CreateRecipe): Template | undefined {
    if (this.#ghosts.has(resource.name)) return this.#ghosts.get(resource.name);
    const [remove] = resource.delete;
    let ghost: Template | undefined;
    if (remove !== undefined && recipe.found !== true) {
      const needs = this.#prelude.makeNeeds(recipe, `make for the ghost ${resource.name}:`);
      const call = `${GHOST.make}${resource.name}`;
      const made = this.#prelude.create(call, recipe, needs);
      const operation = operationOf(this.#plan.known.api, remove);
      const deletion = plainRecipe(this.#plan.known, operation, resource);
      this.#prelude.add(callFromRecipe(`${GHOST.delete}${resource.name}`, deletion, made));
      ghost = { kind: "reference", call, source: recipe.identity };
    }
    this.#ghosts.set(resource.name, ghost);
    return ghost;
  }

  /**
   * What a create names: things of the model by their slots, others made for it and shared. One that replaces a
   * thing names what that one belongs to, as long as it lives: the model knows of no move.
   */
  parentIds(
    deed: Deed,
    place: Place,
    recipe: CreateRecipe,
    replaced?: Thing,
  ): Map<string, Template> | string {
    const ids = new Map<string, Template>();
    const anew = rolesMadeAnew(this.#plan, recipe, (need) => modelledBy(deed, need) !== undefined);
    for (const need of recipe.needs) {
      const { resource: name } = need;
      const parent = resourceNamed(this.#plan.known.semantics, name);
      const modelled = modelledBy(deed, need);
      const found =
        parent === undefined
          ? undefined
          : modelled !== undefined
            ? this.#idFor(parent, place, place.keyBy(name, modelled.key))
            : (this.#livingParent(replaced, name) ?? this.#sharedId(need, recipe, anew.has(roleIn(need))));
      if (found === undefined) return `no ${name} is there for it`;
      ids.set(roleIn(need), found);
    }
    return ids;
  }

  /** With what an action names that is not in the model: made for this call, as it was when the action was learned. */
  withOthers(ids: Ids, { resource, operation, inputs }: CallRecipe, id: string): Ids | string {
    const named = referencesOf({ id, operation, ...inputs }).map(({ reference }) => reference.call);
    const missing = [...new Set(named)].filter((role) => !ids.has(role));
    const isKnown = (role: Role) => this.#plan.book.creates.has(kindOfRole(role));
    if (missing.some((role) => kindOfRole(role) === resource || !isKnown(role)))
      return "it names something else";
    const needs = missing.map((role): Need => ({ resource: kindOfRole(role), as: role, byPath: false }));
    const made = this.#prelude.makeNeeds({ needs }, `make for ${id}:`);
    const others = missing.flatMap((role): [Role, Template][] => {
      const thing = made.get(role);
      return thing === undefined
        ? []
        : [[role, { kind: "reference", call: thing.call, source: thing.identity }]];
    });
    return new Map([...ids, ...others]);
  }

  /** Recipes know things by their kind: where a call names two of one, the second by its place in the body. */
  second(deed: Deed, place: Place): readonly { pointer: JsonPointer; id: Template }[] | string {
    const named: { pointer: JsonPointer; id: Template }[] = [];
    for (const [index, { resource: name, via, key }] of deed.parents.entries()) {
      const isFirst = deed.parents.findIndex(({ resource }) => resource === name) === index;
      if (isFirst || via.kind !== "body") continue;
      const parent = resourceNamed(this.#plan.known.semantics, name);
      const id = parent === undefined ? undefined : this.#idFor(parent, place, place.keyBy(name, key));
      if (id === undefined) return `no other ${name} is there for it`;
      named.push({ pointer: via.pointer, id });
    }
    return named;
  }

  #livingParent(thing: Thing | undefined, resource: string): Template | undefined {
    const name = thing?.parents.get(resource);
    const parent = [...this.#slots.values()].find((slot) => slot.thing.name === name)?.thing;
    return parent?.state === "there" ? parent.ids.get(SELF) : undefined;
  }

  #sharedId(need: Need, { resource, needs }: CreateRecipe, isAnew: boolean): Template | undefined {
    const among = needs.some(({ moved }) => moved !== undefined) ? resource : "";
    const known = new Map(this.#made.get(among));
    const again = isAnew && known.delete(roleIn(need)) ? ` ${++this.#again}` : "";
    const verb = among === "" ? `make shared${again}` : `make for each ${among}${again}:`;
    const made = this.#prelude.makeNeeds({ needs: [need] }, verb, known);
    this.#made.set(among, made);
    const thing = made.get(roleIn(need));
    if (thing === undefined) return undefined;
    const id: Template = { kind: "reference", call: thing.call, source: thing.identity };
    this.#shared.set(among, (this.#shared.get(among) ?? new Map()).set(roleIn(need), id));
    return id;
  }
}

function modelledBy({ parents }: Deed, { resource, as }: Need): Deed["parents"][number] | undefined {
  return parents.find((one) => one.resource === resource && isNamedAs(as, one));
}

function isNamedAs(role: Role | undefined, { resource, via }: Deed["parents"][number]): boolean {
  return role === undefined || (via.kind === "body" && role === secondRole(resource, via.pointer));
}
