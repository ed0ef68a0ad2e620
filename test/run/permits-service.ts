import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "#base/json";

type Status = "open" | "accepted" | "paid" | "cancelled";

const STATUSES: readonly Status[] = ["open", "accepted", "paid", "cancelled"];

/** Where a permit may go from each status. */
const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  open: ["accepted", "cancelled"],
  accepted: ["paid", "cancelled"],
  paid: [],
  cancelled: [],
};

const VERBS: Readonly<Record<string, Status>> = { accept: "accepted", pay: "paid", cancel: "cancelled" };

export type PermitFault = "accepts-cancelled" | "cancels-paid" | "reopens" | "pays-open";

const LEAKS: Readonly<Record<PermitFault, readonly [Status, Status]>> = {
  "accepts-cancelled": ["cancelled", "accepted"],
  "cancels-paid": ["paid", "cancelled"],
  reopens: ["cancelled", "open"],
  "pays-open": ["open", "paid"],
};

/** Permits that are accepted and paid, or cancelled: by actions, or by a PATCH of their status. */
export async function startPermits(fault?: PermitFault) {
  const permits = new Map<number, { id: number; title: string; status: Status }>();
  let lastId = 0;
  const allows = (from: Status, to: Status) =>
    MOVES[from].includes(to) || (fault !== undefined && LEAKS[fault][0] === from && LEAKS[fault][1] === to);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (code: number, body?: Json) => {
      response.writeHead(code, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    let sent: { title?: unknown; status?: unknown } = {};
    try {
      sent = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    } catch {
      return answer(400, { error: "no JSON" });
    }
    if (sent === null || typeof sent !== "object") return answer(400, { error: "no object" });
    const isTitle = typeof sent.title === "string" && sent.title !== "";
    const [, id, verb] = /^\/permits(?:\/(\d+))?(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    if (id === undefined && request.method === "GET") return answer(200, [...permits.values()]);
    if (id === undefined) {
      if (!isTitle) return answer(400, { error: "title is missing" });
      permits.set(++lastId, { id: lastId, title: String(sent.title), status: "open" });
      return answer(201, { ...permits.get(lastId) } as Json);
    }
    const permit = permits.get(Number(id));
    if (permit === undefined) return answer(404, { error: "no such permit" });
    if (request.method === "DELETE") permits.delete(permit.id);
    if (request.method === "DELETE") return answer(204);
    const wanted = verb === undefined ? sent.status : VERBS[verb];
    if (request.method === "PATCH" && sent.title !== undefined && !isTitle)
      return answer(400, { error: "title" });
    if (request.method !== "GET" && wanted !== undefined) {
      const to = STATUSES.find((status) => status === wanted);
      if (to === undefined) return answer(400, { error: "status" });
      if (to !== permit.status || verb !== undefined) {
        if (!allows(permit.status, to)) return answer(409, { error: "that is not possible now" });
        permit.status = to;
      }
    }
    if (request.method === "PATCH" && isTitle) permit.title = String(sent.title);
    return answer(200, { ...permit });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const text: Json = { type: "string", minLength: 1, maxLength: 100 };
const status: Json = { type: "string", enum: [...STATUSES] };
const permit: Json = {
  type: "object",
  required: ["id", "title", "status"],
  properties: { id: { type: "integer" }, title: text, status },
};
const refused: Json = { description: "no" };
const shows = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const takes = (properties: Json, required: readonly string[]): Json => ({
  required: true,
  content: { "application/json": { schema: { type: "object", required: [...required], properties } } },
});
const parameters: Json = [{ name: "permitId", in: "path", required: true, schema: { type: "integer" } }];

/** What the document says of each operation: nothing, or the moves. */
export interface PermitWords {
  /** Of the actions, by their verbs. */
  readonly actions?: Readonly<Record<string, string>>;
  /** Of the PATCH; without it there are the actions. */
  readonly patch?: string;
}

export function permitsDocument({ actions = {}, patch }: PermitWords): Json {
  const act = (verb: string): Json => ({
    parameters,
    post: {
      summary: actions[verb] ?? `${verb} it`,
      responses: { "200": shows(permit), "404": refused, "409": refused },
    },
  });
  return {
    openapi: "3.0.3",
    info: { title: "Permits", version: "1" },
    paths: {
      "/permits": {
        get: { responses: { "200": shows({ type: "array", items: permit }) } },
        post: {
          requestBody: takes({ title: text }, ["title"]),
          responses: { "201": shows(permit), "400": refused },
        },
      },
      "/permits/{permitId}": {
        parameters,
        get: { responses: { "200": shows(permit), "404": refused } },
        delete: { responses: { "204": { description: "gone" }, "404": refused } },
        ...(patch === undefined
          ? {}
          : {
              patch: {
                description: patch,
                requestBody: takes({ title: text, status }, []),
                responses: { "200": shows(permit), "400": refused, "404": refused, "409": refused },
              },
            }),
      },
      ...(patch === undefined
        ? Object.fromEntries(Object.keys(VERBS).map((verb) => [`/permits/{permitId}/${verb}`, act(verb)]))
        : {}),
    },
  };
}
