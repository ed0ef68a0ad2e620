import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";
import { parseJson } from "#base/parse-json";

/** Threads, and remarks in them that only a list shows. Each is changed and deleted below its own thread. */
export type ThreadFault = "a remark is changed below any thread" | "a remark is deleted below any thread";

type Answer = readonly [status: number, body?: Json];

export async function startThreads(fault?: ThreadFault) {
  const threads = new Map<string, JsonObject>();
  const remarks = new Map<
    string,
    { readonly id: string; readonly threadId: string; readonly text: string }
  >();
  let last = 0;
  const missing: Answer = [404, { error: "not here" }];

  const answer = (
    method: string,
    [, thread = "", below, id = ""]: readonly string[],
    sent: JsonObject,
  ): Answer => {
    const { text } = sent;
    if (["POST", "PATCH"].includes(method) && (typeof text !== "string" || text === ""))
      return [422, { error: "text" }];
    if (thread === "") {
      if (method === "GET") return [200, [...threads.values()]];
      const made = { id: `t${++last}`, text: String(text) };
      threads.set(made.id, made);
      return [201, made];
    }
    const found = threads.get(thread);
    if (found === undefined) return missing;
    const own = [...remarks.values()].filter(({ threadId }) => threadId === thread);
    if (below === undefined) {
      if (method === "GET") return [200, found];
      for (const remark of own) remarks.delete(remark.id);
      threads.delete(thread);
      return [204];
    }
    if (id === "") {
      if (method === "GET") return [200, own.map((remark) => ({ ...remark }))];
      const made = { id: `r${++last}`, threadId: thread, text: String(text) };
      remarks.set(made.id, made);
      return [201, made];
    }
    const remark = remarks.get(id);
    const verb = method === "PATCH" ? "changed" : "deleted";
    const isFound = remark?.threadId === thread || fault === `a remark is ${verb} below any thread`;
    if (remark === undefined || !isFound) return missing;
    if (method === "DELETE") return remarks.delete(id) ? [204] : missing;
    const changed = { ...remark, text: String(text) };
    remarks.set(id, changed);
    return [200, changed];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = parseJson(body === "" ? "{}" : body);
    const segments = (request.url ?? "/").split("?")[0]?.split("/").slice(1) ?? [];
    const sent = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const [status, json] = answer(request.method ?? "GET", segments, sent);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const words = { type: "string", minLength: 1 };
const object = (properties: JsonObject) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const answers = (status: string, schema: Json | undefined, ...refusals: readonly string[]) => ({
  responses: Object.fromEntries([
    [status, { description: "", ...(schema === undefined ? {} : json(schema)) }],
    ...refusals.map((refusal) => [refusal, { description: "" }]),
  ]),
});
const takes = { requestBody: { required: true, ...json(object({ text: words })) } };
const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: words })),
});
const thread = object({ id: words, text: words });
const remark = object({ id: words, threadId: words, text: words });

export const THREADS_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Threads", version: "1" },
  paths: {
    "/threads": {
      get: answers("200", { type: "array", items: thread }),
      post: { ...takes, ...answers("201", thread, "422") },
    },
    "/threads/{threadId}": {
      ...at("threadId"),
      get: answers("200", thread, "404"),
      delete: answers("204", undefined, "404"),
    },
    "/threads/{threadId}/remarks": {
      ...at("threadId"),
      get: answers("200", { type: "array", items: remark }, "404"),
      post: { ...takes, ...answers("201", remark, "404", "422") },
    },
    "/threads/{threadId}/remarks/{remarkId}": {
      ...at("threadId", "remarkId"),
      patch: { ...takes, ...answers("200", remark, "404", "422") },
      delete: answers("204", undefined, "404"),
    },
  },
};
