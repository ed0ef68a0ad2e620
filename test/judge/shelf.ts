import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isObject, type Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const SHELF_FAULTS = {
  "put-counts-up": "PUT adds the weight to the one that is there.",
  "put-keeps-maker": "PUT keeps the maker when it is left out, and resets the label.",
  "refused-put-stored": "PUT refuses a broken member, but stores the others.",
  "read-spends-label": "GET /items/{id}/label takes the label off.",
  "location-off-by-one": "POST answers with the Location of the next item.",
  "location-elsewhere": "POST answers with a Location that does not exist.",
  "delete-by-name": "DELETE removes all items that have the item's name.",
  "fifth-pushes-first-out": "POST takes the oldest item away when there are five.",
  "delete-takes-next": "DELETE removes the item after the next one, too.",
  "list-shows-old-name": "GET /items shows the name that an item was created with.",
  "total-too-small": "GET /items says that there is one item less.",
  "offset-off-by-one": "GET /items skips one item too many.",
  "order-shuffled": "GET /items lists in another order each time.",
  "colour-ignored": "GET /items does not look at the colour.",
  "name-shows-newest": "GET /items?name shows the newest item, too.",
  "name-misses-first": "GET /items?name leaves the oldest item out.",
  "filtered-after-paging": "GET /items?name looks only at the first items, as many as a page has.",
  "either-filter-will-do": "GET /items by colour and name shows what has one of them.",
  "two-filters-find-nothing": "GET /items by colour and name shows nothing.",
  "makers-must-be-all": "GET /items by two makers shows what is of both.",
  "total-of-all": "GET /items counts what the filters leave out.",
  "search-ignored": "GET /items does not look at q.",
  "search-by-first-name": "GET /items?q goes by the names that items were created with.",
  "search-misses-newest": "GET /items?q does not find the newest item.",
  "search-skips-labels": "GET /items?q looks at names alone.",
  "least-weight-left-out": "GET /items?minWeight leaves out what weighs just that.",
  "most-weight-ignored": "GET /items does not look at maxWeight.",
  "falls-upwards": "GET /items?sort=-weight sorts upwards but for the first.",
  "sort-ignored": "GET /items does not sort.",
  "stale-etag-taken": "PUT does not look at If-Match.",
  "always-unchanged": "GET answers 304 to any If-None-Match.",
  "key-ignored": "POST does not look at the Idempotency-Key.",
  "key-for-any-body": "POST answers as the first time, whatever the body is.",
  "same-body-same-item": "POST answers 201 with the item that has the same name.",
  "sold-twice": "POST /items/{id}/sell takes a sold item.",
  "refused-sale-counted": "POST /items/{id}/sell refuses a sold item, but changes its status.",
  "sold-in-words": "POST /items/{id}/sell says that the item is sold, and leaves it as it was.",
  "no-allow": "405 comes without Allow.",
  "any-type-taken": "POST takes any content type.",
  "any-accept-taken": "GET answers JSON, whatever is asked for.",
  "head-says-html": "HEAD says that the item is HTML.",
  "problem-with-other-status": "Problems say that the status is 500.",
} as const;

const COLOURS = ["red", "green", "blue"];

type ShelfFault = keyof typeof SHELF_FAULTS;

interface Item {
  id: number;
  name: string;
  colour: string;
  weight: number;
  label?: string;
  maker?: string;
  status: "kept" | "sold";
  sales: number;
  version: number;
  firstName: string;
}

/** A shelf of items: correct, but for one fault at most. Small, so that tests of many faults stay fast. */
export const shelf: Service = {
  name: "shelf",
  title: "Shelf",
  faults: SHELF_FAULTS,
  createApp: (name) => new Shelf(knownFault(SHELF_FAULTS, name)).app(),
};

class Refused extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
  ) {
    super(message);
  }
}

class Shelf {
  readonly #items = new Map<number, Item>();
  readonly #keys = new Map<string, { body: string; id: number }>();
  #lastId = 0;
  #looks = 0;

  constructor(private readonly fault: ShelfFault | undefined) {}

