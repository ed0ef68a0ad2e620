import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { Call, CallInputs } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import { referencesOf } from "#calls/references";
import { type Fresh, type ReferenceSource, type Template, value } from "#calls/template";
import type { Entry, WalkStep } from "#graph/follow-walk";
import { describeCall } from "#graph/ground-call";
import type { Deed, DerivedModel } from "#model/derived-model";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { RecipeBook } from "#semantics/find-recipes";
import { plainRecipe } from "#semantics/plain-recipe";
import { type CallRecipe, type CreateRecipe, SELF } from "#semantics/recipe";
import type { Rule } from "#semantics/rule";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { identityInList, placeOfOwnId } from "./own-id-place.js";
import { keyText, Place } from "./place.js";
import type { Creation } from "./planned-sequence.js";
import { hasPlace, replaceInBody } from "./replace-in-body.js";
import { type Known, SequenceBuilder } from "./sequence-builder.js";
import { type Slot, ThingIds } from "./thing-ids.js";
import type { Ids, PlannedTour, Thing, TourStep } from "./tour.js";

export interface TourPlan {
  readonly known: Known;
  readonly book: RecipeBook;
  readonly derived: DerivedModel;
  readonly rules: readonly Rule[];
}

/** Turns the steps of a walk into calls. Slots become things with fresh ids; nothing is sent. */
export function planTour(plan: TourPlan, id: string, steps: readonly WalkStep[]): PlannedTour {
  const planner = new TourPlanner(plan);
  for (const step of steps) if (!planner.add(step)) break;
  return planner.build(id);
}

class TourPlanner {
  readonly #plan: TourPlan;
  readonly #prelude: SequenceBuilder;
  readonly #calls: Call[] = [];
  readonly #creations = new Map<string, readonly Creation[]>();
  readonly #steps = new Map<string, TourStep>();
  readonly #skipped = new Map<number, string>();
  readonly #slots = new Map<string, Slot>();
  readonly #ids: ThingIds;

  constructor(plan: TourPlan) {
    this.#plan = plan;
    this.#prelude = new SequenceBuilder(plan.known, plan.book);
    this.#ids = new ThingIds(plan, this.#prelude, this.#slots);
  }

