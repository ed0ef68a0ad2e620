import { Hono } from "hono";
import type { Json } from "#base/json";
import type { Service } from "#services/service";

interface Leaflet {
  readonly id: string;
  title: string;
  slug: string;
  readonly parentId: string | null;
  status: "draft" | "published" | "archived";
}

type Sent = Readonly<Record<string, unknown>>;

/**
 * Leaflets in envelopes, `{data: {type, attributes: {…}}}`. One may lie in another, by an id that need not be sent. Only
 * what is published can be archived, and `unpublish` comes between the two.
 */
export function leaflets(): Service {
  const all = new Map<string, Leaflet>();
  let lastId = 0;
  const shown = ({ id, ...attributes }: Leaflet) => ({ data: { id, type: "leaflet", attributes } });
  const refused = (title: string) => ({ errors: [{ title }] });
  const attributesOf = async (c: { req: { json: () => Promise<unknown> } }): Promise<Sent | undefined> => {
    const sent = (await c.req.json().catch(() => null)) as {
      data?: { type?: string; attributes?: Sent };
    } | null;
    const attributes = sent?.data?.type === "leaflet" ? sent.data.attributes : undefined;
    return typeof attributes === "object" && !Array.isArray(attributes)
      ? (attributes ?? undefined)
      : undefined;
  };
  const isTaken = (slug: string, by?: Leaflet) =>
    [...all.values()].some((one) => one !== by && one.slug === slug);
  const app = new Hono();
  app.get("/leaflets", (c) => c.json({ data: [...all.values()].map((one) => shown(one).data) }));
  app.post("/leaflets", async (c) => {
    const sent = await attributesOf(c);
    const { title, slug = `slug-${lastId + 1}`, parentId = null } = sent ?? {};
    if (!isText(title) || !isSlug(slug)) return c.json(refused("title"), 422);
    if (parentId !== null && !all.has(String(parentId)))
      return c.json(refused("parentId names no leaflet"), 422);
    if (isTaken(slug)) return c.json(refused("slug is taken"), 409);
    const id = `l${++lastId}`;
    const leaflet: Leaflet = {
      id,
      title,
      slug,
      parentId: parentId === null ? null : String(parentId),
      status: "draft",
    };
    all.set(id, leaflet);
    return c.json(shown(leaflet), 201);
  });
  app.get("/leaflets/:id", (c) => {
    const leaflet = all.get(c.req.param("id"));
    return leaflet === undefined ? c.json(refused("not here"), 404) : c.json(shown(leaflet));
  });
  app.patch("/leaflets/:id", async (c) => {
    const leaflet = all.get(c.req.param("id"));
    const sent = await attributesOf(c);
    if (leaflet === undefined) return c.json(refused("not here"), 404);
    const { title = leaflet.title, slug = leaflet.slug } = sent ?? {};
    if (sent === undefined || !isText(title) || !isSlug(slug)) return c.json(refused("title"), 422);
    if (isTaken(slug, leaflet)) return c.json(refused("slug is taken"), 409);
    Object.assign(leaflet, { title, slug });
    return c.json(shown(leaflet));
  });
  const remove = (id: string): boolean => {
    for (const child of [...all.values()].filter(({ parentId }) => parentId === id)) remove(child.id);
    return all.delete(id);
  };
  app.delete("/leaflets/:id", (c) =>
    remove(c.req.param("id")) ? c.body(null, 204) : c.json(refused("not here"), 404),
  );
  const moves = {
    publish: ["draft", "published"],
    unpublish: ["published", "draft"],
    archive: ["published", "archived"],
  } as const;
  for (const [verb, [from, to]] of Object.entries(moves))
    app.post(`/leaflets/:id/${verb}`, (c) => {
      const leaflet = all.get(c.req.param("id"));
      if (leaflet === undefined) return c.json(refused("not here"), 404);
      if (leaflet.status !== from) return c.json(refused(`it is ${leaflet.status}`), 409);
      leaflet.status = to;
      return c.json(shown(leaflet));
    });
  return { name: "leaflets", title: "Leaflets", faults: {}, createApp: () => app };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isSlug(value: unknown): value is string {
  return typeof value === "string" && /^[a-z0-9-]{3,20}$/.test(value);
}

const text: Json = { type: "string", minLength: 1 };
const slug: Json = { type: "string", pattern: "^[a-z0-9-]{3,20}$" };
const object = (properties: Json, required: readonly string[]): Json => ({
  type: "object",
  properties,
  required,
});
const enveloped = (attributes: Json): Json =>
  object(
    { data: object({ type: { type: "string", enum: ["leaflet"] }, attributes }, ["type", "attributes"]) },
    ["data"],
  );
const leaflet = object(
  {
    id: text,
    type: text,
    attributes: object(
      {
        title: text,
        slug,
        parentId: { type: "string", nullable: true },
        status: { type: "string", enum: ["draft", "published", "archived"] },
      },
      ["title", "slug", "status"],
    ),
  },
  ["id", "type", "attributes"],
);
const content = (schema: Json): Json => ({ "application/json": { schema } });
const one: Json = { description: "", content: content(object({ data: leaflet }, ["data"])) };
const refusal: Json = { description: "" };
const parameters: Json = [{ name: "leafletId", in: "path", required: true, schema: { type: "string" } }];
const move: Json = { parameters, post: { responses: { "200": one, "404": refusal, "409": refusal } } };
const sent = (properties: Json, required: readonly string[]): Json => ({
  required: true,
  content: content(enveloped(object(properties, required))),
});

export const LEAFLETS_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Leaflets", version: "1" },
  paths: {
    "/leaflets": {
      get: {
        responses: {
          "200": {
            description: "",
            content: content(object({ data: { type: "array", items: leaflet } }, ["data"])),
          },
        },
      },
      post: {
        requestBody: sent({ title: text, slug, parentId: { type: "string", nullable: true } }, ["title"]),
        responses: { "201": one, "409": refusal, "422": refusal },
      },
    },
    "/leaflets/{leafletId}": {
      parameters,
      get: { responses: { "200": one, "404": refusal } },
      patch: {
        requestBody: sent({ title: text, slug }, []),
        responses: { "200": one, "404": refusal, "409": refusal, "422": refusal },
      },
      delete: { responses: { "204": refusal, "404": refusal } },
    },
    "/leaflets/{leafletId}/publish": move,
    "/leaflets/{leafletId}/unpublish": move,
    "/leaflets/{leafletId}/archive": move,
  },
};
