import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";
import type { Api } from "#openapi/api";
import { apiOf } from "../run/test-against.js";

/** A small service that validates all of its input, with one switch per way to get that wrong. */
export type BoxFault =
  | "the largest size is refused"
  | "the largest size is cut"
  | "any size is taken"
  | "a number may be text"
  | "wrong types crash it"
  | "broken JSON crashes it"
  | "what is refused is stored"
  | "a refused update is stored"
  | "any id finds something"
  | "the key is shown"
  | "the level can be set"
  | "a long label breaks it off"
  | "a refusal has a stack trace"
  | "a refusal has SQL"
  | "any limit is taken";

export interface BoxesService {
  readonly url: string;
  readonly api: Api;
  readonly boxes: ReadonlyMap<number, JsonObject>;
  close(): Promise<void>;
}

export async function startBoxes(fault?: BoxFault): Promise<BoxesService> {
  const boxes = new Map<number, JsonObject>();
  let last = 0;
  const shown = (id: number, box: JsonObject): JsonObject => {
    const { key, level, ...rest } = box;
    return {
      id,
      ...rest,
      level: fault === "the level can be set" ? (level ?? "new") : "new",
      ...(fault === "the key is shown" ? { key: key ?? "" } : {}),
    };
  };
  const stored = (box: JsonObject): JsonObject =>
    fault === "the largest size is cut" ? { ...box, size: Math.min(Number(box.size), 499) } : box;

  const answer = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const send = (status: number, body?: Json) => {
      response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const refuse = (status: number, message: string) =>
      send(status, {
        message:
          fault === "a refusal has a stack trace"
            ? `${message}\n    at check (/srv/boxes/check.js:12:7)`
            : fault === "a refusal has SQL"
              ? "UNIQUE constraint failed: boxes.label"
              : message,
      });
    const url = new URL(request.url ?? "/", "http://boxes");
    const [, , name] = url.pathname.split("/");
    const id = fault === "any id finds something" && !/^\d+$/.test(name ?? "") ? last : Number(name);
    const known = boxes.get(id);
    if (name !== undefined && known === undefined) return refuse(404, "There is no such box.");
    if (request.method === "GET" && known !== undefined) return send(200, shown(id, known));
    if (request.method === "GET") {
      const limit = Number(url.searchParams.get("limit") ?? "50");
      const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= 50;
      if (!isLimit && fault !== "any limit is taken") return refuse(400, "limit is from 1 to 50");
      return send(200, [...boxes].map(([each, box]) => shown(each, box)).slice(0, isLimit ? limit : 50));
    }
    if (request.method === "DELETE") {
      boxes.delete(id);
      return send(204);
    }
    const body = parsed(text);
    if (body === undefined) return refuse(fault === "broken JSON crashes it" ? 500 : 400, "That is no JSON.");
    const objection = objectionTo(body, fault);
    if (fault === "a long label breaks it off" && isObject(body) && String(body.label).length === 20) {
      response.destroy();
      return undefined;
    }
    const own = name === undefined ? last + 1 : id;
    if (objection !== undefined) {
      const isStored =
        fault === (name === undefined ? "what is refused is stored" : "a refused update is stored");
      if (isStored && isObject(body)) boxes.set(own, body);
      if (isStored) last = Math.max(last, own);
      return refuse(objection.isCrash ? 500 : 400, objection.message);
    }
    last = Math.max(last, own);
    boxes.set(own, stored(body as JsonObject));
    return send(name === undefined ? 201 : 200, shown(own, boxes.get(own) ?? {}));
  };

  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => answer(request, response, text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api: apiOf(DOCUMENT),
    boxes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function objectionTo(
  body: Json,
  fault: BoxFault | undefined,
): { message: string; isCrash: boolean } | undefined {
  const wrong = (message: string, isCrash = false) => ({ message, isCrash });
  const isCrash = fault === "wrong types crash it";
  if (!isObject(body)) return wrong("An object is needed.", isCrash);
  const { label, note = null, colour = "red", key = "key" } = body;
  const size = fault === "a number may be text" ? Number(body.size) : body.size;
  if (typeof label !== "string") return wrong("label is text", isCrash && label !== undefined);
  if (label.length < 1 || [...label].length > 20) return wrong("label has from 1 to 20 characters");
  if (typeof size !== "number" || !Number.isInteger(size))
    return wrong("size is whole", isCrash && size !== undefined);
  const largest = fault === "the largest size is refused" ? 499 : 500;
  if (fault !== "any size is taken" && (size < 1 || size > largest)) return wrong("size is out of range");
  if (note !== null && typeof note !== "string") return wrong("note is text or null", isCrash);
  if (typeof key !== "string") return wrong("key is text", isCrash);
  return ["red", "green", "blue"].includes(String(colour)) ? undefined : wrong("There is no such colour.");
}

const written = {
  label: { type: "string", minLength: 1, maxLength: 20 },
  size: { type: "integer", minimum: 1, maximum: 500 },
  colour: { type: "string", enum: ["red", "green", "blue"] },
  note: { type: "string", nullable: true },
  key: { type: "string", writeOnly: true },
};
const box: Json = {
  type: "object",
  required: ["label", "size"],
  properties: {
    id: { type: "integer", readOnly: true },
    level: { type: "string", readOnly: true },
    ...written,
  },
};
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
const failure: Json = {
  description: "no",
  ...(json({ type: "object", properties: { message: { type: "string" } } }) as JsonObject),
};
const ok: Json = { description: "the box", ...(json(box) as JsonObject) };
const body: Json = { required: true, ...(json(box) as JsonObject) };
const id: Json = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Boxes", version: "1" },
  paths: {
    "/boxes": {
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } }],
        responses: {
          "200": { description: "all", ...(json({ type: "array", items: box }) as JsonObject) },
          "400": failure,
        },
      },
      post: { requestBody: body, responses: { "201": ok, "400": failure } },
    },
    "/boxes/{id}": {
      parameters: [id],
      get: { responses: { "200": ok, "404": failure } },
      put: { requestBody: body, responses: { "200": ok, "400": failure, "404": failure } },
      delete: { responses: { "204": { description: "gone" }, "404": failure } },
    },
  },
};
