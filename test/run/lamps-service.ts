import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "#base/json";

export type LampFault = "off-does-nothing" | "on-again" | "none-left";

/** Lamps that are switched on and off; what they are already is a 409. */
export async function startLamps(fault?: LampFault) {
  const lamps = new Map<number, { id: number; name: string; state: "dark" | "lit" }>();
  let lastId = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body?: Json) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const [, id, verb] = /^\/lamps(?:\/(\d+))?(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    const lamp = lamps.get(Number(id));
    if (id === undefined && request.method === "GET") return answer(200, [...lamps.values()]);
    if (id === undefined && fault === "none-left") return answer(403, { error: "no lamps are left" });
    if (id === undefined) {
      const { name } = JSON.parse(Buffer.concat(chunks).toString() || "{}") as { name?: unknown };
      if (typeof name !== "string") return answer(400, { error: "name is missing" });
      lamps.set(++lastId, { id: lastId, name, state: "dark" });
      return answer(201, { id: lastId, name, state: "dark" });
    }
    if (lamp === undefined) return answer(404, { error: "no such lamp" });
    if (verb === "on" && lamp.state === "lit" && fault !== "on-again")
      return answer(409, { error: "it is lit" });
    if (verb === "off" && lamp.state === "dark") return answer(409, { error: "it is dark" });
    if (verb === "on") lamp.state = "lit";
    if (verb === "off" && fault !== "off-does-nothing") lamp.state = "dark";
    if (request.method === "DELETE") lamps.delete(lamp.id);
    return request.method === "DELETE" ? answer(204) : answer(200, { ...lamp });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const lamp: Json = {
  type: "object",
  required: ["id", "name", "state"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    state: { type: "string", enum: ["dark", "lit"] },
  },
};
const shown: Json = { description: "", content: { "application/json": { schema: lamp } } };
const path: Json = [{ name: "lampId", in: "path", required: true, schema: { type: "integer" } }];
const refusals: Json = { "404": { description: "none" }, "409": { description: "it is so already" } };

export const LAMPS: Json = {
  openapi: "3.0.3",
  info: { title: "Lamps", version: "1" },
  paths: {
    "/lamps": {
      get: {
        responses: {
          "200": {
            description: "",
            content: { "application/json": { schema: { type: "array", items: lamp } } },
          },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
            },
          },
        },
        responses: { "201": shown, "400": { description: "no" } },
      },
    },
    "/lamps/{lampId}": {
      parameters: path,
      get: { responses: { "200": shown, "404": { description: "none" } } },
      delete: { responses: { "204": { description: "gone" }, "404": { description: "none" } } },
    },
    "/lamps/{lampId}/on": { parameters: path, post: { responses: { "200": shown, ...refusals } } },
    "/lamps/{lampId}/off": { parameters: path, post: { responses: { "200": shown, ...refusals } } },
  },
};
