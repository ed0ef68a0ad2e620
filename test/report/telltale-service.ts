import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The token that a login gets; nobody has typed it anywhere. */
export const GIVEN_TOKEN = "tok3n-given-by-the-service-51c0";

/**
 * A service that tells everything it is told: each answer repeats the headers, the query and the credentials of its
 * request. Its notes cannot be deleted, so that there is a fault to report.
 */
export async function startTelltale(
  document: object,
  token = GIVEN_TOKEN,
): Promise<{ url: string; close: () => Promise<void> }> {
  const notes = new Map<string, unknown>();
  let last = 0;
  let password = "";
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? "/", "http://localhost");
    const asked = Object.fromEntries(url.searchParams);
    const told = { heard: request.headers, asked, said: body, password };
    const answer = (status: number, json: object) => send(response, status, { ...json, told });
    const [, kind, id] = url.pathname.split("/");
    if (kind === "openapi.json") return send(response, 200, document);
    if (kind === "login") {
      password = passwordOf(body);
      return answer(200, { token });
    }
    if (kind !== "notes") return answer(404, {});
    if (request.method === "POST") {
      last += 1;
      notes.set(String(last), { id: String(last), text: textOf(body) });
      return answer(201, notes.get(String(last)) as object);
    }
    const note = id === undefined ? undefined : notes.get(id);
    if (id === undefined) return send(response, 200, [...notes.values()]);
    if (note === undefined) return answer(404, {});
    return request.method === "DELETE" ? answer(204, {}) : answer(200, note as object);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function passwordOf(body: string): string {
  return /"pass":"([^"]*)"/.exec(body)?.[1] ?? "";
}

function textOf(body: string): string {
  try {
    return String((JSON.parse(body) as { text?: unknown }).text ?? "");
  } catch {
    return "";
  }
}

function send(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(status === 204 ? "" : JSON.stringify(json));
}

const note = {
  type: "object",
  required: ["text"],
  properties: {
    id: { type: "string", readOnly: true },
    text: { type: "string", minLength: 1, maxLength: 40 },
  },
};
const content = { "application/json": { schema: note } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

/** Its document. */
export const TELLTALE = {
  openapi: "3.0.3",
  info: { title: "Telltale", version: "1" },
  components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "key" } } },
  paths: {
    "/notes": {
      get: {
        responses: {
          200: {
            description: "all",
            content: { "application/json": { schema: { type: "array", items: note } } },
          },
        },
      },
      post: {
        requestBody: { required: true, content },
        responses: { 201: { description: "made", content } },
      },
    },
    "/notes/{id}": {
      parameters: [id],
      get: { responses: { 200: { description: "one", content }, 404: { description: "none" } } },
      delete: { responses: { 204: { description: "gone" }, 404: { description: "none" } } },
    },
  },
};
