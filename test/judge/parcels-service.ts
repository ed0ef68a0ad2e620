import { Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const PARCELS_FAULTS = {
  "patch-keeps-version": "PATCH /parcels/{parcelId} does not raise the version.",
  "put-keeps-weight": "PUT /parcels/{parcelId} leaves the weight of the items before.",
  "put-keeps-volume": "PUT /parcels/{parcelId} leaves the volume of the sides before.",
  "put-keeps-count": "PUT /parcels/{parcelId} leaves the number of items before.",
  "sending-not-logged": "POST /parcels/{parcelId}/send is missing in the steps of the parcel.",
  "actions-keep-version": "No fault: the version counts updates only.",
  "heavy-gets-box": "No fault: what weighs much weighs more, for its box.",
  "weight-at-first": "No fault: the weight is called that of the first look.",
} as const;

type Fault = keyof typeof PARCELS_FAULTS;
interface Item {
  readonly pieces: number;
  readonly grams: number;
}
interface Body {
  readonly note: string;
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}
interface Parcel extends Body {
  readonly id: number;
  readonly state: string;
  readonly steps: readonly object[];
  readonly labels: readonly string[];
  readonly version: number;
}

/** Parcels that are changed, labelled, packed, sent and delivered: correct, but for one fault at most. */
export const parcels: Service = {
  name: "parcels",
  title: "Parcels",
  faults: PARCELS_FAULTS,
  createApp: (name) => {
    const fault = knownFault(PARCELS_FAULTS, name);
    const all = new Map<number, Parcel & ReturnType<typeof computed>>();
    let lastId = 0;
    const app = new Hono();
    app.get("/parcels", (c) => c.json([...all.values()].map(shown)));
    app.post("/parcels", async (c) => {
      const body = await c.req.json<Body>().catch(() => undefined);
      if (!isWhole(body)) return c.json({ error: "A parcel has a note, sides and items." }, 400);
      const made = { id: ++lastId, state: "open", steps: [], labels: [], version: 1 };
      const parcel = { ...made, ...pick(body), ...computed(body, fault) };
      all.set(parcel.id, parcel);
      return c.json(shown(parcel), 201);
    });
    app.get("/parcels/:id", (c) => {
      const parcel = all.get(Number(c.req.param("id")));
      return parcel === undefined ? c.json({ error: "not here" }, 404) : c.json(shown(parcel));
    });
    app.on(["PUT", "PATCH"], "/parcels/:id", async (c) => {
      const before = all.get(Number(c.req.param("id")));
      if (before === undefined) return c.json({ error: "not here" }, 404);
      const sent = await c.req.json<Partial<Body>>().catch(() => undefined);
      const isPatch = c.req.method === "PATCH";
      const body = isPatch ? { ...pick(before), ...sent } : sent;
      if (!isWhole(body)) return c.json({ error: "A parcel has a note, sides and items." }, 400);
      const version = before.version + (fault === "patch-keeps-version" && isPatch ? 0 : 1);
      const { weight, volume, itemCount } = before;
      const keeps = isPatch ? undefined : fault;
      const kept = {
        ...(keeps === "put-keeps-weight" || fault === "weight-at-first" ? { weight } : {}),
        ...(keeps === "put-keeps-volume" ? { volume } : {}),
        ...(keeps === "put-keeps-count" ? { itemCount } : {}),
      };
      const parcel = { ...before, ...pick(body), ...computed(body, fault), ...kept, version };
      all.set(parcel.id, parcel);
      return c.json(shown(parcel));
    });
    app.delete("/parcels/:id", (c) =>
      all.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json({ error: "not here" }, 404),
    );
    for (const [verb, from, to] of STEPS)
      app.post(`/parcels/:id/${verb}`, (c) => {
        const before = all.get(Number(c.req.param("id")));
        if (before === undefined) return c.json({ error: "not here" }, 404);
        if (before.state !== from) return c.json({ error: `It is ${before.state}.` }, 409);
        const isLogged = fault !== "sending-not-logged" || verb !== "send";
        const version = before.version + (fault === "actions-keep-version" ? 0 : 1);
        const steps = isLogged ? [...before.steps, { to }] : before.steps;
        const parcel = { ...before, state: to, steps, version };
        all.set(parcel.id, parcel);
        return c.json(shown(parcel));
      });
    app.post("/parcels/:id/label", (c) => {
      const before = all.get(Number(c.req.param("id")));
      if (before === undefined) return c.json({ error: "not here" }, 404);
      const parcel = { ...before, labels: [...before.labels, "fragile"] };
      all.set(parcel.id, parcel);
      return c.json(shown(parcel));
    });
    return app;

    function shown({ weight, ...rest }: Parcel & ReturnType<typeof computed>) {
      return fault === "weight-at-first" ? { ...rest, initialWeight: weight } : { ...rest, weight };
    }
  },
};

const STEPS = [
  ["pack", "open", "packed"],
  ["send", "packed", "sent"],
  ["deliver", "sent", "delivered"],
] as const;

function computed({ items, width, height }: Body, fault: Fault | undefined) {
  const net = items.reduce((sum, { pieces, grams }) => sum + pieces * grams, 0);
  const weight = fault === "heavy-gets-box" && net > 100 ? net + 7 : net;
  return { weight, volume: width * height, itemCount: items.length };
}

function isWhole(body: Partial<Body> | undefined): body is Body {
  const isSide = (side: unknown) => Number.isInteger(side) && Number(side) >= 2;
  return (
    typeof body?.note === "string" &&
    isSide(body.width) &&
    isSide(body.height) &&
    Array.isArray(body.items) &&
    body.items.every(({ pieces, grams }) => isSide(pieces) && isSide(grams))
  );
}

function pick({ note, width, height, items }: Body): Body {
  return { note, width, height, items };
}

const whole: Json = { type: "integer" };
const side: Json = { type: "integer", minimum: 2, maximum: 90, example: 11 };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusal: Json = { description: "" };
const written = {
  note: { type: "string", minLength: 1 },
  width: side,
  height: { ...(side as object), example: 13 } as Json,
  items: {
    type: "array",
    minItems: 1,
    maxItems: 3,
    items: { type: "object", required: ["pieces", "grams"], properties: { pieces: side, grams: side } },
    example: [
      { pieces: 3, grams: 5 },
      { pieces: 4, grams: 6 },
    ],
  },
} satisfies Record<string, Json>;
const parcel: Json = {
  type: "object",
  required: ["id"],
  properties: {
    id: whole,
    ...written,
    state: { type: "string", enum: ["open", "packed", "sent", "delivered"] },
    steps: { type: "array", items: { type: "object" } },
    labels: { type: "array", items: { type: "string" } },
    version: whole,
    weight: whole,
    initialWeight: whole,
    volume: whole,
    itemCount: whole,
  },
};
const parameters: Json = [{ name: "parcelId", in: "path", required: true, schema: whole }];
const responses: Json = { "200": answer(parcel), "400": refusal, "404": refusal, "409": refusal };
const sent = (required: readonly string[]): Json => ({
  required: true,
  content: content({ type: "object", required, properties: written }),
});

export const PARCELS_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Parcels", version: "1" },
  paths: {
    "/parcels": {
      get: { responses: { "200": answer({ type: "array", items: parcel }) } },
      post: {
        requestBody: sent(Object.keys(written)),
        responses: { "201": answer(parcel), "400": refusal },
      },
    },
    "/parcels/{parcelId}": {
      parameters,
      get: { responses: { "200": answer(parcel), "404": refusal } },
      put: { requestBody: sent(Object.keys(written)), responses },
      patch: { requestBody: sent([]), responses },
      delete: { responses: { "204": refusal, "404": refusal } },
    },
    ...Object.fromEntries(
      ["pack", "send", "deliver", "label"].map((verb) => [
        `/parcels/{parcelId}/${verb}`,
        { parameters, post: { responses } },
      ]),
    ),
  },
};
