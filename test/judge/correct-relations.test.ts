import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { learnAgainst } from "../run/learn-against.js";
import { type JsonAnswer, type Served, serveJson } from "../run/serve-json.js";
import { apiOf, testAgainst } from "../run/test-against.js";
import { toldOf } from "./told-of.js";

let served: Served | undefined;

afterEach(() => served?.close());

const isText = (value: Json | undefined): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 40;

const id = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
const plain = (description: string): Json => ({ description });

function thing(properties: JsonObject): { readonly body: Json; readonly shown: Json; readonly list: Json } {
  const schema = { type: "object", required: Object.keys(properties), properties };
  const shown = { type: "object", required: ["id"], properties: { id: { type: "string" }, ...properties } };
  const content = (inner: Json): JsonObject => ({ "application/json": { schema: inner } });
  return {
    body: { required: true, content: content(schema) },
    shown: { description: "", content: content(shown) },
    list: { description: "", content: content({ type: "array", items: shown }) },
  };
}

const NAME: Json = { type: "string", minLength: 1, maxLength: 40 };

/** Boards have lists, and lists have cards. A list with cards stays, and a board goes with all that is on it. */
const board = thing({ name: NAME });
const list = thing({ name: NAME, boardId: { type: "string" } });
const card = thing({ name: NAME, listId: { type: "string" } });
const item = (one: ReturnType<typeof thing>, parameter: string, removal: JsonObject): Json => ({
  parameters: [id(parameter)],
  get: { responses: { 200: one.shown, 404: plain("") } },
  delete: { responses: { 204: plain(""), 404: plain(""), ...removal } },
});
const all = (one: ReturnType<typeof thing>): Json => ({
  get: { responses: { 200: one.list } },
  post: {
    requestBody: one.body,
    responses: { 201: one.shown, 400: plain(""), 404: plain(""), 422: plain("") },
  },
});
const BOARDS: Json = {
  openapi: "3.0.3",
  info: { title: "Boards", version: "1" },
  paths: {
    "/boards": all(board),
    "/boards/{boardId}": item(board, "boardId", {}),
    "/lists": all(list),
    "/lists/{listId}": item(list, "listId", { 409: plain("There are cards in the list.") }),
    "/cards": all(card),
    "/cards/{cardId}": item(card, "cardId", {}),
  },
};

function startBoards(): Promise<Served> {
  const kept: Record<string, Map<string, JsonObject>> = {
    boards: new Map(),
    lists: new Map(),
    cards: new Map(),
  };
  const of = (name: string): Map<string, JsonObject> => kept[name] ?? new Map();
  const below: Record<string, readonly [children: string, member: string]> = {
    boards: ["lists", "boardId"],
    lists: ["cards", "listId"],
  };
  const above: Record<string, string> = { lists: "boards", cards: "lists" };
  const childrenOf = (name: string, own: string): readonly string[] => {
    const [children = "", member = ""] = below[name] ?? [];
    return [...of(children)].flatMap(([key, value]) => (value[member] === own ? [key] : []));
  };
  const remove = (name: string, own: string): void => {
    for (const child of childrenOf(name, own)) remove(below[name]?.[0] ?? "", child);
    of(name).delete(own);
  };
  let last = 0;
  return serveJson((method, [name = "", own], sent): JsonAnswer => {
    const things = of(name);
    if (own !== undefined && !things.has(own)) return [404, {}];
    if (method === "GET") return [200, own === undefined ? [...things.values()] : (things.get(own) ?? {})];
    if (method === "DELETE" && own !== undefined) {
      if (name === "lists" && childrenOf(name, own).length > 0) return [409, { message: "There are cards." }];
      remove(name, own);
      return [204];
    }
    if (!isText(sent.name)) return [400, {}];
    const parent = above[name];
    const member = parent === undefined ? undefined : (below[parent]?.[1] ?? "");
    if (parent !== undefined && member !== undefined && !of(parent).has(String(sent[member])))
      return [422, {}];
    const key = `${name[0]}${++last}`;
    things.set(key, {
      id: key,
      name: sent.name,
      ...(member === undefined ? {} : { [member]: sent[member] ?? null }),
    });
    return [201, things.get(key) ?? {}];
  });
}

describe("A delete that takes along what stands below it", () => {
  it.each([1, 2])("may do so where a delete in between is refused (seed %i)", async (seed) => {
    served = await startBoards();
    expect(await toldOf(served.url, BOARDS, { seed })).toEqual([]);
  });
});

const file = thing({ name: { type: "string", pattern: "^[a-z][a-z0-9-]{2,30}$" }, text: NAME });
const moved = { 200: plain(""), 400: plain(""), 404: plain(""), 409: plain("The name is taken.") };
const RENAME: Json = {
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["to"],
        properties: { to: { type: "string", pattern: "^[a-z][a-z0-9-]{2,30}$" } },
      },
    },
  },
};
const FILES: Json = {
  openapi: "3.0.3",
  info: { title: "Files", version: "1" },
  paths: {
    "/files": {
      get: { responses: { 200: file.list } },
      post: {
        requestBody: file.body,
        responses: { 201: file.shown, 400: plain(""), 409: plain("The name is taken.") },
      },
    },
    "/files/{name}": item(file, "name", {}),
    "/files/{name}/move": { parameters: [id("name")], post: { requestBody: RENAME, responses: moved } },
  },
};

