import { randomUUID } from "node:crypto";
import type { JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

/** It stores one less of what does not divide by two. */
export type CratesFault = "rounds-down";

const crate = {
  type: "object",
  required: ["label", "bottles"],
  properties: {
    id: { type: "string", readOnly: true },
    label: { type: "string", minLength: 1, maxLength: 40 },
    bottles: { type: "integer", minimum: 2, maximum: 400 },
  },
};
const json = (schema: object) => ({ "application/json": { schema } });
const answer = (schema: object) => ({ description: "OK", content: json(schema) });
const refusals = { 400: { description: "Refused" }, 404: { description: "Refused" } };

export const CRATES = {
  openapi: "3.0.3",
  info: { title: "Crates", version: "1" },
  paths: {
    "/crates": {
      get: { responses: { 200: answer({ type: "array", items: crate }) } },
      post: {
        requestBody: { required: true, content: json(crate) },
        responses: { 201: answer(crate), ...refusals },
      },
    },
    "/crates/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: answer(crate), ...refusals } },
      delete: { responses: { 204: { description: "Gone" }, ...refusals } },
    },
  },
};

export function startCrates(fault?: CratesFault): Promise<Served> {
  const crates = new Map<string, JsonObject>();
  return serveJson((method, [collection, id, ...more], { label, bottles }) => {
    if (collection !== "crates" || more.length > 0) return [404, { message: "no such path" }];
    if (id === undefined) {
      if (method === "GET") return [200, [...crates.values()]];
      if (method !== "POST") return [405];
      if (!isText(label)) return [400, { message: "label: a text is needed" }];
      if (typeof bottles !== "number" || !Number.isInteger(bottles) || bottles < 2 || bottles > 400)
        return [400, { message: "bottles: a whole number from 2 to 400 is needed" }];
      const stored = fault === "rounds-down" ? bottles - (bottles % 2) : bottles;
      const made = { id: randomUUID(), label, bottles: stored };
      crates.set(made.id, made);
      return [201, { ...made, bottles }];
    }
    if (method !== "GET" && method !== "DELETE") return [405];
    const found = crates.get(id);
    if (found === undefined) return [404, { message: "no such crate" }];
    if (method === "GET") return [200, found];
    crates.delete(id);
    return [204];
  });
}
