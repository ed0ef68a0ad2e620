import { fc, test } from "@fast-check/vitest";
import { beforeAll, describe, expect, it } from "vitest";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { danglingReferences, referencesOf } from "#calls/references";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import type { Thing, TourStep } from "#cover/tour";
import type { WalkStep } from "#graph/follow-walk";
import { describeCall } from "#graph/ground-call";
import type { Deed } from "#model/derived-model";
import { operationOf } from "#openapi/operation-of";
import { type IdPlace, placeOfChosenId } from "#semantics/chosen-id";
import { SELF } from "#semantics/recipe";
import type { RuleContent } from "#semantics/rule";
import { resourceNamed, type Semantics } from "#semantics/semantics";
import { books } from "#services/books/books";
import { features } from "#services/features/features";
import { nested } from "#services/nested/nested";
import { petstore } from "#services/petstore/petstore";
import { tasks } from "#services/tasks/tasks";
import { tournaments } from "#services/tournaments/tournaments";
import { call as randomCall } from "../calls/arbitraries.js";
import { startHotel } from "../run/hotel-service.js";
import { apiOf } from "../run/test-against.js";
import { type Acquaintance, getToKnow, getToKnowBundled, type Planned, TourDesk } from "./planned-tours.js";
import { atPlace, symbolOf } from "./symbol-of.js";

const BUNDLED = [tournaments, petstore, features, nested, books, tasks];
/** Beside the bundled ones: its updates name parents in their bodies. */
const HOTEL = "hotel";
const NAMES = [...BUNDLED.map(({ name }) => name), HOTEL];

interface Circumstances {
  /** What becomes of an id that was deleted and is given again. */
  readonly reuse: "accept" | "refuse";
  /** What becomes of a create with an id that is taken. */
  readonly duplicate: "refuse" | "replace" | "accept";
  /** What becomes of an update of what is not there. */
  readonly absent: "refuse" | "create";
}

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  reuse: fc.constantFrom("accept", "refuse"),
  duplicate: fc.constantFrom("refuse", "replace", "accept"),
  absent: fc.constantFrom("refuse", "create"),
});

const STATED: Readonly<Record<string, readonly RuleContent[]>> = {
  tournaments: [
    { kind: "unique", resource: "enrollment", fields: ["/pid", "/tid"] },
    { kind: "unique", resource: "player", fields: ["/email"] },
    {
      kind: "capacity",
      parent: "tournament",
      child: "enrollment",
      via: { kind: "body", pointer: "/tid", required: true },
      limit: { field: "/capacity" },
    },
  ],
  petstore: [{ kind: "unique", resource: "user", fields: ["/email"] }],
  books: [{ kind: "unique", resource: "book", fields: ["/title"] }],
  hotel: [
    {
      kind: "capacity",
      parent: "room",
      child: "stay",
      via: { kind: "body", pointer: "/roomId", required: true },
      limit: { field: "/beds" },
    },
  ],
};

function rulesFor(name: string, semantics: Semantics, { reuse, duplicate, absent }: Circumstances) {
  const chosen = semantics.resources.filter(({ idSource }) => idSource === "client");
  return [
    ...(STATED[name] ?? []),
    ...chosen.flatMap(({ name: resource, create, update }): RuleContent[] => [
      { kind: "reuse", resource, effect: reuse },
      ...create.map((operation) => ({ kind: "duplicate", resource, operation, effect: duplicate }) as const),
      ...update.map((operation) => ({ kind: "absent", resource, operation, effect: absent }) as const),
    ]),
  ];
}

const desks = new Map<string, TourDesk>();
const acquaintances = new Map<string, Acquaintance>();

beforeAll(async () => {
  for (const service of BUNDLED) acquaintances.set(service.name, await getToKnowBundled(service));
  const hotel = await startHotel();
  acquaintances.set(HOTEL, await getToKnow(hotel.url, apiOf(hotel.document)));
  await hotel.close();
});