  /** False where the walk cannot go on. */
  add(step: WalkStep): boolean {
    const deed = this.#plan.derived.deeds.get(step.call.action.name);
    const id = `${this.#calls.length + 1}: ${describeCall(this.#plan.derived.model, step.call)}`;
    const expects = step.refused ? (deed?.refusal ?? "full") : (deed?.refusal ?? "success");
    const made = deed === undefined ? "its meaning is unknown" : this.#callFor(step, deed, id, expects);
    if (typeof made === "string" || deed === undefined) {
      this.#skipped.set(step.transition, typeof made === "string" ? made : "its meaning is unknown");
      // What changes nothing can be left out; the rest of the walk needs everything else.
      return expects !== "success" || deed?.kind === "update";
    }
    this.#calls.push(made.call);
    if (expects === "success") this.#keep(step, deed, made);
    else this.#noteUnwanted(step, deed, made);
    this.#steps.set(id, {
      transition: step.transition,
      resource: deed.resource,
      label: describeCall(this.#plan.derived.model, step.call),
      likeness: likenessOf(new Place(this.#plan.derived, step, deed), deed, step),
      expects,
      about: made.about.map((key) => this.#slots.get(key)?.thing.name ?? ""),
      things: [...this.#slots.values()].map(({ thing }) => thing),
    });
    return true;
  }

  build(id: string): PlannedTour {
    const prelude = this.#prelude.build(id, "");
    return {
      sequence: {
        id,
        purpose: `walk through ${this.#calls.length} transitions of the model`,
        calls: [...prelude.sequence.calls, ...this.#calls],
      },
      creations: new Map([...prelude.creations, ...this.#creations]),
      steps: this.#steps,
      skipped: this.#skipped,
    };
  }

  #callFor(step: WalkStep, deed: Deed, id: string, expects: TourStep["expects"]): Made | string {
    const resource = resourceNamed(this.#plan.known.semantics, deed.resource);
    if (resource === undefined) return "its resource is unknown";
    const place = new Place(this.#plan.derived, step, deed);
    switch (deed.kind) {
      case "create":
        return this.#create(resource, step, deed, place, id, expects);
      case "create-many":
        return this.#createMany(resource, step, deed, place, id);
      case "update":
        return this.#creates(step, place.keyOf(resource.name))
          ? this.#createByUpdate(resource, step, deed, place, id)
          : this.#update(resource, step, deed, place, id);
      case "delete":
        return this.#delete(resource, step, place, id);
    }
  }

  /** The slot is empty before the step and filled after it. */
  #creates({ entries }: WalkStep, key: string): boolean {
    const isThere = this.#slots.get(key)?.thing.state === "there";
    return !isThere && entries.some((entry) => keyText(entry.map, entry.key) === key);
  }

  #create(
    resource: Resource,
    step: WalkStep,
    deed: Deed,
    place: Place,
    id: string,
    expects: TourStep["expects"],
  ): Made | string {
    const recipe = this.#plan.book.creates.get(resource.name);
    if (recipe === undefined || recipe.operation !== step.call.action.operation)
      return "no inputs that create one are known";
    const ids = this.#ids.parentIds(deed, place, recipe);
    if (typeof ids === "string") return ids;
    const key = place.keyOf(resource.name);
    const slot = this.#slots.get(key);
    const taken = slot?.thing.state === "there" || expects === "duplicate";
    const operation = operationOf(this.#plan.known.api, recipe.operation);
    const own = taken ? slot?.thing.ids.get(SELF) : undefined;
    if (taken && own === undefined) return "nothing with that id was created";
    const call = this.#callWithOwnId(id, recipe, resource, operation, ids, place.nameOf(resource.name), own);
    const alike = this.#repeatOther(withNumbers(call, deed, place), deed, place);
    if (alike === undefined) return "what the other one holds is not known";
    let body = alike;
    if (deed.values === "same")
      for (const pointer of membersOf(body)) body = this.#repeat(body, pointer, slot?.thing);
    return { call: { ...call, ...body }, about: [key], ids, identities: [recipe.identity] };
  }

  #createMany(resource: Resource, step: WalkStep, deed: Deed, place: Place, id: string): Made | string {
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
    const call = { id, operation: step.call.action.operation, path: {}, query: {}, header: {}, cookie: {} };
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
      if (each.name !== chosen?.name) return { ...each, name: `${id}: ${each.name}` };
      return own ?? this.#ids.ownId(each, name, resource);
    };
    return { id, operation: recipe.operation, ...fill(recipe.inputs, ids, fresh) };
  }

  #update(resource: Resource, step: WalkStep, deed: Deed, place: Place, id: string): Made | string {
    const recipe = this.#plan.book.updates.get(resource.name);
    if (recipe === undefined || recipe.operation !== step.call.action.operation)
      return "no inputs that update one are known";
    const key = place.keyOf(resource.name);
    const thing = this.#slots.get(key)?.thing;
    const own = this.#ids.idsOf(resource, place, thing);
    if (typeof own === "string") return own;
    const ids = this.#withNamed(recipe, resource, deed, place, own);
    if (typeof ids === "string") return ids;
    const fresh = (each: Fresh): Template => ({ ...each, name: `${id}: ${each.name}` });
    let inputs = fill(recipe.inputs, ids, fresh);
    const kept = deed.values === "same" ? membersOf(inputs) : deed.fields.map(({ pointer }) => pointer);
    for (const pointer of kept) inputs = this.#repeat(inputs, pointer, thing);
    const alike = this.#repeatOther(inputs, deed, place);
    if (alike === undefined) return "what the other one holds is not known";
    const call = { id, operation: recipe.operation, ...alike };
    return { call, about: [key], ids, identities: [placeOfOwnId(recipe)] };
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
  #createByUpdate(resource: Resource, step: WalkStep, deed: Deed, place: Place, id: string): Made | string {
    const create = this.#plan.book.creates.get(resource.name);
    const update = this.#plan.book.updates.get(resource.name);
    if (create === undefined || update === undefined || update.operation !== step.call.action.operation)
      return "no inputs that update one are known";
    const ids = this.#ids.parentIds(deed, place, create);
    if (typeof ids === "string") return ids;
    const chosen = this.#ids.chosen(create, resource, operationOf(this.#plan.known.api, create.operation));
    if (chosen === undefined) return "the service gives the id";
    ids.set(SELF, this.#ids.ownId(chosen, place.nameOf(resource.name), resource));
    const fresh = (each: Fresh): Template => ({ ...each, name: `${id}: ${each.name}` });
    const inputs = withNumbers(fill(update.inputs, ids, fresh), deed, place);
    const call = { id, operation: update.operation, ...inputs };
    return { call, about: [place.keyOf(resource.name)], ids, identities: [placeOfOwnId(update)] };
  }

  /** With the values of another thing, where the deed asks for them; undefined where they are not known. */
  #repeatOther(inputs: CallInputs, { resource, repeats }: Deed, place: Place): CallInputs | undefined {
    if (repeats === undefined) return inputs;
    const other = this.#slots.get(place.keyBy(resource, repeats.key))?.thing;
    const repeated = repeats.pointers.map((pointer) => this.#repeat(inputs, pointer, other));
    // Without them all the call is no repetition, and nothing would forbid it.
    if (repeated.includes(inputs)) return undefined;
    return repeats.pointers.reduce((all, pointer) => this.#repeat(all, pointer, other), inputs);
  }

  /** The inputs with what was last written to a thing at this place of its body, where that is known. */
  #repeat(inputs: CallInputs, pointer: JsonPointer, thing: Thing | undefined): CallInputs {
    const last = thing?.writes.findLast((id) => {
      const body = this.#calls.find((call) => call.id === id)?.body;
      return body !== undefined && hasPlace(body.content, pointer);
    });
    if (last === undefined || inputs.body === undefined || !hasPlace(inputs.body.content, pointer))
      return inputs;
    const source = { in: "request body", pointer } as const;
    return replaceInBody(inputs, pointer, { kind: "reference", call: last, source });
  }

  #delete(resource: Resource, step: WalkStep, place: Place, id: string): Made | string {
    const key = place.keyOf(resource.name);
    const ids = this.#ids.idsOf(resource, place, this.#slots.get(key)?.thing);
    if (typeof ids === "string") return ids;
    const operation = operationOf(this.#plan.known.api, step.call.action.operation);
    const recipe = plainRecipe(this.#plan.known, operation, resource);
    const fresh = (each: Fresh): Template => ({ ...each, name: `${id}: ${each.name}` });
    const call = { id, operation: operation.key, ...fill(recipe.inputs, ids, fresh) };
    return { call, about: [key], ids, identities: [] };
  }

  /** Brings the slots in line with what the model says is there after the step. */
  #keep(step: WalkStep, deed: Deed, made: Made): void {
    const place = new Place(this.#plan.derived, step, deed);
    const entries = new Map(step.entries.map((entry) => [keyText(entry.map, entry.key), entry]));
    for (const [key, slot] of this.#slots) {
      const state = stateOf(entries.get(key));
      if (slot.thing.state !== state && state !== "there")
        this.#slots.set(key, { ...slot, thing: { ...slot.thing, state } });
    }
    const creations: Creation[] = [];
    for (const [index, key] of made.about.entries()) {
      const slot = this.#slots.get(key);
      const isThere = entries.has(key);
      if (!isThere || deed.kind === "delete") continue;
      if (slot !== undefined && slot.thing.state === "there") {
        const writes =
          deed.kind === "update" && made.call.operation.startsWith("PATCH ")
            ? [...slot.thing.writes, made.call.id]
            : [made.call.id];
        this.#slots.set(key, { ...slot, thing: { ...slot.thing, writes: made.many ? [] : writes } });
        continue;
      }
      const thing = this.#newThing(deed, place, made, key, index);
      if (thing === undefined) continue;
      this.#slots.set(key, { thing, generation: (slot?.generation ?? 0) + 1 });
      creations.push(this.#creationOf(thing));
    }
    if (creations.length > 0) this.#creations.set(made.call.id, creations);
  }

  /** What is to be refused may be accepted all the same, and is then taken back like everything else. */
  #noteUnwanted(step: WalkStep, deed: Deed, made: Made): void {
    const place = new Place(this.#plan.derived, step, deed);
    const creations = made.about.flatMap((key, index) => {
      const thing = this.#newThing(deed, place, made, key, index);
      return thing === undefined ? [] : [this.#creationOf(thing)];
    });
    if (creations.length > 0) this.#creations.set(made.call.id, creations);
  }

  #newThing(deed: Deed, place: Place, made: Made, key: string, index: number): Thing | undefined {
    const source = made.identities[index];
    if (source === undefined) return undefined;
    const own: Template = { kind: "reference", call: made.call.id, source };
    return {
      name: place.nameOf(deed.resource, key),
      resource: deed.resource,
      state: "there",
      ids: new Map([...made.ids, [SELF, own]]),
      parents: new Map(deed.parents.map(({ resource }) => [resource, place.nameOf(resource)])),
      writes: made.many ? [] : [made.call.id],
    };
  }

  #creationOf(thing: Thing): Creation {
    const own = thing.ids.get(SELF);
    if (own?.kind !== "reference") throw new Error(`${thing.name} has no id: it was not created by a call`);
    const resource = resourceNamed(this.#plan.known.semantics, thing.resource);
    const [remove] = resource?.delete ?? [];
    if (resource === undefined || remove === undefined) return { resource: thing.resource, id: own };
    const recipe = plainRecipe(this.#plan.known, operationOf(this.#plan.known.api, remove), resource);
    const inputs = fill(recipe.inputs, thing.ids, (fresh) => fresh);
    return {
      resource: thing.resource,
      id: own,
      undo: { id: `undo ${own.call}`, operation: remove, ...inputs },
    };
  }
}

function likenessOf(place: Place, deed: Deed, { call }: WalkStep): TourStep["likeness"] {
  const named = deed.kind === "create" ? deed.parents.map(({ resource }) => resource) : [deed.resource];
  const refersTo = named.map((resource) => place.nameOf(resource));
  const numbers = deed.fields.map(({ parameter }) => place.argument(parameter));
  return { text: [call.action.name, ...refersTo, ...numbers].join(" "), refersTo };
}

interface Made {
  readonly call: Call;
  /** The keys of the slots that the call is about. */
  readonly about: readonly string[];
  readonly ids: Ids;
  /** For each of those slots where the id of what may come to be in it stands in the exchange. */
  readonly identities: readonly (ReferenceSource | undefined)[];
  readonly many?: true;
}

/** The inputs with the numbers that the model chose. */
function withNumbers(inputs: CallInputs, deed: Deed, place: Place): CallInputs {
  return deed.fields.reduce(
    (filled, { pointer, parameter }) => replaceInBody(filled, pointer, value(place.argument(parameter))),
    inputs,
  );
}

function fill(inputs: CallInputs, ids: Ids, fresh: (fresh: Fresh) => Template): CallInputs {
  return mapInputs(inputs, { reference: (reference) => ids.get(reference.call) ?? reference, fresh });
}

/** The members of the body that is sent, as pointers. */
function membersOf({ body }: CallInputs): JsonPointer[] {
  return body?.content.kind === "object"
    ? Object.keys(body.content.members).map((name) => appendToPointer("", name))
    : [];
}

function stateOf(entry: Entry | undefined): Thing["state"] {
  if (entry === undefined) return "gone";
  return entry.fields.trashed === 1 ? "trash" : "there";
}
