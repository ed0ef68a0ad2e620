import { Hono } from "hono";
import type { Json } from "#base/json";
import { loadApiFromJson } from "#openapi/load-api";
import type { Service } from "#services/service";

interface Sheet {
  readonly no: string;
  readonly text: string;
  readonly seal: string;
}

/**
 * Sheets in a drawer, with verbs and names that mislead or say nothing: what creates is a POST called `sync`, a GET
 * called `x1` deletes, a POST called `x3` is an action and one called `x4` an update, and errors come with a 200. Only trying tells.
 */
export const drawer: Service = {
  name: "drawer",
  title: "Drawer",
  faults: {},
  createApp: () => {
    const sheets = new Map<string, Sheet>([["S-KEEP", { no: "S-KEEP", text: "not yours", seal: "open" }]]);
    const app = new Hono();
    const no = () => ({ ok: false, error: { text: "no sheet" } });
    app.get("/drawer", (c) => c.json({ ok: true, rows: [...sheets.values()] }));
    app.post("/drawer", async (c) => {
      const { no: key, text } = await c.req.json<Sheet>();
      if (sheets.has(key)) return c.json({ ok: false, error: { text: "taken" } });
      sheets.set(key, { no: key, text, seal: "open" });
      return c.json({ ok: true });
    });
    app.get("/drawer/:no", (c) => {
      const sheet = sheets.get(c.req.param("no"));
      return c.json(sheet === undefined ? no() : { ok: true, row: sheet });
    });
    app.get("/drawer/:no/x1", (c) => c.json(sheets.delete(c.req.param("no")) ? { ok: true } : no()));
    app.post("/drawer/:no/x3", (c) => {
      const sheet = sheets.get(c.req.param("no"));
      if (sheet === undefined) return c.json(no());
      sheets.set(sheet.no, { ...sheet, seal: "shut" });
      return c.json({ ok: true });
    });
    app.post("/drawer/:no/x4", async (c) => {
      const sheet = sheets.get(c.req.param("no"));
      if (sheet === undefined) return c.json(no());
      sheets.set(sheet.no, { ...sheet, text: (await c.req.json<Sheet>()).text });
      return c.json({ ok: true });
    });
    return app;
  },
};

const NO: Json = { type: "string", pattern: "^S-[0-9]{6}$" };
const TEXT: Json = { type: "string", minLength: 1, maxLength: 60 };
const SHEET: Json = { type: "object", required: ["no", "text"], properties: { no: NO, text: TEXT } };
const ROW: Json = { type: "object", properties: { no: NO, text: TEXT, seal: { type: "string" } } };

function answers(properties: Json): Json {
  const schema = { type: "object", required: ["ok"], properties };
  return { "200": { description: "", content: { "application/json": { schema } } } };
}

const OK: Json = { ok: { type: "boolean" }, error: { type: "object" } };
const body = (schema: Json): Json => ({ required: true, content: { "application/json": { schema } } });
const one: Json = { name: "no", in: "path", required: true, schema: NO };

export const DRAWER_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Drawer", version: "1" },
  paths: {
    "/drawer": {
      get: { responses: answers({ ok: { type: "boolean" }, rows: { type: "array", items: ROW } }) },
      post: { operationId: "sync", requestBody: body(SHEET), responses: answers(OK) },
    },
    "/drawer/{no}": {
      parameters: [one],
      get: { responses: answers({ ok: { type: "boolean" }, row: ROW }) },
    },
    "/drawer/{no}/x1": { parameters: [one], get: { responses: answers(OK) } },
    "/drawer/{no}/x3": { parameters: [one], post: { responses: answers(OK) } },
    "/drawer/{no}/x4": {
      parameters: [one],
      post: {
        requestBody: body({ type: "object", required: ["text"], properties: { text: TEXT } }),
        responses: answers(OK),
      },
    },
  },
};

export function drawerApi() {
  const loaded = loadApiFromJson(DRAWER_DOCUMENT);
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
  return loaded.value;
}
