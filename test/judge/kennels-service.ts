import { type Context, Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const KENNELS_FAULTS = {
  "called-off-counts": "POST /stays/{stayId}/call-off does not lower the guests of the kennel.",
  "arrived-is-forgotten":
    "POST /stays/{stayId}/arrive lowers the guests of the kennel, who are still counted.",
  "longer-costs-the-same": "PATCH /stays/{stayId} counts the nights anew, and not what they cost.",
  "fourth-keeper": "POST /kennels/{kennelId}/keepers takes one keeper more than the document says.",
  "key-feeds-twice": "POST /meals with a known key answers as the first time, and feeds once more.",
  "key-of-another": "POST /meals with a known key answers as the first time, whatever is asked for.",
  "guests-of-all-time": "No fault: the document says that all stays count, and they do for ever.",
  "keepers-of-a-day": "No fault: the document speaks of keepers on one day, and takes any number.",
} as const;

export type KennelsFault = keyof typeof KENNELS_FAULTS;

interface Kennel {
  readonly id: number;
  readonly name: string;
  readonly rate: number;
  guests: number;
  grams: number;
}

interface Stay {
  readonly id: number;
  readonly kennelId: number;
  readonly rate: number;
  from: string;
  until: string;
  nights: number;
  total: number;
  status: string;
}

const DAY = 86_400_000;

/** Kennels with stays, keepers and meals: correct, but for one fault at most. */
export const kennels: Service = {
  name: "kennels",
  title: "Kennels",
  faults: KENNELS_FAULTS,
  createApp: (name) => {
    const fault = knownFault(KENNELS_FAULTS, name);
    const [all, stays] = [new Map<number, Kennel>(), new Map<number, Stay>()];
    const keepers = new Map<
      number,
      { readonly id: number; readonly kennelId: number; readonly name: string }
    >();
    const meals = new Map<
      number,
      { readonly id: number; readonly kennelId: number; readonly grams: number }
    >();
    const keys = new Map<string, { readonly sent: string; readonly meal: number }>();
    let lastId = 0;
    const app = new Hono();
    const absent = (c: Context) => c.json({ error: "not here" }, 404);
    const wrong = (c: Context, error: string) => c.json({ error }, 400);
    const idIn = (c: Context, parameter = "id") => Number(c.req.param(parameter));
    const bodyOf = async (c: Context): Promise<Record<string, unknown> | null> => {
      const sent = await c.req.json().catch(() => null);
      return typeof sent === "object" && !Array.isArray(sent) ? sent : null;
    };
    const isText = (sent: unknown): sent is string =>
      typeof sent === "string" && sent !== "" && sent.length <= 40;

    app.get("/kennels", (c) => c.json([...all.values()]));
    app.post("/kennels", async (c) => {
      const sent = await bodyOf(c);
      if (!isText(sent?.name)) return wrong(c, "A name is needed.");
      const id = ++lastId;
      const kennel = { id, name: sent.name, rate: 10 + (id % 7), guests: 0, grams: 0 };
      all.set(id, kennel);
      return c.json(kennel, 201);
    });
    for (const [path, things] of [
      ["/kennels/:id", all],
      ["/stays/:id", stays],
      ["/meals/:id", meals],
    ] as const) {
      app.get(path, (c) => {
        const thing = things.get(idIn(c));
        return thing === undefined ? absent(c) : c.json(thing);
      });
      app.delete(path, (c) => {
        const stay = things === stays ? stays.get(idIn(c)) : undefined;
        if (stay !== undefined && ["planned", "here"].includes(stay.status)) leaves(stay);
        const meal = things === meals ? meals.get(idIn(c)) : undefined;
        const fed = meal && all.get(meal.kennelId);
        if (meal !== undefined && fed !== undefined) fed.grams -= meal.grams;
        if (things === all)
          for (const kept of [stays, keepers, meals])
            for (const [id, { kennelId }] of kept) if (kennelId === idIn(c)) kept.delete(id);
        return things.delete(idIn(c)) ? c.body(null, 204) : absent(c);
      });
    }
    const leaves = ({ kennelId }: Stay) => {
      const kennel = all.get(kennelId);
      if (kennel !== undefined && fault !== "guests-of-all-time") kennel.guests -= 1;
    };

    app.get("/kennels/:kennelId/keepers", (c) =>
      all.has(idIn(c, "kennelId"))
        ? c.json([...keepers.values()].filter(({ kennelId }) => kennelId === idIn(c, "kennelId")))
        : absent(c),
    );
    app.post("/kennels/:kennelId/keepers", async (c) => {
      const kennelId = idIn(c, "kennelId");
      const sent = await bodyOf(c);
      if (!all.has(kennelId)) return absent(c);
      if (!isText(sent?.name)) return wrong(c, "A name is needed.");
      const most = fault === "keepers-of-a-day" ? Infinity : fault === "fourth-keeper" ? 4 : 3;
      if ([...keepers.values()].filter((one) => one.kennelId === kennelId).length >= most)
        return c.json({ error: "There are keepers enough." }, 409);
      const keeper = { id: ++lastId, kennelId, name: sent.name };
      keepers.set(keeper.id, keeper);
      return c.json(keeper, 201);
    });
    app.get("/kennels/:kennelId/keepers/:id", (c) => {
      const keeper = keepers.get(idIn(c));
      return keeper?.kennelId === idIn(c, "kennelId") ? c.json(keeper) : absent(c);
    });
    app.delete("/kennels/:kennelId/keepers/:id", (c) =>
      keepers.get(idIn(c))?.kennelId === idIn(c, "kennelId") && keepers.delete(idIn(c))
        ? c.body(null, 204)
        : absent(c),
    );

    const isDay = (sent: unknown): sent is string =>
      typeof sent === "string" && /^\d{4}-\d\d-\d\d$/.test(sent) && !Number.isNaN(Date.parse(sent));
    const nightsOf = (from: string, until: string) =>
      Math.round((Date.parse(until) - Date.parse(from)) / DAY);
    app.get("/stays", (c) => c.json([...stays.values()]));
    app.post("/stays", async (c) => {
      const sent = await bodyOf(c);
      const kennel = all.get(Number(sent?.kennelId));
      if (!isDay(sent?.from) || !isDay(sent.until)) return wrong(c, "Two days are needed.");
      if (kennel === undefined) return c.json({ error: "There is no such kennel." }, 422);
      const { from, until } = sent;
      const nights = nightsOf(from, until);
      if (nights < 1) return c.json({ error: "The until must be after the from." }, 422);
      const { id: kennelId, rate } = kennel;
      const stay = {
        id: ++lastId,
        kennelId,
        rate,
        from,
        until,
        nights,
        total: nights * rate,
        status: "planned",
      };
      stays.set(stay.id, stay);
      kennel.guests += 1;
      return c.json(stay, 201);
    });
    app.patch("/stays/:id", async (c) => {
      const stay = stays.get(idIn(c));
      const sent = await bodyOf(c);
      if (stay === undefined) return absent(c);
      const { from = stay.from, until = stay.until } = sent ?? {};
      if (sent === null || !isDay(from) || !isDay(until)) return wrong(c, "Days are needed.");
      const nights = nightsOf(from, until);
      if (nights < 1) return c.json({ error: "The until must be after the from." }, 422);
      Object.assign(stay, { from, until, nights });
      if (fault !== "longer-costs-the-same") stay.total = nights * stay.rate;
      return c.json(stay);
    });
    for (const [verb, [was, status]] of Object.entries(MOVES))
      app.post(`/stays/:id/${verb}`, (c) => {
        const stay = stays.get(idIn(c));
        if (stay === undefined) return absent(c);
        if (stay.status !== was) return c.json({ error: `It is ${stay.status}.` }, 409);
        stay.status = status;
        const isOver = status === "left" || status === "called_off";
        const isKept = fault === "called-off-counts" && verb === "call-off";
        if ((isOver && !isKept) || (fault === "arrived-is-forgotten" && verb === "arrive")) leaves(stay);
        return c.json(stay);
      });

    app.post("/meals", async (c) => {
      const sent = await bodyOf(c);
      const kennel = all.get(Number(sent?.kennelId));
      const grams = Number(sent?.grams);
      if (!Number.isInteger(sent?.grams) || grams < 1 || grams > 1000) return wrong(c, "Grams are needed.");
      if (kennel === undefined) return c.json({ error: "There is no such kennel." }, 422);
      const key = c.req.header("idempotency-key");
      const known = key === undefined ? undefined : keys.get(key);
      const asked = JSON.stringify(sent);
      if (known !== undefined && known.sent !== asked && fault !== "key-of-another")
        return c.json({ error: "The key was used for something else." }, 409);
      if (known !== undefined) {
        if (fault === "key-feeds-twice") kennel.grams += grams;
        return c.json(meals.get(known.meal));
      }
      const meal = { id: ++lastId, kennelId: kennel.id, grams };
      meals.set(meal.id, meal);
      kennel.grams += grams;
      if (key !== undefined) keys.set(key, { sent: asked, meal: meal.id });
      return c.json(meal, 201);
    });
    return app;
  },
};

const MOVES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  arrive: ["planned", "here"],
  leave: ["here", "left"],
  "call-off": ["planned", "called_off"],
};

