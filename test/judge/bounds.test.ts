import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";

const whole: Json = { type: "integer" };

/** Things of three kinds, one below the other; the bound of a plan is about what its name says, and here nobody keeps to it. */
const KINDS = {
  plans: (bound: string) => ({ [bound]: { type: "integer", minimum: 1, maximum: 9 } }),
  members: () => ({ planId: whole }),
  bookings: () => ({ memberId: whole }),
} as const satisfies Record<string, (bound: string) => Readonly<Record<string, Json>>>;

const ABOVE: Readonly<Record<string, readonly [string, string]>> = {
  members: ["planId", "plans"],
  bookings: ["memberId", "members"],
};

const club: Service = {
  name: "club",
  title: "Club",
  faults: {},
  createApp: () => {
    const app = new Hono();
    const all = new Map(Object.keys(KINDS).map((kind) => [kind, new Map<number, object>()]));
    let lastId = 0;
    for (const [kind, things] of all) {
      const one = `/${kind}/:id`;
      app.get(`/${kind}`, (c) => c.json([...things.values()]));
      app.get(one, (c) => {
        const found = things.get(Number(c.req.param("id")));
        return found === undefined ? c.json({ error: "not here" }, 404) : c.json(found);
      });
      app.delete(one, (c) =>
        things.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json({ error: "not here" }, 404),
      );
      app.post(`/${kind}`, async (c) => {
        const sent = await c.req.json<Record<string, unknown>>();
        const [member, parent] = ABOVE[kind] ?? [];
        if (member !== undefined && all.get(parent ?? "")?.has(Number(sent[member])) !== true)
          return c.json({ error: `${member} names nothing` }, 422);
        const thing = { ...sent, id: ++lastId };
        things.set(thing.id, thing);
        return c.json(thing, 201);
      });
    }
    return app;
  },
};

function clubDocument(bound: string): Json {
  const content = (schema: Json): Json => ({ "application/json": { schema } });
  const paths = Object.entries(KINDS).flatMap(([kind, propertiesOf]) => {
    const properties = propertiesOf(bound);
    const schema: Json = { type: "object", properties: { id: whole, ...properties } };
    const sent: Json = { type: "object", required: Object.keys(properties), properties };
    const answer = (of: Json): Json => ({ description: "", content: content(of) });
    const refusal: Json = { description: "" };
    return [
      [
        `/${kind}`,
        {
          get: { responses: { "200": answer({ type: "array", items: schema }) } },
          post: {
            requestBody: { required: true, content: content(sent) },
            responses: { "201": answer(schema), "400": refusal, "409": refusal, "422": refusal },
          },
        },
      ],
      [
        `/${kind}/{id}`,
        {
          parameters: [{ name: "id", in: "path", required: true, schema: whole }],
          get: { responses: { "200": answer(schema), "404": refusal } },
          delete: { responses: { "204": refusal, "404": refusal } },
        },
      ],
    ] as const;
  });
  return { openapi: "3.0.3", info: { title: "Club", version: "1" }, paths: Object.fromEntries(paths) };
}

it.each([
  ["capacity", ["WARN bounds-bind POST /members"]],
  ["maxMembers", ["WARN bounds-bind POST /members"]],
  // How many bookings a member may have, and not how many members a plan may.
  ["maxBookings", []],
  // Days are measured, and no members.
  ["maxFreezeDays", []],
])("a plan's %s that nobody keeps to: %s", async (bound, expected) => {
  const started = await startService(club, {});
  if (!started.ok) throw new Error("the club does not start");
  try {
    const wish = { size: "1", walks: false, oracles: only("bounds-bind") };
    const record = await testAgainst(started.value.url, apiOf(clubDocument(bound)), wish);
    expect(foundIn(record).filter((line) => line.includes("bounds-bind"))).toEqual(expected);
  } finally {
    await started.value.close();
  }
});
