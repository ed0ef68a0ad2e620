import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { type JsonAnswer, type Served, serveJson } from "./serve-json.js";

interface Comment extends JsonObject {
  id: number;
  parent_id: number | null;
  body: string;
  deleted: boolean;
}

export interface Threads extends Served {
  readonly document: JsonObject;
}

/**
 * In the manner of Rails: what is sent and shown stands under the name of its kind, tags are a set in lower case, an author is
 * named by id and shown as one, and refusals say `parent` where `parent_id` was sent. Comments are for posts that were
 * published, are listed as threads, and stay as placeholders while there are replies.
 */
export async function startThreads(): Promise<Threads> {
  const authors = new Map<number, JsonObject>([[1, { id: 1, name: "Ada" }]]);
  const posts = new Map<number, JsonObject>();
  const comments = new Map<number, Comment & { post: number }>();
  let last = 1;
  const no = (errors: JsonObject): JsonAnswer => [422, { errors }];
  const isText = (one: Json | undefined, most: number): one is string =>
    typeof one === "string" && one.trim() !== "" && [...one].length <= most;
  const postOf = ({ author_id, ...post }: JsonObject) => ({
    ...post,
    author: authors.get(Number(author_id)) ?? {},
  });
  const commentOf = ({ post: _, ...comment }: Comment & { post: number }): JsonObject => comment;
  const repliesTo = (id: number) => [...comments.values()].filter(({ parent_id }) => parent_id === id);
  const threadOf = (comment: Comment & { post: number }): JsonObject => ({
    ...commentOf(comment),
    replies: repliesTo(comment.id).map(threadOf),
  });
  const tagsIn = (given: Json | undefined) =>
    isArray(given) && given.every((one) => typeof one === "string" && [...one].length <= 30)
      ? [...new Set(given.map((one) => String(one).trim().toLowerCase()))].filter(Boolean).sort()
      : undefined;
  const authorsAt = (method: string, id: string | undefined, name: Json | undefined): JsonAnswer => {
    if (id === undefined && method === "GET") return [200, { authors: [...authors.values()] }];
    if (id === undefined) {
      if (!isText(name, 40)) return no({ name: ["is invalid"] });
      authors.set(++last, { id: last, name });
      return [201, { author: { id: last, name } }];
    }
    const author = authors.get(Number(id));
    if (author === undefined) return [404, { error: "Not Found" }];
    if (method === "GET") return [200, { author }];
    if ([...posts.values()].some(({ author_id }) => author_id === Number(id)))
      return no({ base: ["has posts"] });
    authors.delete(Number(id));
    return [204];
  };
  const served = await serveJson((method, [kind = "", id, part], sent) => {
    const given = sent[kind.slice(0, -1)] ?? sent.comment;
    const isWrite = (method === "POST" && part !== "publish") || method === "PATCH";
    if (isWrite && (!isObject(given) || Object.keys(given).length === 0))
      return [400, { error: "param is missing" }];
    const params = isObject(given) ? given : {};
    if (kind === "authors") return authorsAt(method, id, params.name);
    if (kind === "comments") {
      const comment = comments.get(Number(id));
      if (comment === undefined) return [404, { error: "Not Found" }];
      if (method === "GET") return [200, { comment: commentOf(comment) }];
      if (comment.deleted) return [404, { error: "Not Found" }];
      comments.set(comment.id, { ...comment, body: "[deleted]", deleted: true });
      let gone = comments.get(comment.id);
      while (gone?.deleted === true && repliesTo(gone.id).length === 0) {
        comments.delete(gone.id);
        gone = comments.get(gone.parent_id ?? 0);
      }
      return [204];
    }
    if (id === undefined && method === "GET") return [200, { posts: [...posts.values()].map(postOf) }];
    const post = posts.get(Number(id));
    if (id !== undefined && post === undefined) return [404, { error: "Not Found" }];
    if (part === "comments" && post !== undefined) {
      const own = [...comments.values()].filter((one) => one.post === post.id);
      if (method === "GET")
        return [200, { comments: own.filter(({ parent_id }) => parent_id === null).map(threadOf) }];
      const { body, parent_id = null } = params;
      if (!isText(body, 200)) return no({ body: ["is invalid"] });
      const parent = own.find((one) => one.id === parent_id && !one.deleted);
      if (parent_id !== null && parent === undefined) return no({ parent: ["must exist"] });
      if (post.status !== "published") return no({ base: ["Comments are closed"] });
      const comment = {
        id: ++last,
        post: Number(post.id),
        parent_id: parent?.id ?? null,
        body,
        deleted: false,
      };
      comments.set(last, comment);
      return [201, { comment: commentOf(comment) }];
    }
    if (part === "publish" && post !== undefined) {
      if (post.status === "published") return no({ base: ["is already published"] });
      posts.set(Number(id), { ...post, status: "published" });
      return [200, { post: postOf({ ...post, status: "published" }) }];
    }
    if (method === "GET" && post !== undefined) return [200, { post: postOf(post) }];
    if (method === "DELETE") {
      for (const one of [...comments.values()]) if (one.post === Number(id)) comments.delete(one.id);
      posts.delete(Number(id));
      return [204];
    }
    const { title = post?.title, tag_list = post?.tag_list ?? [], author_id = post?.author_id } = params;
    const tags = tagsIn(tag_list);
    if (!isText(title, 60)) return no({ title: ["is invalid"] });
    if (tags === undefined) return no({ tag_list: ["is invalid"] });
    if (typeof author_id !== "number" || !authors.has(author_id)) return no({ author: ["must exist"] });
    const status = post?.status ?? "draft";
    const next = {
      id: post?.id ?? ++last,
      title,
      tag_list: tags,
      author_id: post?.author_id ?? author_id,
      status,
    };
    posts.set(Number(next.id), next);
    return [post === undefined ? 201 : 200, { post: postOf(next) }];
  });
  return { ...served, document: THREADS };
}

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const refusals = Object.fromEntries(
  ["400", "404", "422"].map((status) => [status, { description: "refused" }]),
);
const answers = (status: string, schema?: JsonObject) => ({
  responses: { [status]: { description: "done", ...(schema && content(schema)) }, ...refusals },
});
const sends = (schema: JsonObject) => ({ requestBody: { required: true, ...content(schema) } });
const under = (kind: string, properties: JsonObject, required: readonly string[]) =>
  sends(object({ [kind]: { ...object(properties, [...required]), minProperties: 1 } }));
