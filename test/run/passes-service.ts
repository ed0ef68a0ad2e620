import type { Json } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

interface Pass {
  readonly id: number;
  readonly owner: string;
  validUntil: string;
  state: "valid" | "revoked";
}

export interface Passes extends Served {
  readonly document: Json;
  /** What was said of the calls that asked for an extension. */
  readonly said: readonly string[];
}

/** Passes are extended to a later day than they are valid until, unless they were revoked: there is no way back from that. */
export async function startPasses(): Promise<Passes> {
  const passes = new Map<number, Pass>();
  const said: string[] = [];
  let lastId = 0;
  const served = await serveJson((method, [, id, verb], sent) => {
    if (id === undefined && method === "GET") return [200, [...passes.values()].map((one) => ({ ...one }))];
    if (id === undefined) {
      const { owner, validUntil } = sent;
      if (!isText(owner) || !isDay(validUntil)) return [400, { message: "owner and validUntil are wanted" }];
      const pass: Pass = { id: ++lastId, owner, validUntil, state: "valid" };
      passes.set(pass.id, pass);
      return [201, { ...pass }];
    }
    const pass = passes.get(Number(id));
    if (pass === undefined) return [404, { message: "there is no such pass" }];
    if (verb === "extend") {
      const { newValidUntil } = sent;
      const [status, message] = !isDay(newValidUntil)
        ? ([400, "a day is wanted"] as const)
        : pass.state === "revoked"
          ? ([409, "the pass is revoked"] as const)
          : newValidUntil <= pass.validUntil
            ? ([400, "newValidUntil must be after the day on which it ends"] as const)
            : ([200, "extended"] as const);
      said.push(message);
      if (status !== 200) return [status, { message }];
      pass.validUntil = String(newValidUntil);
    }
    if (verb === "revoke" && pass.state === "revoked") return [409, { message: "the pass is revoked" }];
    if (verb === "revoke") pass.state = "revoked";
    if (method === "DELETE") passes.delete(pass.id);
    return method === "DELETE" ? [204] : [200, { ...pass }];
  });
  return { ...served, document: DOCUMENT, said };
}

function isDay(value: Json | undefined): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}

const day: Json = { type: "string", format: "date" };
const pass: Json = {
  type: "object",
  required: ["id", "owner", "validUntil", "state"],
  properties: {
    id: { type: "integer" },
    owner: { type: "string" },
    validUntil: day,
    state: { type: "string", enum: ["valid", "revoked"] },
  },
};
const shown = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const body = (properties: Readonly<Record<string, Json>>): Json => ({
  required: true,
  content: {
    "application/json": { schema: { type: "object", required: Object.keys(properties), properties } },
  },
});
const path: Json = [{ name: "passId", in: "path", required: true, schema: { type: "integer" } }];
const refusals: Json = {
  "400": { description: "no" },
  "404": { description: "none" },
  "409": { description: "it is revoked" },
};

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Passes", version: "1" },
  paths: {
    "/passes": {
      get: { responses: { "200": shown({ type: "array", items: pass }) } },
      post: {
        requestBody: body({ owner: { type: "string", minLength: 1, maxLength: 40 }, validUntil: day }),
        responses: { "201": shown(pass), "400": { description: "no" } },
      },
    },
    "/passes/{passId}": {
      parameters: path,
      get: { responses: { "200": shown(pass), "404": { description: "none" } } },
      delete: { responses: { "204": { description: "gone" }, "404": { description: "none" } } },
    },
    "/passes/{passId}/revoke": { parameters: path, post: { responses: { "200": shown(pass), ...refusals } } },
    "/passes/{passId}/extend": {
      parameters: path,
      post: { requestBody: body({ newValidUntil: day }), responses: { "200": shown(pass), ...refusals } },
    },
  },
};
