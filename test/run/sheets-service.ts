import type { Json } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

export interface Sheets extends Served {
  readonly document: Json;
  readonly left: () => number;
}

/** Sheets that are only changed by who says which version of them is meant, or that any is. */
export async function startSheets(): Promise<Sheets> {
  const sheets = new Map<string, { id: string; title: string; version: number }>();
  let last = 0;
  const server = await serveJson((asked, [kind, id, part], { title }, headers) => {
    const method = asked === "HEAD" ? "GET" : asked;
    if (kind !== "sheets" || part !== undefined) return [404, { message: "not found" }];
    if (id === undefined && method === "GET") return [200, [...sheets.values()]];
    if (id === undefined && method !== "POST") return [405];
    if (["POST", "PATCH"].includes(method) && !isText(title))
      return [422, { message: "title: 1 to 40 characters" }];
    if (id === undefined) {
      const made = { id: `s${++last}`, title: String(title), version: 1 };
      sheets.set(made.id, made);
      return [201, made];
    }
    const sheet = sheets.get(id);
    if (sheet === undefined) return [404, { message: "not found" }];
    if (method === "DELETE") sheets.delete(id);
    if (method === "DELETE") return [204];
    if (method === "GET") return [200, sheet];
    if (method !== "PATCH") return [405];
    const meant = headers["if-match"];
    if (meant === undefined) return [428, { message: "If-Match is wanted" }];
    if (meant !== "*" && meant !== `"${sheet.version}"`) return [412, { message: "it has changed since" }];
    sheet.title = String(title);
    sheet.version += 1;
    return [200, sheet];
  });
  return { ...server, document: DOCUMENT, left: () => sheets.size };
}

const text = { type: "string", minLength: 1, maxLength: 40 };
const thing = (properties: Record<string, Json>) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const of = (schema: Json) => ({ content: { "application/json": { schema } } });
const sheet = thing({ id: text, title: text, version: { type: "integer" } });
const answer = (schema: Json) => ({ description: "it", ...of(schema) });
const body = { requestBody: { required: true, ...of(thing({ title: text })) } };
const no = { description: "no" };

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Sheets", version: "1" },
  paths: {
    "/sheets": {
      get: { responses: { 200: answer({ type: "array", items: sheet }) } },
      post: { ...body, responses: { 201: answer(sheet), 422: no } },
    },
    "/sheets/{sheetId}": {
      parameters: [{ name: "sheetId", in: "path", required: true, schema: text }],
      get: { responses: { 200: answer(sheet), 404: no } },
      patch: {
        parameters: [
          { name: "If-Match", in: "header", required: true, schema: { type: "string", example: '"12"' } },
        ],
        ...body,
        responses: { 200: answer(sheet), 404: no, 412: no, 422: no, 428: no },
      },
      delete: { responses: { 204: { description: "gone" }, 404: no } },
    },
  },
} as unknown as Json;
