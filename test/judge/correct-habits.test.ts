import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { type JsonAnswer, type Served, serveJson } from "../run/serve-json.js";
import { apiOf, type RunWish, testAgainst } from "../run/test-against.js";
import { type Crud, crudDocument, serveCrud } from "./crud-service.js";
import { only } from "./only.js";
import { toldOf } from "./told-of.js";

let served: Served | undefined;

afterEach(() => served?.close());

/** What is told of a service, but for notes. */
async function told(crud: Crud, wish: RunWish = {}): Promise<readonly string[]> {
  served = await serveCrud(crud);
  return toldOf(served.url, crudDocument(crud), wish);
}

const isText = (value: Json | undefined): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 40;
const isWhole = (value: Json | undefined): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1000;

const pick = (known: readonly string[], sent: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => known.includes(name)));

/** As protobuf's JSON does: what is zero, false or empty is not shown. */
function withoutZeros(thing: JsonObject): JsonObject {
  const isZero = (value: Json) =>
    value === 0 || value === false || value === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => !isZero(value)));
}

const TASK: JsonObject = {
  type: "object",
  required: ["title"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 40 },
    effort: { type: "integer", minimum: 0, maximum: 1000 },
    rank: { type: "integer", minimum: 0, maximum: 2 },
    done: { type: "boolean" },
    tags: { type: "array", maxItems: 5, items: { type: "string", minLength: 1, maxLength: 40 } },
  },
};
const TASK_NAMES = ["title", "effort", "rank", "done", "tags"];

const isTask = ({ title, effort = 0, rank = 0, done = false, tags = [] }: JsonObject) =>
  isText(title) &&
  isWhole(effort) &&
  isWhole(rank) &&
  rank <= 2 &&
  typeof done === "boolean" &&
  Array.isArray(tags) &&
  tags.length <= 5 &&
  tags.every(isText);

const tasks: Crud = {
  name: "tasks",
  schema: TASK,
  keep: (sent) => (isTask(sent) ? pick(TASK_NAMES, sent) : undefined),
};

const OWNED: JsonObject = {
  type: "object",
  required: ["title"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 40 },
    writers: {
      type: "array",
      minItems: 1,
      maxItems: 5,
      items: { type: "string", minLength: 1, maxLength: 40 },
    },
  },
};

/** Things with a list of who may write them, to which the service adds what it adds. */
const owned = (writersOf: (sent: readonly Json[]) => readonly Json[]): Crud => ({
  name: "owned",
  schema: OWNED,
  keep: ({ title, writers }) => {
    if (!isText(title)) return undefined;
    if (writers === undefined) return { title, writers: [...writersOf([])] };
    if (!Array.isArray(writers) || writers.length === 0 || writers.length > 5 || !writers.every(isText))
      return undefined;
    return { title, writers: [...writersOf(writers)] };
  },
});

describe("A service that adds whoever calls to a list", () => {
  const ADMIN = "account:admin";
  const withAdmin = (sent: readonly Json[]) => [ADMIN, ...sent.filter((one) => one !== ADMIN)];

  it.each([1, 2, 3])("is not accused of changing what was sent (seed %i)", async (seed) => {
    expect(await told(owned(withAdmin), { seed })).toEqual([]);
  });

  it("is where it adds somebody only now and then", async () => {
    let writes = 0;
    const found = await told(owned((sent) => (++writes % 3 === 0 ? withAdmin(sent) : sent)));
    expect(found.join(" ")).toContain("writers");
  });

  it("is where it loses one that was sent", async () => {
    const found = await told(owned((sent) => [ADMIN, ...sent.slice(1)]));
    expect(found.join(" ")).toContain("writers");
  });
});

describe("A service that leaves out what is zero, false or empty", () => {
  it.each([1, 2, 3, 4])("is not accused of losing it (seed %i)", async (seed) => {
    expect(await told({ ...tasks, show: withoutZeros }, { seed })).toEqual([]);
  });
  it("as one that shows everything is not", async () => {
    expect(await told(tasks)).toEqual([]);
  });
  it("is when it shows other zeros, and loses one", async () => {
    const forgets = ({ effort, ...rest }: JsonObject): JsonObject => (effort ? { effort, ...rest } : rest);
    const found = await told({
      ...tasks,
      keep: (sent) => (isTask(sent) ? { rank: 0, ...forgets(sent) } : undefined),
    });
    expect(found).toContainEqual(expect.stringMatching(/promised-values-taken|written-is-read/));
  });
});

let clock = Date.UTC(2026, 3, 1);

/** A note with all that a service writes into it at each write, which its document lets clients send. */
const NOTE: JsonObject = {
  type: "object",
  required: ["text"],
  properties: {
    text: { type: "string", minLength: 1, maxLength: 40 },
    etag: { type: "string" },
    version: { type: "integer" },
    revision: { type: "string" },
    updateTime: { type: "string", format: "date-time" },
    changed: { type: "string", format: "date-time" },
    status: { type: "string", enum: ["active", "archived"], readOnly: true },
    lines: {
      type: "array",
      maxItems: 4,
      items: {
        type: "object",
        required: ["word"],
        properties: { id: { type: "integer" }, word: { type: "string", minLength: 1, maxLength: 40 } },
      },
    },
  },
};