function deskFor(name: string, given: Circumstances): TourDesk {
  const key = JSON.stringify([name, given]);
  const known = acquaintances.get(name);
  if (known === undefined) throw new Error(`${name} was not started`);
  const desk = desks.get(key) ?? new TourDesk(known, rulesFor(name, known.world.semantics, given));
  desks.set(key, desk);
  return desk;
}

/** One call of a tour with everything around it. */
interface Stop {
  readonly call: Call;
  readonly step: TourStep;
  readonly walk: WalkStep;
  readonly deed: Deed;
  readonly before: readonly Thing[];
}

/** Steps that could not be made are left out of a tour, so they are found by what they are called. */
function stopsOf({ tour, steps, model }: Planned): Stop[] {
  const stops: Stop[] = [];
  let before: readonly Thing[] = [];
  const open = [...steps];
  for (const [id, step] of tour.steps) {
    const isIt = (walk: WalkStep) =>
      walk.transition === step.transition && describeCall(model.derived.model, walk.call) === step.label;
    const walk = open.splice(0, open.findIndex(isIt) + 1).at(-1);
    const call = tour.sequence.calls.find((one) => one.id === id);
    const deed = walk && model.derived.deeds.get(walk.call.action.name);
    if (walk === undefined || call === undefined || deed === undefined) throw new Error(`${id} is no step`);
    stops.push({ call, step, walk, deed, before });
    before = step.things;
  }
  return stops;
}

/** A constraint between two features, one of which is not there. */
const TWO_OF_A_KIND: [string, Circumstances, number, number] = [
  "features",
  { reuse: "accept", duplicate: "refuse", absent: "create" },
  15,
  383193434,
];

const RUNS: fc.Parameters<[string, Circumstances, number, number]> = {
  numRuns: 40,
  examples: [TWO_OF_A_KIND],
};

/** A law of every tour through every service. */
function eachTour(law: (planned: Planned, given: Circumstances) => void, options = RUNS): void {
  const services = fc.constantFrom(...NAMES);
  fc.assert(
    fc.property(
      services,
      circumstances,
      fc.integer({ min: 1, max: 60 }),
      fc.nat(),
      (name, given, length, seed) => law(deskFor(name, given).plan(length, seed), given),
    ),
    options,
  );
}

/** A law of every call of it. */
function eachStop(law: (stop: Stop, planned: Planned) => void): void {
  eachTour((planned) => {
    for (const stop of stopsOf(planned)) law(stop, planned);
  });
}

const there = (things: readonly Thing[], resource: string) =>
  things.filter((thing) => thing.resource === resource && thing.state === "there");

const argumentOf = ({ call }: WalkStep, parameter: string) =>
  call.arguments[call.action.parameters.findIndex(({ name }) => name === parameter)];

/** Where a create says the id that the client chooses, as the recipe has it. */
function placeOfId({ acquaintance: { world, book } }: Planned, name: string): IdPlace | undefined {
  const [resource, recipe] = [resourceNamed(world.semantics, name), book.creates.get(name)];
  if (resource === undefined || recipe === undefined) return undefined;
  return placeOfChosenId(resource, operationOf(world.api, recipe.operation), recipe.inputs);
}

function isBorrowed({ acquaintance }: Planned, name: string): boolean {
  const resource = resourceNamed(acquaintance.world.semantics, name);
  return resource?.parents.some(({ via }) => via.kind === "id") === true;
}

function atIdPlace(call: Call, place: IdPlace): Template | undefined {
  return place.in === "path" ? call.path[place.name] : atPlace(call.body?.content, `/${place.name}`);
}

/** An id as its first appearance. What an answer calls a thing is what the client chose, where it chose. */
function idSymbol(id: Template | undefined, planned: Planned, resource: string): string {
  const { calls } = planned.tour.sequence;
  const place = placeOfId(planned, resource);
  const made = id?.kind === "reference" ? calls.find((call) => call.id === id.call) : undefined;
  const recipe = planned.acquaintance.book.creates.get(resource);
  if (place === undefined || made?.operation !== recipe?.operation || made === undefined)
    return symbolOf(id, calls);
  return idSymbol(atIdPlace(made, place), planned, resource);
}

const livingIds = (things: readonly Thing[], resource: string, planned: Planned) =>
  there(things, resource).map(({ ids }) => idSymbol(ids.get(SELF), planned, resource));