const id = { name: "id", in: "path", required: true, schema: integer };
const title = { type: "string", minLength: 1, maxLength: 60 };
const tag_list = { type: "array", items: { type: "string", maxLength: 30 } };
const name = { type: "string", minLength: 1, maxLength: 40 };
const body = { type: "string", minLength: 1, maxLength: 200 };
const parent_id = { type: "integer", nullable: true };
const comment = { id: integer, parent_id, body: string, deleted: { type: "boolean" } };

const THREADS: JsonObject = {
  openapi: "3.0.1",
  info: { title: "Threads", version: "v1" },
  paths: {
    "/authors": {
      get: answers("200", object({ authors: { type: "array", items: ref("Author") } })),
      post: { ...under("author", { name }, ["name"]), ...answers("201", object({ author: ref("Author") })) },
    },
    "/authors/{id}": {
      parameters: [id],
      get: answers("200", object({ author: ref("Author") })),
      delete: answers("204"),
    },
    "/posts": {
      get: answers("200", object({ posts: { type: "array", items: ref("Post") } })),
      post: {
        ...under("post", { title, tag_list, author_id: integer }, ["title", "author_id"]),
        ...answers("201", object({ post: ref("Post") })),
      },
    },
    "/posts/{id}": {
      parameters: [id],
      get: answers("200", object({ post: ref("Post") })),
      patch: { ...under("post", { title, tag_list }, []), ...answers("200", object({ post: ref("Post") })) },
      delete: answers("204"),
    },
    "/posts/{id}/publish": { parameters: [id], post: answers("200", object({ post: ref("Post") })) },
    "/posts/{id}/comments": {
      parameters: [id],
      get: answers("200", object({ comments: { type: "array", items: ref("Thread") } })),
      post: {
        ...under("comment", { body, parent_id }, ["body"]),
        ...answers("201", object({ comment: ref("Comment") })),
      },
    },
    "/comments/{id}": {
      parameters: [id],
      get: answers("200", object({ comment: ref("Comment") })),
      delete: answers("204"),
    },
  },
  components: {
    schemas: {
      Author: object({ id: integer, name: string }),
      Post: object({
        id: integer,
        title: string,
        tag_list: { type: "array", items: string },
        status: { type: "string", enum: ["draft", "published"] },
        author: ref("Author"),
      }),
      Comment: object(comment),
      Thread: object({ ...comment, replies: { type: "array", items: ref("Thread") } }),
    },
  },
};
