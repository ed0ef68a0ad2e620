import { type Context, Hono } from "hono";
import { isObject, type Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const DIARY_FAULTS = {
  "last-day-left-out": "GET /entries?to leaves out the entries of that very day.",
  "first-day-left-out": "GET /entries?from leaves out the entries of that very day.",
  "last-year-left-out": "GET /entries?yearTo leaves out the entries of that very year.",
  "ties-reversed": "GET /entries?sort=-title lists what has the same title by falling id.",
  "no-is-ignored": "GET /entries?secret=false shows everything.",
  "archived-by-title": "GET /entries?title shows what is archived.",
  "last-page-empty": "GET /entries shows nothing on a last page that is not full.",
  "cursor-skips-one": "GET /notes leaves out one where two or more follow a cursor.",
  "cursor-drops-colour": "GET /notes does not look at the colour where there is a cursor.",
  "list-is-kept": "GET /notes shows the notes as they were at the first look after one was made.",
} as const;

type DiaryFault = keyof typeof DIARY_FAULTS;

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly day: string;
  readonly year: number;
  readonly secret: boolean;
}

interface Note {
  readonly id: number;
  readonly text: string;
  readonly colour: string;
  readonly writtenOn: string;
  readonly pinned: boolean;
}

/** A diary that lists its entries and notes in many ways: correct, but for one fault at most. */
export const diary: Service = {
  name: "diary",
  title: "Diary",
  faults: DIARY_FAULTS,
  createApp: (name) => createApp(knownFault(DIARY_FAULTS, name)),
};

function createApp(fault: DiaryFault | undefined): Hono {
  const app = new Hono();
  const entries = new Map<number, Entry>();
  const archived = new Set<number>();
  const notes = new Map<number, Note>();
  let kept: readonly Note[] | undefined;
  let last = 0;
  const found = <T>(c: Context, things: ReadonlyMap<number, T>) => things.get(Number(c.req.param("id")));
  const missing = (c: Context) => c.json({ title: "Not here." }, 404);
  const wrong = (c: Context) => c.json({ title: "Not so." }, 400);

  app.post("/entries", async (c) => {
    const { title, day, year, secret } = await sentIn(c);
    if (!isText(title) || !isDay(day) || !isYear(year) || typeof secret !== "boolean") return wrong(c);
    last += 1;
    const entry = { id: last, title, day, year, secret };
    entries.set(last, entry);
    return c.json(entry, 201);
  });
  app.get("/entries", (c) => {
    const { page = "1", size = "50", title, secret, from, to, yearFrom, yearTo, sort } = c.req.query();
    if (!isCount(page) || !isCount(size) || Number(size) > 100) return wrong(c);
    if (![from, to].every((day) => day === undefined || isDay(day))) return wrong(c);
    if (![yearFrom, yearTo].every((year) => year === undefined || /^-?\d{1,9}$/.test(year))) return wrong(c);
    if (![undefined, "title", "-title"].includes(sort)) return wrong(c);
    if (![undefined, "true", "false"].includes(secret)) return wrong(c);
    const matching = [...entries.values()]
      .filter(({ id }) => !archived.has(id) || (title !== undefined && fault === "archived-by-title"))
      .filter((entry) => title === undefined || entry.title === title)
      .filter(
        (entry) =>
          secret === undefined ||
          String(entry.secret) === secret ||
          (fault === "no-is-ignored" && secret === "false"),
      )
      .filter(
        ({ day }) => from === undefined || day > from || (day === from && fault !== "first-day-left-out"),
      )
      .filter(({ day }) => to === undefined || day < to || (day === to && fault !== "last-day-left-out"))
      .filter(({ year }) => yearFrom === undefined || year >= Number(yearFrom))
      .filter(
        ({ year }) =>
          yearTo === undefined ||
          year < Number(yearTo) ||
          (year === Number(yearTo) && fault !== "last-year-left-out"),
      );
    const way = sort === "-title" ? -1 : 1;
    const tie = fault === "ties-reversed" ? way : 1;
    if (sort !== undefined)
      matching.sort((a, b) => (a.title === b.title ? tie * (a.id - b.id) : a.title < b.title ? -way : way));
    const start = (Number(page) - 1) * Number(size);
    const items = matching.slice(start, start + Number(size));
    const isLost = fault === "last-page-empty" && start > 0 && items.length < Number(size);
    return c.json({ items: isLost ? [] : items });
  });
  app.get("/entries/:id", (c) => {
    const entry = found(c, entries);
    return entry === undefined ? missing(c) : c.json(entry);
  });
  app.delete("/entries/:id", (c) => {
    const entry = found(c, entries);
    if (entry === undefined || archived.has(entry.id)) return missing(c);
    archived.add(entry.id);
    return c.body(null, 204);
  });

  app.post("/notes", async (c) => {
    const { text, colour, writtenOn } = await sentIn(c);
    if (!isText(text) || !isDay(writtenOn) || typeof colour !== "string") return wrong(c);
    if (!["red", "green", "blue"].includes(colour)) return wrong(c);
    last += 1;
    const note = { id: last, text, colour, writtenOn, pinned: false };
    notes.set(last, note);
    kept = undefined;
    return c.json(note, 201);
  });
  app.get("/notes", (c) => {
    const { limit = "100", cursor, colour, pinned, writtenBefore } = c.req.query();
    if (!isCount(limit) || Number(limit) > 100 || !/^\d{0,9}$/.test(cursor ?? "")) return wrong(c);
    if (![undefined, "red", "green", "blue"].includes(colour)) return wrong(c);
    if (writtenBefore !== undefined && !isDay(writtenBefore)) return wrong(c);
    if (![undefined, "true", "false"].includes(pinned)) return wrong(c);
    const isDropped = fault === "cursor-drops-colour" && cursor !== undefined;
    if (fault !== "list-is-kept" || kept === undefined) kept = [...notes.values()];
    const matching = kept
      .toReversed()
      .filter((note) => colour === undefined || note.colour === colour || isDropped)
      .filter((note) => pinned !== "true" || note.pinned)
      .filter(({ writtenOn }) => writtenBefore === undefined || writtenOn < writtenBefore)
      .filter(({ id }) => cursor === undefined || id < Number(cursor));
    if (fault === "cursor-skips-one" && cursor !== undefined && matching.length > 1) matching.shift();
    const items = matching.slice(0, Number(limit));
    const next = matching.length > items.length ? String(items.at(-1)?.id) : null;
    return c.json({ items, next });
  });
  app.get("/notes/:id", (c) => {
    const note = found(c, notes);
    return note === undefined ? missing(c) : c.json(note);
  });
  app.delete("/notes/:id", (c) => {
    const note = found(c, notes);
    if (note === undefined) return missing(c);
    notes.delete(note.id);
    kept = undefined;
    return c.body(null, 204);
  });
  app.post("/notes/:id/pin", (c) => {
    const note = found(c, notes);
    if (note === undefined) return missing(c);
    const pinned = { ...note, pinned: true };
    notes.set(note.id, pinned);
    return c.json(pinned);
  });
  return app;
}

async function sentIn(c: Context): Promise<Readonly<Record<string, Json>>> {
  try {
    const json: Json = JSON.parse(await c.req.text());
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "" && [...value].length <= 60;
}

function isDay(value: Json | undefined): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isYear(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1900 && value <= 2100;
}

function isCount(text: string): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) > 0;
}
