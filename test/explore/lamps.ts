import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Lamp {
  readonly id: number;
  name: string;
  level: number;
}

/** What a version of the service does otherwise, or what goes wrong with it. */
export interface LampOptions {
  /** Once it was raised, a lamp keeps its name. */
  readonly keepsName?: boolean;
  /** Called with the number of each request: true where it has dealt with it. */
  readonly disturb?: (count: number, request: IncomingMessage, response: ServerResponse) => boolean;
}

/**
 * Lamps that can be raised by some levels, doubled and renamed. Beside them stand three operations whose answers change
 * for reasons of their own: a clock, a draw, and a counter of all writes. Time passes by the request, so that what is seen does
 * not depend on how busy the machine is.
 */
export function lampServer({ keepsName = false, disturb = () => false }: LampOptions = {}): Server {
  const lamps = new Map<number, Lamp>();
  let [last, writes, requests] = [0, 0, 0];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (disturb(requests, request, response)) return;
    const answer = (status: number, body?: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const [, , place = "", action] = (request.url ?? "").split("/");
    let text = "";
    for await (const chunk of request) text += chunk;
    const sent = text === "" ? {} : (JSON.parse(text) as { name?: unknown; by?: unknown });
    if (request.method !== "GET") writes += 1;
    if (place === "clock") return answer(200, { tick: Math.floor(requests / 5) });
    if (place === "draw") return answer(200, { number: 1 + ((requests * requests) % 7) });
    if (place === "writes") return answer(200, { writes });
    if (place === "" && request.method === "GET") return answer(200, [...lamps.values()]);
    const hasName = typeof sent.name === "string";
    if (place === "") {
      if (!hasName) return answer(400, { message: "A name is a text." });
      last += 1;
      lamps.set(last, { id: last, name: String(sent.name), level: 1 });
      return answer(201, lamps.get(last));
    }
    const lamp = lamps.get(Number(place));
    if (lamp === undefined) return answer(404, { message: "No such lamp." });
    if (request.method === "DELETE") {
      lamps.delete(lamp.id);
      return answer(204);
    }
    if (request.method === "PUT") {
      if (!hasName) return answer(400, { message: "A name is a text." });
      if (keepsName && lamp.level > 1) return answer(409, { message: "It is lit." });
      lamp.name = String(sent.name);
    }
    if (action === "raise") {
      if (!Number.isInteger(sent.by) || Number(sent.by) < 1) return answer(400, { message: "By how much?" });
      lamp.level += Number(sent.by);
    }
    if (action === "double") lamp.level *= 2;
    return answer(200, lamp);
  };
  return createServer((request, response) => void handle(request, response));
}

export async function listening(server: Server): Promise<{ url: string; close: () => void }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

const body = (properties: object) => ({
  required: true,
  content: {
    "application/json": { schema: { type: "object", required: Object.keys(properties), properties } },
  },
});

const answered = (schema: object) => ({ description: "It.", content: { "application/json": { schema } } });
const lamp = answered({ $ref: "#/components/schemas/Lamp" });
const missing = { "404": { description: "None." } };
const number = (name: string) => ({
  get: { responses: { "200": answered({ type: "object", properties: { [name]: { type: "integer" } } }) } },
});

export const LAMPS = {
  openapi: "3.0.3",
  info: { title: "Lamps", version: "1" },
  paths: {
    "/lamps": {
      get: {
        responses: { "200": answered({ type: "array", items: { $ref: "#/components/schemas/Lamp" } }) },
      },
      post: { requestBody: body({ name: { type: "string" } }), responses: { "201": lamp } },
    },
    "/lamps/clock": number("tick"),
    "/lamps/draw": number("number"),
    "/lamps/writes": number("writes"),
    "/lamps/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      get: { responses: { "200": lamp, ...missing } },
      put: { requestBody: body({ name: { type: "string" } }), responses: { "200": lamp, ...missing } },
      delete: { responses: { "204": { description: "Gone." }, ...missing } },
    },
    "/lamps/{id}/raise": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      post: {
        requestBody: body({ by: { type: "integer", minimum: 1, maximum: 100 } }),
        responses: { "200": lamp, ...missing },
      },
    },
    "/lamps/{id}/double": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      post: { responses: { "200": lamp, ...missing } },
    },
  },
  components: {
    schemas: {
      Lamp: {
        type: "object",
        properties: { id: { type: "integer" }, name: { type: "string" }, level: { type: "integer" } },
      },
    },
  },
};
