import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { ReferenceSource, Template } from "#calls/template";
import type { Entry } from "#graph/entries-of";
import type { WalkStep } from "#graph/follow-walk";
import { describeCall } from "#graph/ground-call";
import type { DerivedModel } from "#model/derived-model";
import { LIFE } from "#model/thing";
import { operationOf } from "#openapi/operation-of";
import { placeOfChosenId } from "#semantics/chosen-id";
import type { RecipeBook } from "#semantics/find-recipes";
import { plainRecipe } from "#semantics/plain-recipe";
import { SELF } from "#semantics/recipe";
import { secondRole } from "#semantics/role";
import type { Rule } from "#semantics/rule";
import { resourceNamed } from "#semantics/semantics";
import { fill } from "./fill-inputs.js";
import { keyText, Place } from "./place.js";
import type { Creation } from "./planned-sequence.js";
import { type Known, SequenceBuilder } from "./sequence-builder.js";
import { type MadeCall, StepCalls, type StepToMake } from "./step-calls.js";
import { type Slot, ThingIds } from "./thing-ids.js";
import type { PlannedTour, Thing, TourStep } from "./tour.js";

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
  readonly #calls = new Map<string, Call>();
  readonly #creations = new Map<string, readonly Creation[]>();
  readonly #steps = new Map<string, TourStep>();
  readonly #skipped = new Map<number, string>();
  readonly #slots = new Map<string, Slot>();
  readonly #stepCalls: StepCalls;

  constructor(plan: TourPlan) {
    this.#plan = plan;
    this.#prelude = new SequenceBuilder(plan.known, plan.book);
    const ids = new ThingIds(plan, this.#prelude, this.#slots);
    this.#stepCalls = new StepCalls(plan, ids, this.#slots, this.#calls);
  }

  /** False where the walk cannot go on. */
  add(walk: WalkStep): boolean {
    const { derived, known } = this.#plan;
    const deed = derived.deeds.get(walk.call.action.name);
    const expects: TourStep["expects"] = deed?.refusal ?? (walk.refused ? "full" : "success");
    const resource = deed && resourceNamed(known.semantics, deed.resource);
    // What changes nothing can be left out; the rest of the walk needs everything else.
    const leaveOut = (reason: string) => {
      this.#skipped.set(walk.transition, reason);
      return expects !== "success" || deed?.kind === "update";
    };
    if (deed === undefined || resource === undefined) return leaveOut("its meaning is unknown");
    const label = describeCall(derived.model, walk.call);
    const id = `${this.#calls.size + 1}: ${label}`;
    const step = { walk, deed, resource, place: new Place(derived, walk, deed), id, expects };
    const made = this.#stepCalls.for(step);
    if (typeof made === "string") return leaveOut(made);
    this.#calls.set(id, made.call);
    if (expects === "success") this.#keep(step, made);
    else this.#noteUnwanted(step, made);
    this.#steps.set(id, {
      transition: walk.transition,
      resource: deed.resource,
      label,
      likeness: likenessOf(step),
      expects,
      about: made.about.map((key) => this.#slots.get(key)?.thing.name ?? ""),
      things: [...[...this.#slots.values()].map(({ thing }) => thing), ...this.#neverMade(step, made)],
    });
    return true;
  }

  build(id: string): PlannedTour {
    const prelude = this.#prelude.build(id, "");
    return {
      sequence: {
        id,
        purpose: `walk through ${this.#calls.size} transitions of the model`,
        calls: [...prelude.sequence.calls, ...this.#calls.values()],
      },
      creations: new Map([...prelude.creations, ...this.#creations]),
      steps: this.#steps,
      skipped: this.#skipped,
    };
  }

  /** Brings the slots in line with what the model says is there after the step. */
  #keep(step: StepToMake, made: MadeCall): void {
    const { deed } = step;
    const entries = new Map(step.walk.entries.map((entry) => [keyText(entry.map, entry.key), entry]));
    // What was moved on may have taken something with it, and gives that back when it goes.
    for (const key of deed.kind === "delete" ? made.about : []) {
      const thing = this.#slots.get(key)?.thing;
      if (thing?.acted === true) this.#touch(thing);
    }
    const gone: Thing[] = [];
    for (const [key, slot] of this.#slots) {
      const entry = entries.get(key);
      const state = stateOf(entry);
      if (slot.thing.state !== "there" && state === "there") continue;
      if (slot.thing.state !== state) gone.push(slot.thing);
      this.#slots.set(key, { ...slot, thing: { ...slot.thing, state, ...this.#lifeOf(entry) } });
    }
    const creations: Creation[] = [];
    for (const [index, key] of made.about.entries()) {
      const slot = this.#slots.get(key);
      const isThere = entries.has(key);
      if (!isThere || deed.kind === "delete") continue;
      if (slot !== undefined && deed.kind === "action") {
        this.#slots.set(key, { ...slot, thing: { ...slot.thing, acted: true } });
        this.#touch(slot.thing);
        continue;
      }
      if (slot !== undefined && slot.thing.state === "there") {
        const isPart = deed.kind === "update" && made.call.operation.startsWith("PATCH ");
        const { acted, drawnOn, ...thing } = slot.thing;
        // What an action has changed is not known again before it is written.
        const writes = isPart && acted !== true ? [...thing.writes, made.call.id] : [made.call.id];
        const still = isPart && drawnOn === true ? { drawnOn } : {};
        this.#slots.set(key, { ...slot, thing: { ...thing, ...still, writes: made.many ? [] : writes } });
        // `POST /trips/{tripId}/finish` writes what it is sent, and is a command all the same.
        if (deed.kind === "update" && made.call.operation.startsWith("POST ")) this.#touch(slot.thing);
        continue;
      }
      const created = this.#newThing(step, made, key, index);
      if (created === undefined) continue;
      const thing = { ...created, ...this.#lifeOf(entries.get(key)) };
      this.#slots.set(key, { thing, generation: (slot?.generation ?? 0) + 1 });
      creations.push(this.#creationOf(thing));
    }
    if (creations.length > 0) this.#creations.set(made.call.id, creations);
    const written = made.about.flatMap((key) => this.#slots.get(key)?.thing ?? []);
    this.#drawOn([...gone, ...written]);
  }

  /** What comes, goes or is written may take from what it names, or give back. */
  #drawOn(written: readonly Thing[]): void {
    const names = this.#namedBy(written);
    for (const { name } of written) names.delete(name);
    for (const [key, slot] of this.#slots) {
      if (names.has(slot.thing.name))
        this.#slots.set(key, { ...slot, thing: { ...slot.thing, drawnOn: true } });
    }
  }

  /**
   * An action may well change what its thing refers to, what refers to it, and what those refer to: when an order
   * leaves the house, the goods that its lines name are no longer in stock. And so on upwards: when a trip ends, the vehicle
   * of its assignment has gone further.
   */
  #touch(thing: Thing): void {
    const things = [...this.#slots.values()].map((slot) => slot.thing);
    const below = things.filter(
      (other) => other.state === "there" && [...other.parents.values()].includes(thing.name),
    );
    const names = this.#namedBy([thing, ...below]);
    for (const { name } of below) names.add(name);
    for (const [key, slot] of this.#slots) {
      if (names.has(slot.thing.name))
        this.#slots.set(key, { ...slot, thing: { ...slot.thing, acted: true } });
    }
  }

  /** The names of what they refer to, and of what that refers to. */
  #namedBy(things: readonly Thing[]): Set<string> {
    const names = new Set(things.flatMap(({ parents }) => [...parents.values()]));
    for (const name of names) {
      const above = [...this.#slots.values()].find((slot) => slot.thing.name === name)?.thing;
      for (const parent of above?.parents.values() ?? []) names.add(parent);
    }
    return names;
  }

  #lifeOf(entry: Entry | undefined): Pick<Thing, "life"> {
    const { model, lives } = this.#plan.derived;
    const member = entry === undefined ? undefined : lives?.get(entry.map);
    const fields = model.maps.find(({ name }) => name === entry?.map)?.fields;
    const type = fields?.find(({ name }) => name === LIFE)?.type;
    const status = type?.kind === "choice" ? type.options[entry?.fields[LIFE] ?? 0] : undefined;
    return member === undefined || status === undefined ? {} : { life: { member, status } };
  }

  /** What is to be refused may be accepted all the same, and is then taken back like everything else. */
  #noteUnwanted(step: StepToMake, made: MadeCall): void {
    const creations = made.about.flatMap((key, index) => {
      const thing = this.#newThing(step, made, key, index);
      return thing === undefined ? [] : [this.#creationOf(thing)];
    });
    if (creations.length > 0) this.#creations.set(made.call.id, creations);
  }

  /** What a refused create would have made, where the client chose its id: that must not be there. */
  #neverMade(
    { deed, place, resource, expects }: StepToMake,
    { call, about, ids }: MadeCall,
  ): readonly Thing[] {
    const [key = ""] = about;
    if (deed.kind !== "create" || ["success", "duplicate"].includes(expects) || this.#slots.has(key))
      return [];
    const chosen = placeOfChosenId(resource, operationOf(this.#plan.known.api, call.operation), call);
    if (chosen === undefined) return [];
    const source: ReferenceSource =
      chosen.in === "path"
        ? { in: "request parameter", place: "path", name: chosen.name }
        : { in: "request body", pointer: formatPointer([chosen.name]) };
    const own: Template = { kind: "reference", call: call.id, source };
    const name = place.nameOf(deed.resource, key);
    return [
      {
        name,
        resource: deed.resource,
        state: "gone",
        ids: new Map([...ids, [SELF, own]]),
        parents: new Map(),
        writes: [],
      },
    ];
  }

  #newThing({ deed, place }: StepToMake, made: MadeCall, key: string, index: number): Thing | undefined {
    const source = made.identities[index];
    if (source === undefined) return undefined;
    const own: Template = { kind: "reference", call: made.call.id, source };
    return {
      name: place.nameOf(deed.resource, key),
      resource: deed.resource,
      state: "there",
      ids: new Map([...made.ids, [SELF, own]]),
      parents: new Map(
        deed.parents.map(({ resource, via, key: slot }, at) => {
          const isFirst = deed.parents.findIndex((other) => other.resource === resource) === at;
          return isFirst || via.kind !== "body"
            ? [resource, place.nameOf(resource)]
            : [secondRole(resource, via.pointer), place.nameOf(resource, place.keyBy(resource, slot))];
        }),
      ),
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

function likenessOf({ place, deed, walk }: StepToMake): TourStep["likeness"] {
  const named = deed.kind === "create" ? deed.parents.map(({ resource }) => resource) : [deed.resource];
  const refersTo = named.map((resource) => place.nameOf(resource));
  const numbers = deed.fields.map(({ parameter }) => place.argument(parameter));
  return { text: [walk.call.action.name, ...refersTo, ...numbers].join(" "), refersTo };
}

function stateOf(entry: Entry | undefined): Thing["state"] {
  if (entry === undefined) return "gone";
  return entry.fields.trashed === 1 ? "trash" : "there";
}
