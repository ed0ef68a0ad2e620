import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "#base/json";

interface Post {
  readonly id: number;
  readonly text: string;
  pinned: boolean;
  deleted: boolean;
}

/** Posts that are pinned and unpinned. What is deleted stays readable, cannot be pinned, and is listed no more. */
export async function startPins() {
  const posts = new Map<number, Post>();
  let lastId = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body?: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const [path = ""] = (request.url ?? "").split("?");
    const [, id, pin] = /^\/posts(?:\/(\d+))?(\/pin)?$/.exec(path) ?? [];
    const post = posts.get(Number(id));
    if (id === undefined && request.method === "GET")
      return answer(
        200,
        [...posts.values()].filter(({ deleted }) => !deleted),
      );
    if (id === undefined) {
      const { text } = JSON.parse(Buffer.concat(chunks).toString() || "{}") as { text?: unknown };
      if (typeof text !== "string") return answer(400, { error: "text is missing" });
      const made = { id: ++lastId, text, pinned: false, deleted: false };
      posts.set(made.id, made);
      return answer(201, made);
    }
    if (post === undefined) return answer(404, { error: "no such post" });
    if (request.method === "GET") return answer(200, post);
    const isUnpin = pin !== undefined && request.method === "DELETE";
    if (post.deleted && !isUnpin) return answer(409, { error: "it is deleted" });
    if (pin !== undefined) post.pinned = !isUnpin;
    else Object.assign(post, { deleted: true, pinned: false });
    return answer(204);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const post: Json = {
  type: "object",
  required: ["id", "text", "pinned", "deleted"],
  properties: {
    id: { type: "integer" },
    text: { type: "string" },
    pinned: { type: "boolean" },
    deleted: { type: "boolean" },
  },
};
const inJson = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const path: Json = [{ name: "postId", in: "path", required: true, schema: { type: "integer" } }];
const done: Json = { "204": { description: "done" }, "404": { description: "none" } };
const deleted: Json = { "409": { description: "it is deleted" } };

export const PINS: Json = {
  openapi: "3.0.3",
  info: { title: "Posts", version: "1" },
  paths: {
    "/posts": {
      get: { responses: { "200": inJson({ type: "array", items: post }) } },
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
            },
          },
        },
        responses: { "201": inJson(post), "400": { description: "no" } },
      },
    },
    "/posts/{postId}": {
      parameters: path,
      get: { responses: { "200": inJson(post), "404": { description: "none" } } },
      delete: { responses: { ...done, ...deleted } },
    },
    "/posts/{postId}/pin": {
      parameters: path,
      put: { responses: { ...done, ...deleted } },
      delete: { responses: done },
    },
  },
};
