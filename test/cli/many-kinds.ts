import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";

/**
 * A document with seven operations for each of so many kinds of things: two of three stand below another one, and each
 * names up to three others in its body. What a thing needs, needs others in turn.
 */
export function manyKinds(count: number): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  const items: string[] = [];
  for (let kind = 0; kind < count; kind++) {
    const others = [1, 5, 11].map((step) => kind - step).filter((other) => other >= 0);
    const text = { type: "string" };
    schemas[`Kind${kind}`] = {
      type: "object",
      required: ["name"],
      properties: {
        id: { type: "string", readOnly: true },
        name: { type: "string", minLength: 1, maxLength: 40 },
        count: { type: "integer", minimum: 0, maximum: 100 },
        status: { type: "string", enum: ["open", "closed"] },
        startsAt: { type: "string", format: "date-time" },
        ...Object.fromEntries(others.map((other) => [`kind${other}Id`, text])),
      },
    };
    const below = kind % 3 === 0 ? "" : (items[kind - 1] ?? "");
    const all = `${below}/kind${kind}s`;
    const one = `${all}/{kind${kind}Id}`;
    items.push(one);
    const body = {
      content: { "application/json": { schema: { $ref: `#/components/schemas/Kind${kind}` } } },
    };
    const answer = { description: "As it is now.", ...body };
    const list = {
      "application/json": { schema: { type: "array", items: body.content["application/json"].schema } },
    };
    const parameters = (path: string) =>
      [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => ({
        name,
        in: "path",
        required: true,
        schema: text,
      }));
    const write = (status: number) => ({
      requestBody: { required: true, ...body },
      responses: { [status]: answer },
    });
    paths[all] = {
      parameters: parameters(all),
      get: { responses: { 200: { description: "All of them.", content: list } } },
      post: write(201),
    };
    paths[one] = {
      parameters: parameters(one),
      get: { responses: { 200: answer, 404: { description: "It is not there." } } },
      put: write(200),
      patch: write(200),
      delete: { responses: { 204: { description: "It is gone." } } },
    };
    paths[`${one}/close`] = { parameters: parameters(one), post: { responses: { 200: answer } } };
  }
  return { openapi: "3.0.3", info: { title: "Many kinds", version: "1" }, paths, components: { schemas } };
}

export interface ManyKindsService {
  readonly url: string;
  readonly things: ReadonlyMap<string, Json>;
  readonly close: () => Promise<void>;
}

export interface ManyKindsWish {
  /** Milliseconds after which what was created shows, by this clock. */
  readonly late?: { readonly by: number; readonly now: () => number };
}

/** Keeps things by their path. What stands below something that is not there is not there either. */
export async function serveManyKinds({ late }: ManyKindsWish = {}): Promise<ManyKindsService> {
  const things = new Map<string, JsonObject>();
  const shownFrom = new Map<string, number>();
  const isShown = (at: string) => late === undefined || late.now() >= (shownFrom.get(at) ?? 0);
  let last = 0;
  const answer = (method: string, path: string, body: Json | undefined): readonly [number, Json?] => {
    const sent = isObject(body) ? body : {};
    const parts = path.split("/").slice(1);
    const isOne = parts.length % 2 === 0;
    if (parts.at(-1) === "close") {
      const at = path.slice(0, -"/close".length);
      const thing = things.get(at);
      if (thing === undefined) return [404, { message: "It is not there." }];
      const closed = { ...thing, status: "closed" };
      things.set(at, closed);
      return [200, closed];
    }
    const above = parts.flatMap((_, index) =>
      index % 2 === 1 && index < parts.length - 1 ? [`/${parts.slice(0, index + 1).join("/")}`] : [],
    );
    if (!above.every((one) => things.has(one))) return [404, { message: "Nothing stands there." }];
    if (!isOne && method === "GET")
      return [
        200,
        [...things].flatMap(([at, thing]) =>
          at.slice(0, at.lastIndexOf("/")) === path && isShown(at) ? [thing] : [],
        ),
      ];
    const { name = method === "PATCH" ? "as before" : null } = sent;
    const { startsAt = "", status = "open", count = 0 } = sent;
    const isValid =
      typeof name === "string" &&
      name.length > 0 &&
      name.length <= 40 &&
      typeof startsAt === "string" &&
      (status === "open" || status === "closed") &&
      typeof count === "number" &&
      Number.isInteger(count) &&
      count >= 0 &&
      count <= 100;
    if (["POST", "PUT", "PATCH"].includes(method) && !isValid) return [400, { message: "It is not valid." }];
    if (!isOne) {
      const id = `k${++last}`;
      if (late !== undefined) shownFrom.set(`${path}/${id}`, late.now() + late.by);
      things.set(`${path}/${id}`, { ...sent, id });
      return [201, { ...sent, id }];
    }
    const thing = things.get(path);
    if (thing === undefined) return [404, { message: "It is not there." }];
    if (method === "GET") return isShown(path) ? [200, thing] : [404, { message: "It is not there." }];
    if (method !== "DELETE") {
      const changed = { ...(method === "PATCH" ? thing : {}), ...sent, id: thing.id ?? "" };
      things.set(path, changed);
      return [200, changed];
    }
    for (const at of [...things.keys()]) if (at === path || at.startsWith(`${path}/`)) things.delete(at);
    return [204];
  };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += String(chunk);
    });
    request.on("end", () => {
      let body: Json | undefined;
      try {
        body = text === "" ? undefined : (JSON.parse(text) as Json);
      } catch {
        body = undefined;
      }
      const [status, content] = answer(request.method ?? "", (request.url ?? "").split("?")[0] ?? "", body);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(content === undefined ? undefined : JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, things, close };
}
