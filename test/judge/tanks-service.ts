import { Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const TANKS_FAULTS = {
  "drain-spills-one": "POST /tanks/{tankId}/drain takes one more than was asked for, and does not say so.",
  "small-fill-is-doubled": "POST /tanks/{tankId}/fill counts amounts below 10 twice.",
  "fill-fills-up": "POST /tanks/{tankId}/fill fills the tank up, whatever amount is sent.",
  "refused-drain-empties": "POST /tanks/{tankId}/drain refuses more than there is, and empties the tank.",
  "last-drop-stays": "POST /tanks/{tankId}/drain refuses to give out all that there is.",
  "spilling-is-told": "No fault: POST /tanks/{tankId}/drain takes one more, and says so.",
  "measured-in-gallons": "No fault: what is sent is gallons, and what is shown is litres.",
  "level-is-set": "No fault: POST /tanks/{tankId}/fill fills the tank up to the amount.",
  "empty-at-first": "No fault: every tank is empty at first, and says whether there is something in it.",
} as const;

/** Every tank holds so much, and is half full at first. */
const ROOM = 1000;

interface Tank {
  readonly id: number;
  readonly room: number;
  litres: number;
}

/** Tanks that are filled and drained: correct, but for one fault at most. */
export const tanks: Service = {
  name: "tanks",
  title: "Tanks",
  faults: TANKS_FAULTS,
  createApp: (name) => {
    const fault = knownFault(TANKS_FAULTS, name);
    const all = new Map<number, Tank>();
    let lastId = 0;
    const app = new Hono();
    app.get("/tanks", (c) => c.json([...all.values()].map(shown)));
    app.post("/tanks", (c) => {
      const tank = { id: ++lastId, room: ROOM, litres: fault === "empty-at-first" ? 0 : ROOM / 2 };
      all.set(tank.id, tank);
      return c.json(shown(tank), 201);
    });
    app.get("/tanks/:id", (c) => {
      const tank = all.get(Number(c.req.param("id")));
      return tank === undefined ? c.json({ error: "not here" }, 404) : c.json(shown(tank));
    });
    app.delete("/tanks/:id", (c) =>
      all.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json({ error: "not here" }, 404),
    );
    for (const verb of ["fill", "drain"] as const)
      app.post(`/tanks/:id/${verb}`, async (c) => {
        const tank = all.get(Number(c.req.param("id")));
        const sent = await c.req.json<{ amount?: unknown }>().catch(() => null);
        const amount = Number(sent?.amount);
        if (!Number.isInteger(sent?.amount) || amount < 1)
          return c.json({ error: "An amount is needed." }, 400);
        if (tank === undefined) return c.json({ error: "not here" }, 404);
        const spilt =
          verb === "drain" && (fault === "drain-spills-one" || fault === "spilling-is-told") ? 1 : 0;
        const litres = amountOf(tank, verb, amount) + spilt;
        const isLast = fault === "last-drop-stays" && verb === "drain" && litres === tank.litres;
        if (verb === "drain" && (litres > tank.litres || isLast)) {
          const { litres: left } = tank;
          if (fault === "refused-drain-empties") tank.litres = 0;
          return c.json({ error: `Only ${left} are left.` }, 409);
        }
        if (verb === "fill" && tank.litres + litres > tank.room) return c.json({ error: "No room." }, 409);
        tank.litres += verb === "fill" ? litres : -litres;
        return c.json(fault === "spilling-is-told" ? { ...tank, spilt } : shown(tank));
      });
    return app;

    function shown(tank: Tank) {
      return fault === "empty-at-first" ? { ...tank, usable: tank.litres > 0 } : tank;
    }

    function amountOf(tank: Tank, verb: "fill" | "drain", amount: number): number {
      if (fault === "measured-in-gallons") return 4 * amount;
      if (verb === "drain") return amount;
      if (fault === "level-is-set") return Math.max(amount, 2) - tank.litres;
      if (fault === "fill-fills-up") return tank.room - tank.litres;
      return fault === "small-fill-is-doubled" && amount < 10 ? 2 * amount : amount;
    }
  },
};

const whole: Json = { type: "integer" };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusal: Json = { description: "" };
const tank: Json = {
  type: "object",
  required: ["id", "litres"],
  properties: { id: whole, room: whole, litres: whole, spilt: whole, usable: { type: "boolean" } },
};
const parameters: Json = [{ name: "tankId", in: "path", required: true, schema: whole }];
const action: Json = {
  parameters,
  post: {
    requestBody: {
      required: true,
      content: content({
        type: "object",
        required: ["amount"],
        properties: { amount: { type: "integer", minimum: 1, maximum: 100, example: 12 } },
      }),
    },
    responses: { "200": answer(tank), "400": refusal, "404": refusal, "409": refusal },
  },
};

export const TANKS_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Tanks", version: "1" },
  paths: {
    "/tanks": {
      get: { responses: { "200": answer({ type: "array", items: tank }) } },
      post: { responses: { "201": answer(tank) } },
    },
    "/tanks/{tankId}": {
      parameters,
      get: { responses: { "200": answer(tank), "404": refusal } },
      delete: { responses: { "204": refusal, "404": refusal } },
    },
    "/tanks/{tankId}/fill": action,
    "/tanks/{tankId}/drain": action,
  },
};