/** The id by which an update or delete names its thing: in its path, or where its recipe has it. */
function namedBy({ call, deed }: Stop, planned: Planned): string {
  const { world, book } = planned.acquaintance;
  const parameter = resourceNamed(world.semantics, deed.resource)?.idParameter ?? "";
  const recipe = book.updates.get(deed.resource);
  const own = recipe && referencesOf({ id: "", operation: "", ...recipe.inputs });
  const input = own?.find(({ reference }) => reference.call === SELF)?.input ?? "";
  const inBody = atPlace(call.body?.content, input.replace(/^\/body/, ""));
  return idSymbol(call.path[parameter] ?? inBody, planned, deed.resource);
}

/** What was last written to a thing at a place: by the last call that said something of it. */
function lastWritten(thing: Thing | undefined, pointer: JsonPointer, calls: readonly Call[]): string {
  const contents = (thing?.writes ?? []).map((id) => calls.find((call) => call.id === id)?.body?.content);
  const found = contents.map((content) => atPlace(content, pointer)).findLast((part) => part !== undefined);
  return symbolOf(found, calls);
}

const sentAt = (call: Call, pointer: JsonPointer, { tour }: Planned) =>
  symbolOf(atPlace(call.body?.content, pointer), tour.sequence.calls);

describe("a planned tour", () => {
  it("refers only to earlier calls, also where it takes back what was created", () => {
    eachTour(({ tour: { sequence, creations } }) => {
      expect(danglingReferences(sequence)).toEqual([]);
      const ids = sequence.calls.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [id, made] of creations) {
        const earlier = new Set(ids.slice(0, ids.indexOf(id) + 1));
        for (const { id: own, undo } of made)
          for (const { call } of [own, ...(undo ? referencesOf(undo).map(({ reference }) => reference) : [])])
            expect(earlier).toContain(call);
      }
    });
  });

  it("calls the operation of each action", () => {
    eachStop(({ call, walk }) => expect(call.operation).toBe(walk.call.action.operation));
  });

  it("leaves out what it knows no inputs for", () => {
    const known = acquaintances.get(HOTEL);
    if (known === undefined) throw new Error("the hotel was not started");
    const operation = "PUT /rooms/{roomId}";
    const desk = new TourDesk(known, [{ kind: "creates", resource: "room", operation }]);
    const skipped = Array.from({ length: 20 }, (_, seed) => [...desk.plan(40, seed).tour.skipped.values()]);
    expect(new Set(skipped.flat())).toEqual(new Set(["no inputs that create one are known"]));
  });

  it("knows a thing for each entry of the model, with an id that no other one of its kind has", () => {
    eachStop(({ step, walk }, planned) => {
      for (const resource of planned.model.derived.resources) {
        const { deeds } = planned.model.derived;
        const map = [...deeds.values()].find((deed) => deed.resource === resource)?.map;
        const entries = walk.entries.filter((entry) => entry.map === map && entry.fields.trashed !== 1);
        expect(new Set(livingIds(step.things, resource, planned)).size).toBe(entries.length);
      }
    });
  });

  it("notes a creation for each thing that comes to be, so that it can be taken back", () => {
    eachStop(({ call, step, before }, { tour }) => {
      const isNew = ({ name, ids }: Thing) =>
        before.find((thing) => thing.name === name)?.ids.get(SELF) !== ids.get(SELF);
      const made = step.things.filter((thing) => thing.state === "there" && isNew(thing));
      const noted = (tour.creations.get(call.id) ?? []).map(({ resource }) => resource);
      if (step.expects === "success") expect(noted).toEqual(made.map(({ resource }) => resource));
    });
  });

  it("notes what a create or an update would make that is to be refused", () => {
    eachStop(({ call, step, deed }, { tour }) => {
      if (step.expects === "success" || deed.kind === "delete") return;
      expect(tour.creations.get(call.id)?.map(({ resource }) => resource)).toContain(deed.resource);
    });
  });

  it("gives a slot its id again where that is accepted, and another one where not", () => {
    eachTour((planned, { reuse }) => {
      const given = new Map<string, string[]>();
      for (const { call, step, deed, before } of stopsOf(planned)) {
        // Whose id is another thing's has no choice.
        if (isBorrowed(planned, deed.resource)) continue;
        const place = placeOfId(planned, deed.resource);
        const [name = ""] = step.about;
        const isNew = before.every((thing) => thing.name !== name || thing.state !== "there");
        if (deed.kind !== "create" || step.expects !== "success" || place === undefined || !isNew) continue;
        const id = symbolOf(atIdPlace(call, place), planned.tour.sequence.calls);
        given.set(name, [...(given.get(name) ?? []), id]);
      }
      for (const ids of given.values()) expect(new Set(ids).size).toBe(reuse === "accept" ? 1 : ids.length);
    });
  });
});