/** Files go by their names: under another name they have another address. */
async function startFiles(files: Map<string, JsonObject>): Promise<Served> {
  const isName = (value: Json | undefined): value is string =>
    isText(value) && /^[a-z][a-z0-9-]{2,30}$/.test(value);
  return serveJson((method, [, name, action], { name: wished, to, text }): JsonAnswer => {
    const known = files.get(name ?? "");
    if (name !== undefined && known === undefined) return [404, {}];
    if (action === "move" && known !== undefined && name !== undefined) {
      if (!isName(to)) return [400, {}];
      if (files.has(to)) return [409, {}];
      files.delete(name);
      files.set(to, { ...known, name: to });
      return [200, files.get(to) ?? {}];
    }
    if (method === "GET") return [200, known ?? [...files.values()]];
    if (method === "DELETE" && name !== undefined) {
      files.delete(name);
      return [204];
    }
    if (!isName(wished) || !isText(text)) return [400, {}];
    if (files.has(wished)) return [409, {}];
    files.set(wished, { id: wished, name: wished, text });
    return [201, files.get(wished) ?? {}];
  });
}

describe("A move by which a thing gets another address", () => {
  it("is no delete, and what was moved is deleted at its new one", async () => {
    const files = new Map<string, JsonObject>();
    served = await startFiles(files);
    await learnAgainst(served.url, apiOf(FILES), { isWhole: true });
    expect([...files.keys()]).toEqual([]);
    const { operations, faults } = await testAgainst(served.url, apiOf(FILES));
    expect(operations.find(({ key }) => key.endsWith("/move"))?.semantics).not.toBe("DELETE");
    expect(faults.filter(({ verdict }) => verdict !== "NOTE")).toEqual([]);
  });
});

const folder = thing({ name: NAME });
const page = thing({ title: NAME, folderId: { type: "string" } });
const folders = (words: string, restore: string | undefined): Json => ({
  openapi: "3.0.3",
  info: { title: "Folders", version: "1" },
  paths: {
    "/folders": all(folder),
    "/folders/{folderId}": {
      parameters: [id("folderId")],
      get: { responses: { 200: folder.shown, 404: plain("") } },
      delete: { description: words, responses: { 204: plain(""), 404: plain("") } },
    },
    "/pages": all(page),
    "/pages/{pageId}": item(page, "pageId", {}),
    ...(restore === undefined
      ? {}
      : {
          "/folders/{folderId}/restore": {
            parameters: [id("folderId")],
            post: {
              summary: restore,
              responses: { 200: folder.shown, 404: plain(""), 409: plain("It is there.") },
            },
          },
        }),
  },
});

/** Pages keep the name of their folder, so that they are in it again when it is restored. */
function startFolders(): Promise<Served> {
  const kept: Record<string, Map<string, JsonObject>> = { folders: new Map(), pages: new Map() };
  const trash = new Map<string, JsonObject>();
  let last = 0;
  return serveJson((method, [name = "", own, action], sent): JsonAnswer => {
    const things = kept[name] ?? new Map<string, JsonObject>();
    if (action === "restore" && own !== undefined) {
      const back = trash.get(own);
      if (back === undefined) return things.has(own) ? [409, {}] : [404, {}];
      trash.delete(own);
      things.set(own, back);
      return [200, back];
    }
    const known = things.get(own ?? "");
    if (own !== undefined && known === undefined) return [404, {}];
    if (method === "GET") return [200, known ?? [...things.values()]];
    if (method === "DELETE" && own !== undefined && known !== undefined) {
      things.delete(own);
      if (name === "folders") trash.set(own, known);
      return [204];
    }
    const label = name === "folders" ? "name" : "title";
    if (!isText(sent[label])) return [400, {}];
    if (name === "pages" && kept.folders?.has(String(sent.folderId)) !== true) return [422, {}];
    const key = `${name[0]}${++last}`;
    const more = name === "pages" ? { folderId: sent.folderId ?? null } : {};
    things.set(key, { id: key, [label]: sent[label] ?? null, ...more });
    return [201, things.get(key) ?? {}];
  });
}

describe("What is left behind by a delete", () => {
  it.each([
    ["Deletes a folder.", undefined, true],
    ["Deletes a folder. It can be restored for 30 days, with all its pages.", undefined, false],
    ["Deletes a folder.", "Restores a folder that was deleted.", false],
  ])("may wait for what the document says can be restored: %s %s", async (words, restore, isTold) => {
    served = await startFolders();
    const found = await toldOf(served.url, folders(words, restore), { walks: false });
    expect(found.filter((line) => line.includes("orphans")).length > 0).toBe(isTold);
    expect(found.filter((line) => !line.includes("orphans"))).toEqual([]);
  });
});
