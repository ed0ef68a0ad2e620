import type { JsonPointer } from "#base/json-pointer";
import type { Call, CallInputs } from "#calls/call";
import { referencesOf } from "#calls/references";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import type { Fresh, ReferenceSource, Template } from "#calls/template";
import type { WalkStep } from "#graph/follow-walk";
import type { Deed } from "#model/derived-model";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { plainRecipe } from "#semantics/plain-recipe";
import { type CallRecipe, type CreateRecipe, SELF } from "#semantics/recipe";
import type { Resource } from "#semantics/semantics";
import { fill, freshFor, isFresh, partsOf, withNumbers, withSecond } from "./fill-inputs.js";
import { identityInList, placeOfOwnId } from "./own-id-place.js";
import { keyText, type Place } from "./place.js";
import type { TourPlan } from "./plan-tour.js";
import type { Slot, ThingIds } from "./thing-ids.js";
import type { Ids, Thing, TourStep } from "./tour.js";
import { withoutLost } from "./without-lost.js";

/** A step of a walk, with what it means for the call that makes it. */
export interface StepToMake {
  readonly walk: WalkStep;
  readonly deed: Deed;
  readonly resource: Resource;
  readonly place: Place;
  /** The id of the call. */
  readonly id: string;
  readonly expects: TourStep["expects"];
}

export interface MadeCall {
  readonly call: Call;
  /** The keys of the slots that the call is about. */
  readonly about: readonly string[];
  readonly ids: Ids;
  /** For each of those slots where the id of what may come to be in it stands in the exchange. */
  readonly identities: readonly (ReferenceSource | undefined)[];
  readonly many?: true;
}

/** The calls that make the steps of a walk: recipes, filled with the ids of the things that the slots stand for. */
export class StepCalls {
  readonly #plan: TourPlan;
  readonly #ids: ThingIds;
  readonly #slots: ReadonlyMap<string, Slot>;
  /** The calls of the walk so far, by id. */
  readonly #calls: ReadonlyMap<string, Call>;

  constructor(
    plan: TourPlan,
    ids: ThingIds,
    slots: ReadonlyMap<string, Slot>,
    calls: ReadonlyMap<string, Call>,
  ) {
    this.#plan = plan;
    this.#ids = ids;
    this.#slots = slots;
    this.#calls = calls;
  }

  /** The call that makes a step; a sentence where there is none. */
  for(step: StepToMake): MadeCall | string {
    switch (step.deed.kind) {
      case "create":
        return this.#create(step);
      case "create-many":
        return this.#createMany(step);
      case "update":
        return this.#creates(step) ? this.#createByUpdate(step) : this.#update(step);
      case "delete":
        return this.#delete(step);
      case "action":
        return this.#act(step);
    }
  }