const whole: Json = { type: "integer" };
const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const day: Json = { type: "string", format: "date" };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { description: "" }]));
const object = (required: readonly string[], properties: Readonly<Record<string, Json>>): Json => ({
  type: "object",
  required: [...required],
  properties,
});
const sends = (schema: Json): Json => ({ required: true, content: content(schema) });
const named = (...names: readonly string[]): Json =>
  names.map((name) => ({ name, in: "path", required: true, schema: whole }));

/** Of kennels and `part`, or of all. */
export function kennelsDocument(part = "", way?: string): Json {
  const guests = way === "guests-of-all-time" ? "Stays of all time." : "Stays that are planned or here.";
  const keepersSaid =
    way === "keepers-of-a-day" ? "There are at most 3 keepers a day." : "A kennel has at most 3 keepers.";
  const kennel = object(["id"], {
    id: whole,
    name: text,
    rate: whole,
    guests: { type: "integer", description: guests },
    grams: whole,
  });
  const keeper = object(["id"], { id: whole, kennelId: whole, name: text });
  const meal = object(["id"], { id: whole, kennelId: whole, grams: whole });
  const stay = object(["id"], {
    id: whole,
    kennelId: whole,
    from: day,
    until: day,
    nights: whole,
    rate: whole,
    total: whole,
    status: { type: "string", enum: ["planned", "here", "left", "called_off"] },
  });
  const item = (name: string, schema: Json, more = {}): Json => ({
    parameters: named(name),
    get: { responses: { "200": answer(schema), ...refusals(404) } },
    delete: { responses: { ...refusals(204, 404) } },
    ...more,
  });
  const span = { from: day, until: day };
  const actions = Object.keys(MOVES).map((verb): [string, Json] => [
    `/stays/{stayId}/${verb}`,
    { parameters: named("stayId"), post: { responses: { "200": answer(stay), ...refusals(404, 409) } } },
  ]);
  const paths: Readonly<Record<string, Json>> = {
    "/kennels": {
      get: { responses: { "200": answer({ type: "array", items: kennel }) } },
      post: {
        requestBody: sends(object(["name"], { name: text })),
        responses: { "201": answer(kennel), ...refusals(400) },
      },
    },
    "/kennels/{kennelId}": item("kennelId", kennel),
    "/kennels/{kennelId}/keepers": {
      parameters: named("kennelId"),
      get: { responses: { "200": answer({ type: "array", items: keeper }), ...refusals(404) } },
      post: {
        description: keepersSaid,
        requestBody: sends(object(["name"], { name: text })),
        responses: { "201": answer(keeper), ...refusals(400, 404, 409) },
      },
    },
    "/kennels/{kennelId}/keepers/{keeperId}": item("keeperId", keeper, {
      parameters: named("kennelId", "keeperId"),
    }),
    "/stays": {
      get: { responses: { "200": answer({ type: "array", items: stay }) } },
      post: {
        requestBody: sends(object(["kennelId", "from", "until"], { kennelId: whole, ...span })),
        responses: { "201": answer(stay), ...refusals(400, 422) },
      },
    },
    "/stays/{stayId}": item("stayId", stay, {
      patch: {
        requestBody: sends(object([], span)),
        responses: { "200": answer(stay), ...refusals(400, 404, 422) },
      },
    }),
    ...Object.fromEntries(actions),
    "/meals": {
      post: {
        parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 60 } }],
        requestBody: sends(
          object(["kennelId", "grams"], {
            kennelId: whole,
            grams: { type: "integer", minimum: 1, maximum: 1000 },
          }),
        ),
        responses: { "200": answer(meal), "201": answer(meal), ...refusals(400, 409, 422) },
      },
    },
    "/meals/{mealId}": item("mealId", meal),
  };
  const chosen = Object.entries(paths).filter(
    ([path]) => path.includes(part) || /^\/kennels(\/\{kennelId\})?$/.test(path),
  );
  return {
    openapi: "3.0.3",
    info: { title: "Kennels", version: "1" },
    paths: Object.fromEntries(chosen),
  };
}