const isLine = (line: Json) =>
  typeof line === "object" && line !== null && "word" in line && isText(line.word);

const notes: Crud = {
  name: "notes",
  schema: NOTE,
  keep: ({ text, lines = [] }, before) => {
    if (!isText(text) || !Array.isArray(lines) || lines.length > 4 || !lines.every(isLine)) return undefined;
    clock += 1_234;
    const now = new Date(clock).toISOString();
    return {
      text,
      etag: `"${(clock * 7919).toString(36)}"`,
      version: Number(before?.version ?? 0) + 1,
      revision: `r-${(clock * 104_729).toString(36)}`,
      updateTime: now,
      changed: now,
      status: "active",
      lines: lines.map((line: JsonObject, index: number) => ({ ...pick(["word"], line), id: clock + index })),
    };
  },
  actions: {
    archive: (thing) => (thing.status === "active" ? touched(thing, "archived") : undefined),
    restore: (thing) => (thing.status === "archived" ? touched(thing, "active") : undefined),
  },
};

function touched(thing: JsonObject, status: string): JsonObject {
  clock += 1_234;
  return { ...thing, status, etag: `"${(clock * 7919).toString(36)}"`, version: Number(thing.version) + 1 };
}

describe("Members that a service makes at each write", () => {
  it.each([1, 2, 3])("are not held against what was sent (seed %i)", async (seed) => {
    expect(await told(notes, { seed })).toEqual([]);
  });
});

/** An invoice gets the number after the last one: a client that sends one may just hit it. */
const invoices = (first: number): Crud => {
  let last = first - 1;
  return {
    name: "invoices",
    schema: {
      type: "object",
      required: ["text"],
      properties: {
        text: { type: "string", minLength: 1, maxLength: 40 },
        number: { type: "integer", readOnly: true, minimum: 1, maximum: 30 },
        views: { type: "integer", readOnly: true },
      },
    },
    keep: ({ text }, before) => {
      if (!isText(text)) return undefined;
      last = (last % 30) + 1;
      return { text, number: Number(before?.number ?? last), views: Number(before?.views ?? 0) + 1 };
    },
  };
};

describe("A counter that reaches the number that was sent", () => {
  it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    "was not set by it (from %i)",
    async (first) => {
      const wish = { oracles: only("only-writable-sticks"), walks: false };
      expect(await told(invoices(first), wish)).toEqual([]);
    },
  );
});

/** A PUT resets what it leaves out to what the document says is the default, and rooms are drawn from few numbers. */
const rooms: Crud = {
  name: "rooms",
  schema: {
    type: "object",
    required: ["label"],
    properties: {
      label: { type: "string", minLength: 1, maxLength: 40 },
      beds: { type: "integer", minimum: 1, maximum: 2, default: 1 },
      floor: { type: "integer", minimum: 0, maximum: 1, default: 0 },
      note: { type: "string", maxLength: 40 },
    },
  },
  keep: ({ label, beds = 1, floor = 0, note }) => {
    const isRoom =
      isText(label) &&
      isWhole(beds) &&
      beds > 0 &&
      beds < 3 &&
      isWhole(floor) &&
      floor < 2 &&
      (note === undefined || isText(note));
    return isRoom ? { label, beds, floor, ...(note === undefined ? {} : { note }) } : undefined;
  },
};

describe("A default", () => {
  it.each([1, 2, 3, 4, 5, 6])("that was sent as well does not linger (seed %i)", async (seed) => {
    const wish = { seed, oracles: only("put-replaces"), walks: false };
    expect(await told(rooms, wish)).toEqual([]);
  });
});

/** So many tickets are there at a time; who wants one more is told that they are sold out. */
function tickets(stock: number, conflict: string): { document: Json; start: () => Promise<Served> } {
  const crud: Crud = {
    name: "tickets",
    schema: {
      type: "object",
      required: ["holder"],
      properties: {
        holder: { type: "string", minLength: 1, maxLength: 40 },
        phone: { type: "string", minLength: 1, maxLength: 40 },
      },
    },
    keep: () => undefined,
    methods: ["delete"],
    conflict,
  };
  const held = new Map<string, JsonObject>();
  let last = 0;
  const start = () =>
    serveJson((method, [, id], { holder, phone }): JsonAnswer => {
      if (id !== undefined && !held.has(id)) return [404, {}];
      if (method === "GET") return [200, id === undefined ? [...held.values()] : (held.get(id) ?? {})];
      if (method === "DELETE") {
        held.delete(id ?? "");
        return [204];
      }
      if (!isText(holder) || (phone !== undefined && !isText(phone))) return [400, {}];
      if (held.size >= stock) return [409, { message: "No." }];
      const own = `k${++last}`;
      held.set(own, { id: own, holder, ...(phone === undefined ? {} : { phone }) });
      return [201, held.get(own) ?? {}];
    });
  return { document: crudDocument(crud), start };
}