  /** The slot is empty before the step and filled after it. */
  #creates({ walk, place, resource }: StepToMake): boolean {
    const key = place.keyOf(resource.name);
    const isThere = this.#slots.get(key)?.thing.state === "there";
    return !isThere && walk.entries.some((entry) => keyText(entry.map, entry.key) === key);
  }

  #create({ walk, deed, resource, place, id, expects }: StepToMake): MadeCall | string {
    const recipe = this.#plan.book.creates.get(resource.name);
    if (recipe === undefined || recipe.operation !== walk.call.action.operation)
      return "no inputs that create one are known";
    const key = place.keyOf(resource.name);
    const thing = this.#slots.get(key)?.thing;
    const taken = thing?.state === "there" || expects === "duplicate";
    const ids = this.#ids.parentIds(deed, place, recipe, taken ? thing : undefined);
    if (typeof ids === "string") return ids;
    const operation = operationOf(this.#plan.known.api, recipe.operation);
    const own = taken ? thing?.ids.get(SELF) : undefined;
    if (taken && own === undefined) return "nothing with that id was created";
    const call = this.#callWithOwnId(id, recipe, resource, operation, ids, place.nameOf(resource.name), own);
    const second = this.#ids.second(deed, place);
    if (typeof second === "string") return second;
    const alike = this.#repeatOther(withSecond(withNumbers(call, deed, place), second), deed, place);
    if (alike === undefined) return "what the other one holds is not known";
    let body = alike;
    if (deed.values === "same")
      for (const { pointer } of partsOf(body)) body = this.#repeat(body, pointer, thing);
    return { call: { ...call, ...body }, about: [key], ids, identities: [recipe.identity] };
  }

  #createMany({ walk, deed, resource, place, id }: StepToMake): MadeCall | string {
    const recipe = this.#plan.book.creates.get(resource.name);
    if (recipe?.inputs.body === undefined) return "no inputs that create one are known";
    const ids = this.#ids.parentIds(deed, place, recipe);
    if (typeof ids === "string") return ids;
    const operation = operationOf(this.#plan.known.api, recipe.operation);
    const keys = place.members(resource.name);
    const bodies = keys.flatMap(({ key, name }): Template[] => {
      const slot = this.#slots.get(key);
      const own = slot?.thing.state === "there" ? slot.thing.ids.get(SELF) : undefined;
      const one = this.#callWithOwnId(`${id} ${name}`, recipe, resource, operation, ids, name, own);
      const { body } = withNumbers(one, deed, place);
      return body === undefined ? [] : [body.content];
    });
    const body = { contentType: recipe.inputs.body.contentType, content: { kind: "array", items: bodies } };
    const call = { id, operation: walk.call.action.operation, path: {}, query: {}, header: {}, cookie: {} };
    return {
      call: { ...call, body } as Call,
      about: keys.map(({ key }) => key),
      ids,
      identities: keys.map((_, index) => identityInList(recipe, deed, this.#plan.known.semantics, index)),
      many: true,
    };
  }

  /** A create of the slot's thing: its own id is the slot's, everything else fresh is the call's. */
  #callWithOwnId(
    id: string,
    recipe: CreateRecipe,
    resource: Resource,
    operation: Operation,
    ids: Ids,
    name: string,
    own: Template | undefined,
  ): Call {
    const chosen = this.#ids.chosen(recipe, resource, operation);
    const fresh = (each: Fresh): Template => {
      if (each.name !== chosen?.name) return freshFor(id)(each);
      return own ?? this.#ids.ownId(each, name, resource);
    };
    return { id, operation: recipe.operation, ...fill(recipe.inputs, ids, fresh) };
  }

  #update({ walk, deed, resource, place, id }: StepToMake): MadeCall | string {
    const recipe = this.#plan.book.updates.get(resource.name);
    if (recipe === undefined || recipe.operation !== walk.call.action.operation)
      return "no inputs that update one are known";
    const key = place.keyOf(resource.name);
    const thing = this.#slots.get(key)?.thing;
    const known = this.#ids.idsOf(resource, place, thing);
    if (typeof known === "string") return known;
    const ids = this.#withNamed(recipe, resource, deed, place, known);
    if (typeof ids === "string") return ids;
    const second = this.#ids.second(deed, place);
    if (typeof second === "string") return second;
    let inputs = withSecond(withNumbers(fill(recipe.inputs, ids, freshFor(id)), deed, place), second);
    // Where the service gave another id than the create was sent, only that one says which thing it is.
    const isGiven = this.#plan.book.creates.get(resource.name)?.givesOwnId === true;
    const own = isGiven ? placeOfOwnId(recipe) : undefined;
    const repeated = partsOf(inputs).filter(
      ({ pointer, template }) =>
        !(own?.in === "request body" && own.pointer === pointer) &&
        (deed.values === "same" || (this.#hasTellingAction(resource) && !isFresh(template))),
    );
    for (const { pointer } of repeated) inputs = this.#repeat(inputs, pointer, thing);
    const alike = this.#repeatOther(inputs, deed, place);
    if (alike === undefined) return "what the other one holds is not known";
    const things = [...this.#slots.values()].map((slot) => slot.thing);
    const kept =
      thing === undefined ? alike : withoutLost(this.#plan, recipe, alike, resource, thing, things);
    const call = { id, operation: recipe.operation, ...kept };
    return { call, about: [key], ids, identities: [placeOfOwnId(recipe)] };
  }

  /** What an action takes may depend on what the thing holds: then an update leaves as much as it can as it is. */
  #hasTellingAction({ name }: Resource): boolean {
    return [...(this.#plan.book.actions?.values() ?? [])].some(
      ({ resource, inputs }) => resource === name && inputs.body !== undefined,
    );
  }

  /** The ids of a thing that never was, with those of what its update names besides. */
  #withNamed(recipe: CallRecipe, resource: Resource, deed: Deed, place: Place, ids: Ids): Ids | string {
    const { operation, inputs } = recipe;
    const named = referencesOf({ id: "", operation, ...inputs });
    if (named.every(({ reference }) => ids.has(reference.call))) return ids;
    const create = this.#plan.book.creates.get(resource.name);
    if (create === undefined) return "no inputs that create one are known";
    const parents = this.#ids.parentIds(deed, place, create);
    return typeof parents === "string" ? parents : new Map([...parents, ...ids]);
  }

  /** An update of what is not there, on a service that then creates it: with the ids and numbers of a create. */
  #createByUpdate({ walk, deed, resource, place, id }: StepToMake): MadeCall | string {
    const create = this.#plan.book.creates.get(resource.name);
    const update = this.#plan.book.updates.get(resource.name);
    if (create === undefined || update === undefined || update.operation !== walk.call.action.operation)
      return "no inputs that update one are known";
    const ids = this.#ids.parentIds(deed, place, create);
    if (typeof ids === "string") return ids;
    const chosen = this.#ids.chosen(create, resource, operationOf(this.#plan.known.api, create.operation));
    if (chosen === undefined) return "the service gives the id";
    ids.set(SELF, this.#ids.ownId(chosen, place.nameOf(resource.name), resource));
    const inputs = withNumbers(fill(update.inputs, ids, freshFor(id)), deed, place);
    const call = { id, operation: update.operation, ...inputs };
    return { call, about: [place.keyOf(resource.name)], ids, identities: [placeOfOwnId(update)] };
  }

  /** With the values of another thing, where the deed asks for them; undefined where they are not known. */
  #repeatOther(inputs: CallInputs, { resource, repeats }: Deed, place: Place): CallInputs | undefined {
    if (repeats === undefined) return inputs;
    const other = this.#slots.get(place.keyBy(resource, repeats.key))?.thing;
    let repeated = inputs;
    for (const pointer of repeats.pointers) {
      const next = this.#repeat(repeated, pointer, other);
      // Without them all the call is no repetition, and nothing would forbid it.
      if (next === repeated) return undefined;
      repeated = next;
    }
    return repeated;
  }

  /** The inputs with what was last written to a thing at this place of its body, where that is known. */
  #repeat(inputs: CallInputs, pointer: JsonPointer, thing: Thing | undefined): CallInputs {
    const last = thing?.writes.findLast((id) => {
      const body = this.#calls.get(id)?.body;
      return body !== undefined && hasPlace(body.content, pointer);
    });
    if (last === undefined || inputs.body === undefined || !hasPlace(inputs.body.content, pointer))
      return inputs;
    const source = { in: "request body", pointer } as const;
    return replaceInBody(inputs, pointer, { kind: "reference", call: last, source });
  }

  #act({ walk, resource, place, id }: StepToMake): MadeCall | string {
    const recipe = this.#plan.book.actions?.get(walk.call.action.operation);
    if (recipe === undefined) return "no inputs that it accepts are known";
    const key = place.keyOf(resource.name);
    const known = this.#ids.idsOf(resource, place, this.#slots.get(key)?.thing);
    if (typeof known === "string") return known;
    const ids = this.#ids.withOthers(known, recipe, id);
    if (typeof ids === "string") return ids;
    const call = { id, operation: recipe.operation, ...fill(recipe.inputs, ids, freshFor(id)) };
    return { call, about: [key], ids, identities: [] };
  }

  #delete({ walk, resource, place, id }: StepToMake): MadeCall | string {
    const key = place.keyOf(resource.name);
    const ids = this.#ids.idsOf(resource, place, this.#slots.get(key)?.thing);
    if (typeof ids === "string") return ids;
    const operation = operationOf(this.#plan.known.api, walk.call.action.operation);
    const recipe = plainRecipe(this.#plan.known, operation, resource);
    const call = { id, operation: operation.key, ...fill(recipe.inputs, ids, freshFor(id)) };
    return { call, about: [key], ids, identities: [] };
  }
}