describe("a refusal", () => {
  it("as absent names no living thing", () => {
    eachStop((stop, planned) => {
      if (stop.step.expects === "absent")
        expect(livingIds(stop.before, stop.deed.resource, planned)).not.toContain(namedBy(stop, planned));
    });
  });

  it("as dangling names a parent that is not there", () => {
    eachStop(({ call, step, deed, before }, planned) => {
      if (step.expects !== "dangling") return;
      const named = deed.parents.map(({ resource, via }) => {
        const [path, body] = [
          via.kind === "path" ? via.parameter : "",
          via.kind === "body" ? via.pointer : "",
        ];
        const id = idSymbol(call.path[path] ?? atPlace(call.body?.content, body), planned, resource);
        return livingIds(before, resource, planned).includes(id);
      });
      expect(named).toContain(false);
    });
  });

  it("as duplicate sends the id of a living thing", () => {
    eachStop(({ call, step, deed, before }, planned) => {
      const place = placeOfId(planned, deed.resource);
      if (step.expects !== "duplicate" || deed.kind !== "create" || place === undefined) return;
      const id = idSymbol(atIdPlace(call, place), planned, deed.resource);
      expect(livingIds(before, deed.resource, planned)).toContain(id);
    });
  });

  it("as not unique sends the values of a living thing", () => {
    eachStop(({ call, step, deed, before }, planned) => {
      if (step.expects !== "not-unique") return;
      const repeated = planned.rules.some((rule) => {
        if (rule.kind !== "unique" || rule.resource !== deed.resource) return false;
        return there(before, deed.resource).some((thing) =>
          rule.fields.every((field) => {
            const last = lastWritten(thing, field, planned.tour.sequence.calls);
            return last !== "nothing" && sentAt(call, field, planned) === last;
          }),
        );
      });
      expect(repeated).toBe(true);
    });
  });
});

describe("a write", () => {
  it("of the same values refers to what was last written", () => {
    eachStop(({ call, step, deed, before }, planned) => {
      if (deed.values !== "same" || step.expects !== "success") return;
      const thing = before.find(({ name }) => name === step.about[0]);
      const content = call.body?.content;
      for (const name of content?.kind === "object" ? Object.keys(content.members) : []) {
        const last = lastWritten(thing, `/${name}`, planned.tour.sequence.calls);
        if (last !== "nothing") expect([name, sentAt(call, `/${name}`, planned)]).toEqual([name, last]);
      }
    });
  });

  it("of other values sends what was not there, where it has a choice", () => {
    eachStop(({ call, step, deed, before }, planned) => {
      const thing = before.find(({ name }) => name === step.about[0]);
      const content = call.body?.content;
      if (deed.values !== "other" || thing?.state !== "there" || content?.kind !== "object") return;
      const free = Object.keys(content.members).filter((name) => content.members[name]?.kind === "fresh");
      for (const name of free)
        expect(sentAt(call, `/${name}`, planned)).not.toBe(
          lastWritten(thing, `/${name}`, planned.tour.sequence.calls),
        );
    });
  });

  it("in place of a thing names what that one belongs to", () => {
    eachStop(({ call, step, deed, before }) => {
      const thing = before.find(({ name }) => name === step.about[0]);
      if (deed.kind !== "create" || deed.values !== "other" || thing?.state !== "there") return;
      for (const name of thing.parents.values()) {
        const parent = before.find((other) => other.name === name);
        const id = parent?.ids.get(SELF);
        if (parent?.state !== "there" || id?.kind !== "reference") continue;
        expect(referencesOf(call).map(({ reference }) => reference.call)).toContain(id.call);
      }
    });
  });

  it("sends the numbers that the model chose", () => {
    eachStop(({ call, walk, deed }, planned) => {
      for (const { pointer, parameter } of deed.fields)
        expect(sentAt(call, pointer, planned)).toBe(String(argumentOf(walk, parameter)));
    });
  });
});

