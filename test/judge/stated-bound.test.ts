import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { boundSaid } from "#semantics/bound-said";
import { isText, serveJson } from "../run/serve-json.js";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";

const HOLDERS = [
  { kind: "room-type", field: "capacity" },
  { kind: "room-type", field: "rate" },
  { kind: "house", field: "stars" },
];

describe("a bound that is said in words", () => {
  const said = (operation: string, ofMember = "") => {
    const found = boundSaid({ operation, ofMember: () => ofMember }, ["partySize"], HOLDERS);
    return found && `${found.member} ${found.holder.kind} ${found.holder.field}`;
  };

  it.each([
    "`party_size` may not exceed the capacity of the room type (422).",
    "The party size must not be greater than the room type's capacity.",
    "Books a room. partySize is at most the capacity of its room type.",
    "The party size cannot exceed capacity.",
    "party_size <= capacity",
  ])("is read from: %s", (text) => {
    expect(said(text)).toBe("partySize room-type capacity");
  });

  it("is read from the description of the number itself", () => {
    expect(said("Books a room.", "No more than the capacity of the room type.")).toBe(
      "partySize room-type capacity",
    );
  });

  it.each([
    "The capacity may not exceed the party size.",
    "party_size is at least the capacity.",
    "A party may book at most 3 rooms; the capacity is shown.",
    "The party size matters.",
  ])("is not read from: %s", (text) => {
    expect(said(text)).toBeUndefined();
  });
});

type Fault = "one too many" | "any number";

/** Halls have boxes, and a box is booked for a party. */
async function startHalls(fault?: Fault) {
  const things = new Map<string, JsonObject>();
  let last = 0;
  const add = (kind: string, row: JsonObject): readonly [number, JsonObject] => {
    const made = { ...row, id: `${kind}${++last}` };
    things.set(made.id, made);
    return [201, made];
  };
  const isCount = (value: Json | undefined): value is number => Number.isInteger(value) && Number(value) > 0;
  return serveJson((method, [kind = "", id], sent) => {
    const thing = id === undefined ? undefined : things.get(id);
    if (id !== undefined && !thing?.id?.toString().startsWith(kind)) return [404, { error: "not here" }];
    if (method === "GET") return [200, thing ?? null];
    if (method === "DELETE") return things.delete(id ?? "") ? [204] : [404];
    if (kind === "halls")
      return isText(sent.name) && isCount(sent.seats)
        ? add(kind, { name: sent.name, seats: sent.seats })
        : [422, { error: "a name and seats are wanted" }];
    const above = things.get(String(kind === "boxes" ? sent.hallId : sent.boxId));
    if (above === undefined) return [422, { error: "no such thing" }];
    if (kind === "boxes")
      return isText(sent.name) ? add(kind, { name: sent.name, hallId: sent.hallId ?? null }) : [422, {}];
    const seats = Number(things.get(String(above.hallId))?.seats);
    const most = fault === "any number" ? Infinity : fault === "one too many" ? seats + 1 : seats;
    if (!isCount(sent.party) || sent.party > most) return [422, { error: "so many do not fit" }];
    return add(kind, { boxId: sent.boxId ?? null, party: sent.party });
  });
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const COUNT: Json = { type: "integer", minimum: 1, maximum: 50 };
const json = (schema: Json): Json => ({ "application/json": { schema } });

function paths(name: string, parameter: string, members: JsonObject, description: string): JsonObject {
  const required = Object.keys(members);
  const thing: Json = { type: "object", required: ["id", ...required], properties: { id: TEXT, ...members } };
  const absent = { "404": { description: "not here" } };
  return {
    [`/${name}`]: {
      post: {
        description,
        requestBody: { required: true, content: json({ type: "object", required, properties: members }) },
        responses: { "201": { description: "", content: json(thing) }, "422": { description: "" } },
      },
    },
    [`/${name}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: "path", required: true, schema: TEXT }],
      get: { responses: { "200": { description: "", content: json(thing) }, ...absent } },
      delete: { responses: { "204": { description: "" }, ...absent } },
    },
  };
}

const api = apiOf({
  openapi: "3.0.3",
  info: { title: "Halls", version: "1" },
  paths: {
    ...paths("halls", "hallId", { name: TEXT, seats: COUNT }, "Builds a hall."),
    ...paths("boxes", "boxId", { name: TEXT, hallId: TEXT }, "Builds a box in a hall."),
    ...paths(
      "bookings",
      "bookingId",
      { boxId: TEXT, party: COUNT },
      "Books a box. The party may not exceed the seats of the hall.",
    ),
  },
});

describe.concurrent("a number that the document bounds by another thing's", () => {
  it.each<[Fault | undefined, readonly string[]]>([
    [undefined, []],
    ["one too many", ["ERR stated-bound-holds POST /bookings"]],
    ["any number", ["WARN stated-bound-holds POST /bookings"]],
  ])("with the fault %s: %s", async (fault, expected) => {
    const service = await startHalls(fault);
    try {
      const record = await testAgainst(service.url, api, { size: "1", oracles: only("stated-bound-holds") });
      expect(foundIn(record)).toEqual(expected);
    } finally {
      await service.close();
    }
  });
});
