import { isArray, isObject, type Json } from "#base/json";
import { type JsonAnswer as Answer, isText, type Served, serveJson } from "./serve-json.js";

type Row = Record<string, Json>;

export interface Desk extends Served {
  readonly document: Json;
  /** How many cases there are. */
  readonly left: () => number;
  /** The ids that were named, in a body or a list, and are of no case that was ever made. */
  readonly strangers: readonly string[];
}

/**
 * Cases with remarks, which say something or quote a phrase, never both. One case is merged into another, and several are
 * changed at once; whom they are given to, nothing tells.
 */
export async function startDesk(): Promise<Desk> {
  const cases = new Map<string, { row: Row; remarks: Row[] }>();
  const made = new Set<string>();
  const strangers: string[] = [];
  let last = 0;
  const named = (id: Json | undefined) => {
    if (!made.has(String(id))) strangers.push(String(id));
    return cases.get(String(id));
  };
  const wrong = (message: string): Answer => [422, { message }];
  const remark = (remarks: Row[], { text, phrase_id }: Row): Answer => {
    if (phrase_id !== undefined && phrase_id !== 4711) return wrong("phrase_id: must be that of a phrase");
    if ((text === undefined) === (phrase_id === undefined))
      return wrong("either text or phrase_id is required");
    if (text !== undefined && !isText(text)) return wrong("text: 1 to 40 characters");
    const one = { id: `m${++last}`, text: text ?? "as usual" };
    remarks.push(one);
    return [201, one];
  };
  const merge = (row: Row, { into_id }: Row): Answer => {
    const other = named(into_id);
    if (other === undefined || other.row === row) return wrong("into_id: must be that of another case");
    if (row.state === "closed" || other.row.state === "closed") return [409, { message: "it is closed" }];
    row.state = "closed";
    row.merged_into = other.row.id ?? null;
    return [200, other.row];
  };
  const change = ({ ids, changes }: Row): Answer => {
    if (!isArray(ids) || ids.length === 0 || !isObject(changes)) return wrong("ids and changes are wanted");
    const { weight, clerk_id } = changes;
    if (clerk_id !== undefined) return wrong("clerk_id: there is no such clerk");
    if (typeof weight !== "number") return wrong("changes: at least one is wanted");
    const found = ids.map(named).filter((one) => one !== undefined);
    for (const { row } of found) row.weight = weight;
    return [200, { changed: found.length }];
  };
  const server = await serveJson((asked, [kind, id, part, inner], sent) => {
    const method = asked === "HEAD" ? "GET" : asked;
    if (kind !== "cases") return [404, { message: "not found" }];
    if (id === undefined && method === "GET") return [200, [...cases.values()].map(({ row }) => row)];
    if (id === undefined) {
      if (method !== "POST") return [405];
      if (!isText(sent.title)) return wrong("title: 1 to 40 characters");
      const row = { id: `c${++last}`, title: sent.title, state: "open", weight: 0, merged_into: null };
      made.add(row.id);
      cases.set(row.id, { row, remarks: [] });
      return [201, row];
    }
    if (id === "bulk_change") return method === "POST" ? change(sent) : [405];
    const one = cases.get(id);
    if (one === undefined) return [404, { message: "not found" }];
    if (part === "merge") return method === "POST" ? merge(one.row, sent) : [405];
    if (part === "remarks" && inner === undefined)
      return method === "GET" ? [200, one.remarks] : method === "POST" ? remark(one.remarks, sent) : [405];
    if (part === "remarks") {
      const at = one.remarks.findIndex((each) => each.id === inner);
      if (at < 0) return [404, { message: "not found" }];
      if (method === "GET") return [200, one.remarks[at] ?? null];
      if (method !== "DELETE") return [405];
      one.remarks.splice(at, 1);
      return [204];
    }
    if (part !== undefined) return [404, { message: "not found" }];
    if (method === "DELETE") cases.delete(id);
    return method === "GET" ? [200, one.row] : method === "DELETE" ? [204] : [405];
  });
  return { ...server, document: DOCUMENT, left: () => cases.size, strangers };
}

const text = { type: "string", minLength: 1, maxLength: 40 };
const thing = (properties: Row, ...optional: readonly string[]) => ({
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const of = (schema: Json) => ({ content: { "application/json": { schema } } });
const answer = (schema: Json) => ({ description: "it", ...of(schema) });
const body = (schema: Json) => ({ requestBody: { required: true, ...of(schema) } });
const no = { description: "no" };
const gone = { responses: { 204: { description: "gone" }, 404: no } };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const number = { type: "integer", minimum: 1 };
const aCase = thing({
  id: text,
  title: text,
  state: { type: "string", enum: ["open", "closed"] },
  weight: { type: "integer" },
  merged_into: { type: ["string", "null"] },
});
const aRemark = thing({ id: text, text });
const changes = thing({ weight: number, clerk_id: number }, "weight", "clerk_id");

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Desk", version: "1" },
  paths: {
    "/cases": {
      get: { responses: { 200: answer({ type: "array", items: aCase }) } },
      post: { ...body(thing({ title: text })), responses: { 201: answer(aCase), 422: no } },
    },
    "/cases/bulk_change": {
      post: {
        ...body(thing({ ids: { type: "array", minItems: 1, items: text }, changes })),
        responses: { 200: answer(thing({ changed: { type: "integer" } })), 422: no },
      },
    },
    "/cases/{case_id}": {
      parameters: [inPath("case_id")],
      get: { responses: { 200: answer(aCase), 404: no } },
      delete: gone,
    },
    "/cases/{case_id}/merge": {
      parameters: [inPath("case_id")],
      post: {
        ...body(thing({ into_id: text })),
        responses: { 200: answer(aCase), 404: no, 409: no, 422: no },
      },
    },
    "/cases/{case_id}/remarks": {
      parameters: [inPath("case_id")],
      get: { responses: { 200: answer({ type: "array", items: aRemark }), 404: no } },
      post: {
        ...body(thing({ text, phrase_id: number }, "text", "phrase_id")),
        responses: { 201: answer(aRemark), 404: no, 422: no },
      },
    },
    "/cases/{case_id}/remarks/{remark_id}": {
      parameters: [inPath("case_id"), inPath("remark_id")],
      get: { responses: { 200: answer(aRemark), 404: no } },
      delete: gone,
    },
  },
} as unknown as Json;
