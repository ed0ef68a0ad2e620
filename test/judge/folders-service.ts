import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";

export type FolderFault =
  | "root-below-its-leaf"
  | "children-are-siblings"
  | "time-stays"
  | "size-writable"
  | "cursor-skips-one"
  | "total-of-the-page"
  | "sorted-as-text"
  | "put-keeps-note"
  | "stale-delete-taken";

interface Folder {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly price: number;
  readonly size: number;
  readonly updatedAt: string;
}

interface Page {
  readonly slug: string;
  readonly text: string;
  readonly note: string;
  readonly mark: string;
  readonly version: number;
}

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/** Folders in folders, in envelopes and with cursors; and pages that a PUT creates or replaces, with ETags. */
export async function startFolders(fault?: FolderFault) {
  const folders = new Map<number, Folder>();
  const pages = new Map<string, Page>();
  let lastId = 0;
  let lastTime = 0;
  const now = () => {
    lastTime = Math.max(lastTime + 1, Date.now());
    // Never a whole second: what tells no parts of one says nothing.
    if (lastTime % 1_000 === 0) lastTime += 1;
    return new Date(lastTime).toISOString();
  };
  const missing: Answer = [404, { error: "not here" }];

  const compare = (a: number, b: number) =>
    fault === "sorted-as-text" ? (String(a) < String(b) ? -1 : 1) : a - b;

  const listFolders = (query: URLSearchParams): Answer => {
    const limit = Number(query.get("limit") ?? 50);
    const cursor = Number(query.get("cursor") ?? query.get("starting_after") ?? 0);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100 || !Number.isInteger(cursor))
      return [400, { error: "limit or cursor" }];
    const sort = query.get("sort");
    const rest = [...folders.values()].filter(({ id }) => id > cursor);
    if (sort !== null) rest.sort((a, b) => compare(a.price, b.price));
    if (sort === "-price") rest.reverse();
    const data = rest.slice(cursor > 0 && fault === "cursor-skips-one" ? 1 : 0).slice(0, limit);
    const next = rest.length > limit ? String(data.at(-1)?.id) : null;
    const total = fault === "total-of-the-page" ? data.length : folders.size;
    return [200, { data, meta: { total, nextCursor: next } }];
  };

  const writeFolder = (body: Json, old?: Folder): Answer => {
    if (!isObject(body)) return [400, { error: "an object is needed" }];
    const { name = old?.name, parentId = old?.parentId ?? null, price = old?.price } = body;
    if (typeof price !== "number" || price < 0) return [400, { error: "price" }];
    if (typeof name !== "string" || name === "" || [...name].length > 60) return [400, { error: "name" }];
    if (parentId !== null && (typeof parentId !== "number" || !folders.has(parentId)))
      return [400, { error: "parentId" }];
    const parent = parentId === null ? null : Number(parentId);
    for (let at = parent; at !== null && old !== undefined; at = folders.get(at)?.parentId ?? null) {
      if (at !== old.id) continue;
      if (fault !== "root-below-its-leaf") return [400, { error: "below itself" }];
      break;
    }
    const size =
      fault === "size-writable" && old && typeof body.size === "number" ? body.size : (old?.size ?? 0);
    const updatedAt = fault === "time-stays" && old !== undefined ? old.updatedAt : now();
    const folder = { id: old?.id ?? ++lastId, name, parentId: parent, price, size, updatedAt };
    folders.set(folder.id, folder);
    return [old === undefined ? 201 : 200, { data: folder }];
  };

  const onFolder = (method: string, folder: Folder, isChildren: boolean, body: Json): Answer => {
    const below = [...folders.values()].filter(({ parentId }) => parentId === folder.id);
    const beside = [...folders.values()].filter(
      ({ parentId, id }) => parentId === folder.parentId && id !== folder.id,
    );
    if (isChildren) return [200, { data: fault === "children-are-siblings" ? beside : below }];
    if (method === "PATCH") return writeFolder(body, folder);
    if (method !== "DELETE") return [200, { data: folder }];
    if (below.length > 0) return [409, { error: "there are folders in it" }];
    folders.delete(folder.id);
    return [204];
  };

  const onPage = (method: string, slug: string, body: Json, condition: string | undefined): Answer => {
    const page = pages.get(slug);
    const etag = page === undefined ? "none" : `"${page.version}"`;
    const isStale = condition !== undefined && condition !== etag;
    if (method === "PUT" || method === "PATCH") {
      if (isStale) return [412, { error: "it has changed" }];
      if (!isObject(body)) return [400, { error: "an object is needed" }];
      if (method === "PATCH" && page === undefined) return missing;
      const kept = method === "PATCH" ? page : undefined;
      const { text = kept?.text, mark = kept?.mark ?? "" } = body;
      const { note = kept?.note ?? (fault === "put-keeps-note" ? page?.note : undefined) ?? "" } = body;
      if (![text, note, mark].every((part) => typeof part === "string" && [...part].length <= 100))
        return [400, { error: "text" }];
      const made = { slug, text, note, mark, version: ++lastId } as Page;
      pages.set(slug, made);
      return [page === undefined ? 201 : 200, made, { etag: `"${made.version}"` }];
    }
    if (page === undefined) return missing;
    if (method === "GET") return [200, page, { etag }];
    if (isStale && fault !== "stale-delete-taken") return [412, { error: "it has changed" }];
    pages.delete(slug);
    return [204];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const { method = "GET" } = request;
    const text = Buffer.concat(chunks).toString();
    const answer = (): Answer => {
      let body: Json = null;
      try {
        body = text === "" ? null : (JSON.parse(text) as Json);
      } catch {
        return [400, { error: "no JSON" }];
      }
      const [, slug] = /^\/pages\/([a-z0-9-]+)$/.exec(pathname) ?? [];
      if (slug !== undefined) return onPage(method, slug, body, request.headers["if-match"]);
      if (pathname === "/pages" && method === "GET") return [200, [...pages.values()]];
      if (pathname === "/folders") return method === "POST" ? writeFolder(body) : listFolders(searchParams);
      const [, id, children] = /^\/folders\/(\d+)(\/children)?$/.exec(pathname) ?? [];
      const folder = folders.get(Number(id));
      return folder === undefined ? missing : onFolder(method, folder, children !== undefined, body);
    };
    const [status, body, headers = {}] = answer();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === undefined || method === "HEAD" ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
