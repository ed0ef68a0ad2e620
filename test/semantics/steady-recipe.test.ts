import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { createRandom } from "#base/random";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { type Fresh, type Template, value } from "#calls/template";
import { openTarget } from "#http/target";
import { createWorld } from "#run/create-world";
import { guessSemantics } from "#semantics/guess-semantics";
import type { Probe } from "#semantics/probe";
import { type CreateRecipe, callFromRecipe } from "#semantics/recipe";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { steadyRecipe } from "#semantics/steady-recipe";
import { NO_GENERATORS } from "#values/generators";
import { apiOf } from "../run/test-against.js";
import { type Crate, type Crates, type Objection, startCrates } from "./crate-service.js";

const TEXT: Fresh = { kind: "fresh", name: "label", sample: "box", schema: { type: "string", minLength: 1 } };
const NUMBER: Fresh = {
  kind: "fresh",
  name: "weight",
  sample: 7,
  schema: { type: "integer", minimum: 1, maximum: 100_000 },
};

interface Members extends Readonly<Record<string, Template>> {
  readonly label: Template;
  readonly weight: Template;
}

interface Circumstances {
  readonly resource?: string;
  /** What crates stand in, by their path. */
  readonly standsIn?: string;
  readonly before?: (service: Crates, first: Exchange) => void;
}

interface Steadied {
  readonly found: CreateRecipe;
  readonly steady: CreateRecipe;
  readonly members: Readonly<Record<string, Template>>;
  /** What was sent when it first worked. */
  readonly first: Crate;
  /** How many things the ledger was told of. */
  readonly noted: number;
  readonly service: Crates;
}