describe("the laws above", () => {
  it("are about something: each kind of refusal and write was planned", () => {
    const seen = new Set<string>();
    eachTour(
      (planned) => {
        for (const { step, deed } of stopsOf(planned)) {
          const how = step.expects === "success" ? (deed.values ?? "new") : step.expects;
          seen.add(`${deed.kind} ${how}`);
          if (deed.fields.length > 0) seen.add("with numbers");
        }
      },
      { seed: 1, numRuns: 120 },
    );
    expect([...seen].sort()).toEqual([
      "create dangling",
      "create duplicate",
      "create full",
      "create new",
      "create not-unique",
      "create other",
      "create same",
      "create-many duplicate",
      "create-many new",
      "delete absent",
      "delete new",
      "delete restricted",
      "update absent",
      "update full",
      "update other",
      "update same",
      "with numbers",
    ]);
  });
});

const bodies = randomCall("call", ["earlier"]).filter(({ body }) => body?.content.kind === "object");
const BY: Template = { kind: "value", value: "another" };

/** Every place that a template has, the root first. */
function placesOf(template: Template | undefined, pointer: JsonPointer = ""): JsonPointer[] {
  const inner = template?.kind === "object" ? Object.entries(template.members) : [];
  return [
    ...(template === undefined ? [] : [pointer]),
    ...inner.flatMap(([name, member]) => placesOf(member, appendToPointer(pointer, name))),
  ];
}

const isWithin = (inner: JsonPointer, outer: JsonPointer) => inner === outer || inner.startsWith(`${outer}/`);

describe("a place in a body", () => {
  test.prop([bodies, fc.nat()])("holds what replaced it, and every other one what it held", (call, pick) => {
    const places = placesOf(call.body?.content);
    const at = places[pick % places.length] ?? "";
    const replaced = replaceInBody(call, at, BY);
    expect(atPlace(replaced.body?.content, at)).toEqual(BY);
    for (const other of places.filter((one) => !isWithin(one, at) && !isWithin(at, one)))
      expect(atPlace(replaced.body?.content, other)).toBe(atPlace(call.body?.content, other));
    expect({ ...replaced, body: undefined }).toEqual({ ...call, body: undefined });
  });

  test.prop([bodies, fc.nat()])("is there where a template says what stands at it", (call, pick) => {
    const content = call.body?.content ?? BY;
    const places = placesOf(content);
    const at = places[pick % places.length] ?? "";
    expect(hasPlace(content, at)).toBe(true);
    expect(hasPlace(content, `${at}/nothing of this name`)).toBe(false);
  });

  test.prop([bodies, fc.constantFrom("added", "__proto__", "constructor", "a/b", "~")])(
    "is added to the object that can have it, under any name",
    (call, name) => {
      const at = appendToPointer("", name);
      const { body } = replaceInBody(call, at, BY);
      expect(body && hasPlace(body.content, at)).toBe(true);
      expect(atPlace(body?.content, at)).toEqual(BY);
      expect(Object.getPrototypeOf(body?.content.kind === "object" ? body.content.members : {})).toBe(
        Object.prototype,
      );
    },
  );

  test.prop([bodies])("below what is not there changes nothing", (call) => {
    expect(replaceInBody(call, "/nothing of this name/below", BY)).toEqual(call);
  });

  it("is nowhere without a body", () => {
    const inputs = { path: {}, query: {}, header: {}, cookie: {} };
    expect(replaceInBody(inputs, "/name", BY)).toBe(inputs);
  });
});