  app(): Hono {
    const app = new Hono();
    app.onError((error, c) => this.#refuse(c, error instanceof Refused ? error.status : 500, error.message));
    app.notFound((c) => this.#refuse(c, 404, "Nothing is here."));
    app.get("/items", (c) => this.#list(c));
    app.post("/items", (c) => this.#add(c));
    app.get("/items/:id", (c) => this.#read(c));
    app.put("/items/:id", (c) => this.#put(c));
    app.delete("/items/:id", (c) => {
      this.#remove(this.#item(c));
      return c.body(null, 204);
    });
    app.get("/items/:id/label", (c) => {
      const item = this.#item(c);
      const { label: text } = item;
      if (this.fault === "read-spends-label") delete item.label;
      return c.json(text === undefined ? {} : { text });
    });
    app.post("/items/:id/sell", (c) => this.#sell(c));
    app.all("/items/:id", (c) => {
      if (this.fault !== "no-allow") c.header("Allow", "GET, HEAD, PUT, DELETE");
      return this.#refuse(c, 405, "Not this way.");
    });
    return app;
  }

  #remove({ id, name }: Item): void {
    this.#items.delete(id);
    if (this.fault === "delete-takes-next") this.#items.delete(id + 2);
    if (this.fault !== "delete-by-name") return;
    for (const other of [...this.#items.values()]) if (other.name === name) this.#items.delete(other.id);
  }

  #refuse(c: Context, status: ContentfulStatusCode, title: string): Response {
    const stated = this.fault === "problem-with-other-status" ? 500 : status;
    return c.json({ title, status: stated }, status, { "content-type": "application/problem+json" });
  }

  #item(c: Context): Item {
    const id = c.req.param("id") ?? "";
    if (!/^-?\d+$/.test(id)) throw new Refused(400, "An id is a whole number.");
    const item = this.#items.get(Number(id));
    if (item === undefined) throw new Refused(404, "There is no such item.");
    return item;
  }

  #list(c: Context): Response {
    const { fault } = this;
    const {
      limit = "50",
      offset = "0",
      colour,
      name,
      sort,
      minWeight = "0",
      maxWeight = "999999",
    } = c.req.query();
    const isCount = (text: string, least: number) => /^\d{1,9}$/.test(text) && Number(text) >= least;
    if (![offset, minWeight, maxWeight].every((text) => isCount(text, 0)))
      throw new Refused(400, "offset or weight is wrong.");
    if (!isCount(limit, 1) || Number(limit) > 100) throw new Refused(400, "limit is wrong.");
    if (!COLOURS.includes(colour ?? "red") || !["weight", "-weight"].includes(sort ?? "weight"))
      throw new Refused(400, "colour or sort is wrong.");
    const all = [...this.#items.values()];
    const makers = c.req.queries("maker") ?? [];
    const inReach = fault === "filtered-after-paging" ? all.slice(0, Number(limit)) : all;
    const hasColour = (item: Item) =>
      colour === undefined || fault === "colour-ignored" || item.colour === colour;
    const hasName = (item: Item) => name === undefined || this.#hasName(item, name, all);
    const isByTwo = colour !== undefined && name !== undefined;
    const found = inReach
      .filter((item) =>
        isByTwo && fault === "either-filter-will-do"
          ? hasColour(item) || hasName(item)
          : hasColour(item) && hasName(item) && !(isByTwo && fault === "two-filters-find-nothing"),
      )
      .filter((item) => this.#isSearched(item, c.req.query("q"), all))
      .filter(({ maker }) =>
        fault === "makers-must-be-all"
          ? makers.every((one) => one === maker)
          : makers.length === 0 || makers.some((one) => one === maker),
      )
      .filter(({ weight }) => weight >= Number(minWeight) + (fault === "least-weight-left-out" ? 1 : 0))
      .filter(({ weight }) => fault === "most-weight-ignored" || weight <= Number(maxWeight))
      .sort((a, b) => (sort === undefined || fault === "sort-ignored" ? 0 : a.weight - b.weight));
    if (sort === "-weight" && fault !== "sort-ignored") found.reverse();
    if (sort === "-weight" && fault === "falls-upwards") found.push(...found.splice(0, 2));
    this.#looks += 1;
    if (fault === "order-shuffled") found.push(...found.splice(0, this.#looks % found.length));
    const skipped = Number(offset) === 0 ? 0 : Number(offset) + (fault === "offset-off-by-one" ? 1 : 0);
    const items = found
      .slice(skipped, skipped + Number(limit))
      .map((item) => shown(fault === "list-shows-old-name" ? { ...item, name: item.firstName } : item));
    return c.json({
      items,
      total: fault === "total-of-all" ? all.length : found.length - (fault === "total-too-small" ? 1 : 0),
    });
  }

  #hasName(item: Item, name: string, all: readonly Item[]): boolean {
    if (this.fault === "name-shows-newest" && item === all.at(-1)) return true;
    if (this.fault === "name-misses-first" && item === all[0] && all.length > 1) return false;
    return item.name === name;
  }

  #isSearched(item: Item, text: string | undefined, all: readonly Item[]): boolean {
    const { fault } = this;
    if (text === undefined || fault === "search-ignored") return true;
    if (fault === "search-misses-newest" && item === all.at(-1)) return false;
    const name = fault === "search-by-first-name" ? item.firstName : item.name;
    const texts = [name, ...(fault === "search-skips-labels" ? [] : [item.label ?? ""])];
    return texts.some((one) => one.toLowerCase().includes(text.toLowerCase()));
  }

  async #add(c: Context): Promise<Response> {
    const { fault } = this;
    const isJson = (c.req.header("content-type") ?? "").includes("json");
    if (!isJson && fault !== "any-type-taken") throw new Refused(415, "JSON only.");
    const text = await c.req.text();
    const fields = isJson ? readFields(text) : { name: "a thing", colour: "red", weight: 1 };
    const key = fault === "key-ignored" ? undefined : c.req.header("idempotency-key");
    const known = key === undefined ? undefined : this.#keys.get(key);
    const first = known === undefined ? undefined : this.#items.get(known.id);
    if (known !== undefined && known.body !== text && fault !== "key-for-any-body")
      throw new Refused(422, "The key was used for something else.");
    const twin =
      fault === "same-body-same-item"
        ? [...this.#items.values()].find(({ name }) => name === fields.name)
        : undefined;
    if (twin !== undefined || first !== undefined) return this.#created(c, twin ?? first);
    this.#lastId += 1;
    const item: Item = {
      ...fields,
      id: this.#lastId,
      status: "kept",
      sales: 0,
      version: 1,
      firstName: fields.name,
    };
    this.#items.set(item.id, item);
    const [oldest = item.id] = this.#items.keys();
    if (fault === "fifth-pushes-first-out" && this.#items.size > 4) this.#items.delete(oldest);
    if (key !== undefined) this.#keys.set(key, { body: text, id: item.id });
    return this.#created(c, item);
  }

  #created(c: Context, item: Item | undefined): Response {
    if (item === undefined) throw new Refused(404, "It is gone.");
    const named = item.id + (this.fault === "location-off-by-one" ? 1 : 0);
    const path = this.fault === "location-elsewhere" ? "/shelf/item" : "/items";
    c.header("Location", `${path}/${named}`);
    return c.json(shown(item), 201);
  }

  #read(c: Context): Response {
    const item = this.#item(c);
    const accept = c.req.header("accept") ?? "*/*";
    if (!/json|\*\/\*/.test(accept) && this.fault !== "any-accept-taken")
      throw new Refused(406, "JSON only.");
    const etag = `"${item.version}"`;
    c.header("ETag", etag);
    const known = c.req.header("if-none-match");
    if (known === etag || (known !== undefined && this.fault === "always-unchanged"))
      return c.body(null, 304);
    if (c.req.method === "HEAD" && this.fault === "head-says-html")
      return c.body(null, 200, { "content-type": "text/html" });
    return c.json(shown(item));
  }

  async #put(c: Context): Promise<Response> {
    const { fault } = this;
    const item = this.#item(c);
    const wanted = c.req.header("if-match");
    if (
      wanted !== undefined &&
      wanted !== "*" &&
      wanted !== `"${item.version}"` &&
      fault !== "stale-etag-taken"
    )
      throw new Refused(412, "Somebody was faster.");
    const text = await c.req.text();
    if (fault === "refused-put-stored") storeName(item, text);
    const fields = readFields(text);
    if (fault === "put-counts-up") fields.weight += item.weight;
    const kept = fault === "put-keeps-maker" && item.maker !== undefined ? { maker: item.maker } : {};
    delete item.label;
    delete item.maker;
    Object.assign(item, kept, fields, { version: item.version + 1 });
    return c.json(shown(item));
  }

  #sell(c: Context): Response {
    const item = this.#item(c);
    if (item.status === "sold" && this.fault !== "sold-twice") {
      if (this.fault === "refused-sale-counted") item.status = "kept";
      throw new Refused(409, "It is sold.");
    }
    if (this.fault === "sold-in-words") return c.json(shown({ ...item, status: "sold" }));
    Object.assign(item, { status: "sold", sales: item.sales + 1, version: item.version + 1 });
    return c.json(shown(item));
  }
}

function shown({ version: _, firstName: _first, ...item }: Item): Record<string, string | number> {
  return item;
}

type Fields = Pick<Item, "name" | "colour" | "weight" | "label" | "maker">;

function readFields(text: string): Fields {
  const json = parse(text);
  const { name, colour, weight } = json;
  const isWord = (value: Json | undefined) =>
    typeof value === "string" && value !== "" && [...value].length <= 60;
  if (!isWord(name) || !COLOURS.some((one) => one === colour))
    throw new Refused(400, "name or colour is wrong.");
  if (typeof weight !== "number" || !Number.isInteger(weight) || weight < 1 || weight > 100000)
    throw new Refused(400, "weight is wrong.");
  const more = ["label", "maker"].filter((field) => json[field] !== undefined);
  if (more.some((field) => !isWord(json[field]))) throw new Refused(400, "label or maker is wrong.");
  const optional = Object.fromEntries(more.map((field) => [field, String(json[field])]));
  return { name: String(name), colour: String(colour), weight, ...optional };
}

function parse(text: string): Readonly<Record<string, Json>> {
  try {
    const json: Json = JSON.parse(text);
    if (isObject(json)) return json;
  } catch {
    // Falls through to the refusal.
  }
  throw new Refused(400, "An object in JSON is needed.");
}

function storeName(item: Item, text: string): void {
  const { name } = parse(text);
  if (typeof name === "string") item.name = name;
}