/** Creates one thing by a recipe, and has the recipe made steady. */
async function steadied(
  members: Members,
  objection: Objection,
  { resource = "crate", standsIn, before }: Circumstances = {},
): Promise<Steadied> {
  const service = await startCrates(objection);
  const api = apiOf(service.document);
  const target = openTarget({ url: service.url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const semantics = guessSemantics(api);
    const about = {
      api,
      semantics,
      target: target.value,
      random: createRandom(3),
      generators: NO_GENERATORS,
    };
    const world = createWorld({ ...about, clauses: [], runId: "test" });
    const run = world.startCase("test");
    let noted = 0;
    const probe: Probe = {
      ...world,
      send: (call, earlier) => world.send(call, earlier, run),
      onSlow: () => {},
      onLost: () => {},
      onCreated: () => void noted++,
    };
    const known = resourceNamed(semantics, resource);
    if (known === undefined) throw new Error(`there is no ${resource}`);
    const parents: Resource["parents"] =
      standsIn === undefined ? [] : [{ resource: standsIn, via: { kind: "path", parameter: standsIn } }];
    const kind = { ...known, parents: [...known.parents, ...parents] };
    const found = recipeFor(resource, members);
    const exchanges = [await probe.send(callFromRecipe("first", found, new Map()), [])];
    const [worked] = exchanges;
    if (!succeeded(worked) || worked === undefined) throw new Error("the first one is to work");
    before?.(service, worked);
    const steady = await steadyRecipe(probe, kind, found, "first", new Map(), exchanges);
    const content = steady.inputs.body?.content;
    const first = worked.request.inputs.body?.content as Crate;
    return {
      found,
      steady,
      members: content?.kind === "object" ? content.members : {},
      first,
      noted,
      service,
    };
  } finally {
    await target.value.close();
    await service.close();
  }
}

function recipeFor(resource: string, members: Members): CreateRecipe {
  const body = {
    contentType: "application/json",
    content: { kind: "object", members: { ...members } },
  } as const;
  const id: Fresh = {
    kind: "fresh",
    name: "boxId",
    sample: 1,
    schema: { type: "integer", minimum: 1, maximum: 20 },
  };
  const isBox = resource === "box";
  const inputs: CallInputs = { path: isBox ? { boxId: id } : {}, query: {}, header: {}, cookie: {}, body };
  return {
    resource,
    operation: isBox ? "PUT /boxes/{boxId}" : "POST /crates",
    inputs,
    identity: { in: "response body", pointer: `/${resource}Id` },
    needs: [],
  };
}

const refuse = (status: number, body: Json) => ({ status, body });

/** Only the weight that came first is taken: the narrowest range there is. */
const onlyTheFirstWeight =
  (body: Json): Objection =>
  ({ weight }, crates) =>
    crates.length === 0 || crates[0]?.weight === weight ? undefined : refuse(400, body);

const noTwoLabels =
  (status: number, body: Json): Objection =>
  ({ label }, crates) =>
    crates.some((crate) => crate.label === label) ? refuse(status, body) : undefined;

describe("a recipe that worked once", () => {
  it.each<[string, Json]>([
    ["is named in the refusal", { error: "weight is out of range" }],
    ["is not", { error: "invalid" }],
    ["is not, where nothing is said", {}],
  ])("keeps a number in a hidden range, which %s, as it was", async (_, body) => {
    const { members, first } = await steadied({ label: TEXT, weight: NUMBER }, onlyTheFirstWeight(body));
    expect(members).toEqual({ label: TEXT, weight: value(first.weight ?? null) });
  });

  it.each([
    ["eight", 8],
    ["one", 1],
  ])("draws a number that had to be kept from there to %s above it, where that is taken", async (_, most) => {
    const { members, first } = await steadied({ label: TEXT, weight: NUMBER }, ({ weight }, [one]) => {
      const above = one === undefined ? 0 : Number(weight) - Number(one.weight);
      return above >= 0 && above <= most ? undefined : refuse(400, { error: "weight is out of range" });
    });
    const [sample, schema] = [Number(first.weight), NUMBER.schema];
    const range = { minimum: sample, maximum: sample + most };
    expect(members).toMatchObject({ label: TEXT, weight: { kind: "fresh", sample } });
    expect(members.weight).toMatchObject({ schema: { allOf: [schema, range] } });
  });

  it("keeps dates as they were of which one may not be before the other, also where the first few were right by chance", async () => {
    const date = (name: string): Fresh => ({
      kind: "fresh",
      name,
      sample: "2024-05-01",
      schema: { type: "string", format: "date" },
    });
    const dates = { packed: date("packed"), weighed: date("weighed") };
    const { members, first } = await steadied(
      { label: TEXT, weight: value(5), ...dates },
      ({ packed }, crates) =>
        crates.length < 3 || packed === crates[0]?.packed
          ? undefined
          : refuse(422, { error: "weighed is before packed" }),
    );
    expect(members).toMatchObject({
      packed: value(first.packed ?? null),
      weighed: value(first.weighed ?? null),
    });
  });

  it("has small numbers where what it stands in has room for so much", async () => {
    const { members, first } = await steadied(
      { label: TEXT, weight: NUMBER },
      ({ weight }, [one, ...more]) => {
        const added = [...more, { weight }].reduce((sum, crate) => sum + Number(crate.weight), 0);
        return one === undefined || added <= 100 ? undefined : refuse(409, { error: "The shelf is full." });
      },
      { standsIn: "shelf" },
    );
    expect(first.weight).toBeGreaterThan(100);
    expect(members).toEqual({ label: TEXT, weight: value(20) });
  });

  it.each<[string, number, Json]>([
    ["409", 409, {}],
    ["409 that names it", 409, { error: "label is taken" }],
    ["400 that says so", 400, { message: "A crate with this label already exists." }],
    ["400 that says so by its name", 400, { label: ["crate with this label already exists."] }],
  ])("draws a text anew that must be unique, after a %s", async (_, status, body) => {
    const given = { label: value("box"), weight: value(5) };
    const { members, service } = await steadied(given, noTwoLabels(status, body));
    expect(members).toMatchObject({ label: { kind: "fresh", sample: "box" }, weight: value(5) });
    const labels = [...service.crates.values()].map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("is mended in both ways where it needs both", async () => {
    const weights = onlyTheFirstWeight({ error: "weight" });
    const labels = noTwoLabels(409, { error: "label" });
    const { members, first } = await steadied(
      { label: value("box"), weight: NUMBER },
      (sent, crates) => labels(sent, crates) ?? weights(sent, crates),
    );
    expect(members).toMatchObject({ label: { kind: "fresh" }, weight: value(first.weight ?? null) });
  });

  it("is left alone where it works again, and draws numbers between those that worked", async () => {
    const { members, service, noted } = await steadied({ label: TEXT, weight: NUMBER }, () => undefined);
    const weights = [...service.crates.values()].map(({ weight }) => Number(weight));
    const seen = { minimum: Math.min(...weights), maximum: Math.max(...weights) };
    expect(members).toEqual({
      label: TEXT,
      weight: { ...NUMBER, schema: { allOf: [NUMBER.schema, seen] } },
    });
    expect([service.crates.size, noted, service.refused()]).toEqual([3, 2, 0]);
  });

  it("is left alone where nothing mends it, after a few calls", async () => {
    const never: Objection = (_, crates) => (crates.length === 0 ? undefined : refuse(400, {}));
    const { found, steady, service } = await steadied({ label: TEXT, weight: NUMBER }, never);
    expect(steady).toBe(found);
    expect(service.refused()).toBeLessThanOrEqual(5);
  });

  it("has everything noted that was created on the way", async () => {
    const { noted, service } = await steadied(
      { label: value("box"), weight: NUMBER },
      noTwoLabels(409, { error: "label" }),
    );
    expect(noted).toBe(service.crates.size - 1);
  });
});

describe("an id that the client chooses", () => {
  const mine = { label: "mine", weight: 1 };
  const takeAll = (service: Crates, first: Exchange) => {
    const own = String(first.request.inputs.path.boxId);
    for (let id = 1; id <= 20; id++) if (String(id) !== own) service.crates.set(String(id), mine);
  };

  it("is never one that is taken: nothing is overwritten", async () => {
    const { found, steady, service, noted } = await steadied(
      { label: TEXT, weight: NUMBER },
      () => undefined,
      {
        resource: "box",
        before: takeAll,
      },
    );
    expect(steady).toBe(found);
    expect([...service.crates.values()].filter((crate) => crate === mine)).toHaveLength(19);
    expect(noted).toBe(0);
  });

  it("stays fresh, whatever else is kept as it was", async () => {
    const { steady, members, first } = await steadied(
      { label: TEXT, weight: NUMBER },
      onlyTheFirstWeight({ error: "boxId and weight" }),
      { resource: "box" },
    );
    expect(steady.inputs.path.boxId).toMatchObject({ kind: "fresh" });
    expect(members.weight).toEqual(value(first.weight ?? null));
  });
});
