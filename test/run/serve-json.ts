import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";

export type JsonAnswer = readonly [status: number, body?: Json, headers?: Readonly<Record<string, string>>];

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** A server that answers by method, path and what was sent; what is no object is refused before that. */
export async function serveJson(
  answer: (
    method: string,
    path: readonly string[],
    sent: JsonObject,
    headers: IncomingHttpHeaders,
    query: URLSearchParams,
  ) => JsonAnswer,
): Promise<Served> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    let sent: Json = {};
    try {
      sent = text === "" ? {} : JSON.parse(text);
    } catch {
      sent = null;
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.split("/").filter(Boolean);
    const [status, body, headers] = isObject(sent)
      ? answer(request.method ?? "", path.map(decodeURIComponent), sent, request.headers, searchParams)
      : ([400, { message: "an object is wanted" }] as const);
    response.writeHead(status, {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(status === 405 ? { allow: "GET" } : {}),
      ...headers,
    });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "" && [...value].length <= 40;
}