describe("A conflict that has nothing to do with likeness", () => {
  it.each([
    [1, "Sold out."],
    [2, "Sold out."],
    [3, "Nothing left."],
    [4, "Conflict."],
    [50, "The holder is suppressed."],
    [50, "Conflict"],
  ])("is not missed where a create is repeated (%i, %s)", async (stock, conflict) => {
    const { document, start } = tickets(stock, conflict);
    served = await start();
    expect(await toldOf(served.url, document)).toEqual([]);
  });
});

const isTime = (value: Json | undefined): value is string =>
  typeof value === "string" && /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]Z)?$/.test(value);

/** A weekly schedule: opening hours, as every document has its own way to say. */
const hours = (opens: JsonObject, closes: JsonObject, names = ["opens", "closes"]): Crud => {
  const [from = "", to = ""] = names;
  return {
    name: "schedules",
    schema: {
      type: "object",
      required: ["day", from, to],
      properties: {
        day: { type: "string", enum: ["monday", "tuesday", "sunday"] },
        [from]: { type: "string", ...opens },
        [to]: { type: "string", ...closes },
      },
    },
    keep: (sent) => {
      const { [from]: begin, [to]: end, day } = sent;
      const isDay = day === "monday" || day === "tuesday" || day === "sunday";
      if (!isDay || !isTime(begin) || !isTime(end) || begin >= end) return undefined;
      return { day, [from]: begin, [to]: end };
    },
  };
};

describe("A time of day", () => {
  const pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
  it.each<[string, Crud]>([
    ["by a pattern", hours({ pattern }, { pattern })],
    ["by a format", hours({ format: "time" }, { format: "time" })],
    ["by a format of its own", hours({ format: "HH:mm" }, { format: "HH:mm" })],
    ["by a description", hours({ description: "HH:mm" }, { description: "As HH:mm, later than it opens." })],
    ["by an example", hours({ example: "08:30" }, { example: "17:00" })],
    ["by its name", hours({}, {}, ["startTime", "endTime"])],
  ])("is one %s, and is neither sent wrongly nor held to be any text", async (_, schedule) => {
    served = await serveCrud(schedule);
    const record = await testAgainst(served.url, apiOf(crudDocument(schedule)), {});
    expect(
      record.faults
        .filter(({ verdict }) => verdict !== "NOTE")
        .map(({ key, message, got }) => [key, message, got]),
    ).toEqual([]);
    expect(record.operations.filter(({ verdict }) => verdict === "NOT_TESTED")).toEqual([]);
  });
});

let reads = 0;

/** Labels and readers are sets, and so is what the list shows: another order each time. Who wrote it the service knows. */
const letters: Crud = {
  name: "letters",
  schema: {
    type: "object",
    required: ["text"],
    properties: {
      id: { type: "string" },
      text: { type: "string", minLength: 1, maxLength: 40 },
      labels: {
        type: "array",
        maxItems: 5,
        uniqueItems: true,
        items: { type: "string", minLength: 1, maxLength: 40 },
      },
      stops: {
        type: "array",
        maxItems: 5,
        items: {
          type: "object",
          required: ["town", "mile"],
          properties: {
            town: { type: "string", minLength: 1, maxLength: 40 },
            mile: { type: "integer", minimum: 1, maximum: 99 },
          },
        },
      },
      createdBy: { type: "string" },
      createdAt: { type: "string", format: "date-time" },
      modifiedBy: { type: "string" },
    },
  },
  keep: ({ text, labels = [], stops = [] }, before) => {
    const isStop = (stop: Json) =>
      typeof stop === "object" &&
      stop !== null &&
      "town" in stop &&
      isText(stop.town) &&
      "mile" in stop &&
      isWhole(stop.mile) &&
      stop.mile > 0 &&
      stop.mile < 100;
    if (!isText(text) || !Array.isArray(labels) || !Array.isArray(stops)) return undefined;
    if (labels.length > 5 || stops.length > 5 || !labels.every(isText) || !stops.every(isStop))
      return undefined;
    if (new Set(labels).size < labels.length) return undefined;
    clock += 1_234;
    const own = {
      createdBy: before?.createdBy ?? "svc-mail",
      createdAt: before?.createdAt ?? new Date(clock).toISOString(),
      modifiedBy: "svc-mail",
    };
    return { text, labels, stops: stops.map((stop: JsonObject) => pick(["town", "mile"], stop)), ...own };
  },
  show: (thing) => {
    reads += 1;
    const turned = (list: Json | undefined): Json => {
      const items = Array.isArray(list) ? [...list] : [];
      return reads % 2 === 0 ? items : items.reverse();
    };
    return { ...thing, labels: turned(thing.labels), stops: turned(thing.stops) };
  },
  mixes: true,
};

describe("Lists without an order, and members that say who wrote a thing and when", () => {
  it.each([1, 2, 3])("are not compared with what was sent (seed %i)", async (seed) => {
    expect(await told(letters, { seed })).toEqual([]);
  });
});
