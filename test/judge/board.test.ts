import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, serveJson } from "../run/serve-json.js";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";

type BoardFault =
  | "the ETag stays when the title changes"
  | "a card takes the title of one that is deleted"
  | "a star counts each time it is given"
  | "a new title makes the card white";

interface Card {
  readonly id: number;
  title: string;
  colour: string;
  state: "open" | "archived";
  version: number;
  stars: number;
}

/**
 * Cards stand in an order without gaps: who asks for a place beyond the end comes last, and the others move up when one goes. Their
 * ETag counts what was written to them, and not the stars. A star that nobody gave can be taken back, but not from what is archived.
 */
async function startBoard(fault?: BoardFault) {
  let cards: readonly Card[] = [];
  let last = 0;
  const shown = (card: Card): JsonObject => {
    const { id, title, colour, state, stars } = card;
    return { id, title, colour, state, stars, position: cards.indexOf(card) };
  };
  const one = (status: number, card: Card): JsonAnswer => [
    status,
    shown(card),
    { etag: `"${card.id}.${card.version}"` },
  ];
  return serveJson((method, [, id, below], sent) => {
    if (id === undefined && method === "GET") return [200, cards.map(shown)];
    if (id === undefined) {
      const { title, colour = "white", position = cards.length } = sent;
      if (!isText(title) || !isColour(colour) || !Number.isInteger(position) || Number(position) < 0)
        return [400, { error: "no" }];
      const card: Card = { id: ++last, title, colour, state: "open", version: 1, stars: 0 };
      cards = cards.toSpliced(Number(position), 0, card);
      return one(201, card);
    }
    const card = cards.find((other) => other.id === Number(id));
    if (card === undefined) return [404, { error: "no such card" }];
    if (below === "star") {
      if (card.state === "archived") return [409, { error: "it is archived" }];
      const again = fault === "a star counts each time it is given" ? card.stars : 0;
      card.stars = method === "PUT" ? again + 1 : 0;
      return [204];
    }
    if (below === "archive") {
      if (card.state === "archived") return [409, { error: "it is archived" }];
      card.state = "archived";
      return one(200, card);
    }
    if (method === "PATCH") {
      const { title = card.title, colour = card.colour } = sent;
      if (!isText(title) || !isColour(colour)) return [400, { error: "no" }];
      card.title = title;
      card.colour =
        fault === "a new title makes the card white" && sent.colour === undefined ? "white" : colour;
      if (fault !== "the ETag stays when the title changes") card.version++;
      return one(200, card);
    }
    if (method === "DELETE") {
      cards = cards.filter((other) => other !== card);
      const [first] = fault === "a card takes the title of one that is deleted" ? cards : [];
      if (first !== undefined) first.title = card.title;
      return [204];
    }
    return one(200, card);
  });
}

const COLOURS = ["white", "green", "red"];

function isColour(value: Json): value is string {
  return typeof value === "string" && COLOURS.includes(value);
}

const COLOUR: JsonObject = { type: "string", enum: COLOURS };
const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const INTEGER: Json = { type: "integer", minimum: 0 };
const card: Json = {
  type: "object",
  required: ["id", "title", "colour", "state", "stars", "position"],
  properties: {
    id: INTEGER,
    title: TEXT,
    colour: COLOUR,
    state: { type: "string", enum: ["open", "archived"] },
    stars: INTEGER,
    position: INTEGER,
  },
};
const json = (schema: Json): Json => ({ "application/json": { schema } });
const answers = (status: string, schema: Json | undefined, ...refusals: readonly string[]): Json => ({
  responses: Object.fromEntries([
    [status, { description: "", ...(schema === undefined ? {} : { content: json(schema) }) }],
    ...refusals.map((refusal) => [refusal, { description: "" }] as const),
  ]),
});
const sends = (required: readonly string[], properties: JsonObject): JsonObject => ({
  requestBody: { required: true, content: json({ type: "object", required, properties }) },
});
const here = { parameters: [{ name: "cardId", in: "path", required: true, schema: { type: "integer" } }] };
const api = apiOf({
  openapi: "3.0.3",
  info: { title: "Board", version: "1" },
  paths: {
    "/cards": {
      get: answers("200", { type: "array", items: card }),
      post: {
        ...sends(["title"], { title: TEXT, colour: { ...COLOUR, default: "white" }, position: INTEGER }),
        ...(answers("201", card, "400") as JsonObject),
      },
    },
    "/cards/{cardId}": {
      ...here,
      get: answers("200", card, "404"),
      patch: {
        ...sends([], { title: TEXT, colour: COLOUR }),
        ...(answers("200", card, "400", "404") as JsonObject),
      },
      delete: answers("204", undefined, "404"),
    },
    "/cards/{cardId}/archive": { ...here, post: answers("200", card, "404", "409") },
    "/cards/{cardId}/star": {
      ...here,
      put: answers("204", undefined, "404", "409"),
      delete: answers("204", undefined, "404", "409"),
    },
  },
});

async function find(fault?: BoardFault): Promise<readonly string[]> {
  const service = await startBoard(fault);
  try {
    const found = foundIn(await testAgainst(service.url, api, { size: "1" }));
    return found.filter((line) => !line.startsWith("NOTE"));
  } finally {
    await service.close();
  }
}

describe.concurrent("cards in an order, with stars beside what is versioned", () => {
  it("give nobody an objection", async () => {
    expect(await find()).toEqual([]);
  });

  it.each<[BoardFault, string]>([
    ["the ETag stays when the title changes", "ERR etag-guards-writes PATCH /cards/{cardId}"],
    ["a star counts each time it is given", "WARN action-takes-effect-once PUT /cards/{cardId}/star"],
    ["a new title makes the card white", "ERR patch-touches-what-it-names PATCH /cards/{cardId}"],
    ["a card takes the title of one that is deleted", "WARN others-untouched DELETE /cards/{cardId}"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault)).toContain(expected);
  });
});
