import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

/** Of each third day it stores the one before, of notes with a multiple of three letters all but the last. */
export type ParcelsFault = "third-days" | "third-lengths";

const parcel = {
  type: "object",
  required: ["packed", "note"],
  properties: {
    id: { type: "string", readOnly: true },
    packed: { type: "string", format: "date" },
    note: { type: "string", minLength: 2, maxLength: 60 },
  },
};
const json = (schema: object) => ({ "application/json": { schema } });
const answer = (schema: object) => ({ description: "OK", content: json(schema) });
const refusals = { 400: { description: "Refused" }, 404: { description: "Refused" } };

export const PARCELS = {
  openapi: "3.0.3",
  info: { title: "Parcels", version: "1" },
  paths: {
    "/parcels": {
      get: { responses: { 200: answer({ type: "array", items: parcel }) } },
      post: {
        requestBody: { required: true, content: json(parcel) },
        responses: { 201: answer(parcel), ...refusals },
      },
    },
    "/parcels/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: answer(parcel), ...refusals } },
      delete: { responses: { 204: { description: "Gone" }, ...refusals } },
    },
  },
} as unknown as Json;

const DAY = 86_400_000;

export function startParcels(fault?: ParcelsFault): Promise<Served> {
  const parcels = new Map<string, JsonObject>();
  return serveJson((method, [collection, id, ...more], { packed, note }) => {
    if (collection !== "parcels" || more.length > 0) return [404, { message: "no such path" }];
    if (id === undefined) {
      if (method === "GET") return [200, [...parcels.values()]];
      if (method !== "POST") return [405];
      if (!isText(packed) || !/^\d{4}-\d\d-\d\d$/.test(packed) || Number.isNaN(Date.parse(packed)))
        return [400, { message: "packed: a day is needed" }];
      if (!isText(note) || note.length < 2 || note.length > 60)
        return [400, { message: "note: a text of 2 to 60 letters is needed" }];
      const made = { id: randomUUID(), packed, note };
      const isThird = Number(packed.slice(-2)) % 3 === 0;
      const before = new Date(Date.parse(packed) - DAY).toISOString().slice(0, 10);
      parcels.set(made.id, {
        ...made,
        ...(fault === "third-days" && isThird ? { packed: before } : {}),
        ...(fault === "third-lengths" && note.length % 3 === 0 ? { note: note.slice(0, -1) } : {}),
      });
      return [201, made];
    }
    if (method !== "GET" && method !== "DELETE") return [405];
    const found = parcels.get(id);
    if (found === undefined) return [404, { message: "no such parcel" }];
    if (method === "GET") return [200, found];
    parcels.delete(id);
    return [204];
  });
}
