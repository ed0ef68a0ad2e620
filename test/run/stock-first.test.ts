import { expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "#base/json";
import { isText, type JsonAnswer, serveJson } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

/** Goods are brought to places, and held where they are: nothing can be held of which there is nothing. */
async function startDepot() {
  const kept = Object.fromEntries(
    ["goods", "places", "moves", "holds"].map((kind) => [kind, new Map<string, JsonObject>()]),
  );
  const stock = new Map<string, number>();
  let last = 0;
  const there = (kind: string, id: Json | undefined) => kept[kind]?.has(String(id)) === true;
  const wrong = (message: string): JsonAnswer => [422, { message }];
  const amountOf = ({ quantity }: JsonObject) =>
    typeof quantity === "number" && Number.isInteger(quantity) && quantity > 0 && quantity <= 1000
      ? quantity
      : undefined;
  const take = (sent: JsonObject, place: Json | undefined): JsonAnswer | undefined => {
    const key = `${sent.goodId} ${place}`;
    const left = (stock.get(key) ?? 0) - (amountOf(sent) ?? 0);
    if (left < 0) return [409, { message: `Only ${stock.get(key) ?? 0} of it are available there` }];
    stock.set(key, left);
    return undefined;
  };
  const refusal = (kind: string, sent: JsonObject): JsonAnswer | undefined => {
    if (kind === "goods" || kind === "places")
      return isText(sent.name) ? undefined : wrong("A name is wanted");
    const places = (kind === "holds" ? [sent.placeId] : [sent.fromPlaceId, sent.toPlaceId]).filter(
      (place) => place !== undefined && place !== null,
    );
    if (!there("goods", sent.goodId)) return wrong("There is no such good");
    if (places.length === 0) return wrong("At least one of fromPlaceId and toPlaceId is required");
    if (!places.every((place) => there("places", place))) return wrong("There is no such place");
    if (amountOf(sent) === undefined) return wrong("quantity must be from 1 to 1000");
    if (kind === "holds") return take(sent, sent.placeId);
    const short = isText(sent.fromPlaceId) ? take(sent, sent.fromPlaceId) : undefined;
    const to = `${sent.goodId} ${sent.toPlaceId}`;
    if (short === undefined && isText(sent.toPlaceId))
      stock.set(to, (stock.get(to) ?? 0) + (amountOf(sent) ?? 0));
    return short;
  };
  const served = await serveJson((method, [kind = "", id], sent): JsonAnswer => {
    const all = kept[kind];
    if (all === undefined) return [404, { message: "There is no such thing" }];
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined) {
      const refused = refusal(kind, sent);
      if (refused !== undefined) return refused;
      const thing = {
        ...Object.fromEntries(Object.keys(SENT[kind] ?? {}).map((name) => [name, sent[name] ?? null])),
        id: String(++last),
      };
      all.set(thing.id, thing);
      return [201, thing];
    }
    const thing = all.get(id);
    if (thing === undefined) return [404, { message: "There is no such thing" }];
    if (method !== "DELETE") return [200, thing];
    const names = (other: Json) => isObject(other) && Object.values(other).includes(id);
    if (
      [kept.moves, kept.holds].some((some) =>
        [...(some?.values() ?? [])].some((one) => one !== thing && names(one)),
      )
    )
      return [409, { message: "Something is about it" }];
    all.delete(id);
    // What was held is free again.
    const key = `${thing.goodId} ${thing.placeId}`;
    if (kind === "holds") stock.set(key, (stock.get(key) ?? 0) + (amountOf(thing) ?? 0));
    return [204];
  });
  return served;
}

const ID: Json = { type: "string" };
const OPTIONAL: Json = { type: "string", nullable: true };
const NAME: Json = { type: "string", minLength: 1, maxLength: 40 };
const QUANTITY: Json = { type: "integer", minimum: 1, maximum: 1000 };
const SENT: Readonly<Record<string, JsonObject>> = {
  goods: { name: NAME },
  places: { name: NAME },
  moves: { goodId: ID, fromPlaceId: OPTIONAL, toPlaceId: OPTIONAL, quantity: QUANTITY },
  holds: { goodId: ID, placeId: ID, quantity: QUANTITY },
};

const json = (schema: Json): Json => ({ "application/json": { schema } });
const answers = (status: string, schema?: Json): Json => ({
  [status]: schema === undefined ? { description: "" } : { description: "", content: json(schema) },
  ...Object.fromEntries(["404", "409", "422"].map((other) => [other, { description: "" }])),
});

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Depot", version: "1" },
  paths: Object.fromEntries(
    Object.entries(SENT).flatMap(([kind, properties]): [string, Json][] => {
      const required = Object.keys(properties).filter((name) => properties[name] !== OPTIONAL);
      const input = { type: "object", required, properties };
      const thing = { ...input, properties: { id: ID, ...properties } };
      const name = `${kind.slice(0, -1)}Id`;
      return [
        [
          `/${kind}`,
          {
            get: { responses: answers("200", { type: "array", items: thing }) },
            post: { requestBody: { required: true, content: json(input) }, responses: answers("201", thing) },
          },
        ],
        [
          `/${kind}/{${name}}`,
          {
            parameters: [{ name, in: "path", required: true, schema: ID }],
            get: { responses: answers("200", thing) },
            delete: { responses: answers("204") },
          },
        ],
      ];
    }),
  ),
};

it("what must be there first is brought to the very place where it is wanted", async () => {
  const service = await startDepot();
  try {
    const record = await testAgainst(service.url, apiOf(DOCUMENT));
    expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    const open = record.operations.filter(({ learned }) => learned?.confirmed !== true);
    expect(open.map(({ key, learned }) => `${key}: ${learned?.because}`)).toEqual([]);
  } finally {
    await service.close();
  }
});
