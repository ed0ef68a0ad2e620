import { describe, expect, it } from "vitest";
import { leapingClock } from "../services/leaping-clock.js";
import { deviationsIn, type Lesson, learnAgainst, ruleLine } from "./learn-against.js";
import { type Style, startNotes } from "./notes-service.js";
import { type ShelfStyle, startShelves } from "./shelf-service.js";
import { apiOf } from "./test-against.js";

const linesOf = ({ rules }: Lesson) => rules.map(ruleLine);

async function learnNotes(style: Style) {
  const { now, wait } = leapingClock();
  const service = await startNotes(style, undefined, now);
  try {
    const lesson = await learnAgainst(service.url, apiOf(service.document), { wait });
    return { lesson, left: [...service.notes.values()].filter((note) => note.trashed !== true) };
  } finally {
    await service.close();
  }
}

async function learnShelves(style: ShelfStyle) {
  const service = await startShelves(style);
  try {
    const lesson = await learnAgainst(service.url, apiOf(service.document));
    return { lesson, left: service.count() };
  } finally {
    await service.close();
  }
}

const LIFE = ["creates note POST /notes", "removes note gone", "lists note GET /notes"];
const REFUSED = ["absent note PUT /notes/{id} refuse", "absent note DELETE /notes/{id} refuse"];
const ECHOED = ["echoes note POST /notes", "echoes note PUT /notes/{id}"];

describe.concurrent("a style of service", () => {
  it.each<[Style, readonly string[]]>([
    ["plain", [...LIFE, ...REFUSED, ...ECHOED]],
    ["envelope", [...LIFE, ...REFUSED, ...ECHOED]],
    ["location only", [...LIFE, ...REFUSED, ...ECHOED]],
    ["soft delete", [LIFE[0] ?? "", "removes note trash", LIFE[2] ?? "", ...ECHOED]],
    ["normalising", [...LIFE, ...REFUSED, ...ECHOED.map((line) => `${line} -/title -/body`)]],
    ["service decides status", [...LIFE, ...REFUSED, ...ECHOED.map((line) => `${line} -/status`)]],
    ["clock", [...LIFE, ...REFUSED, ...ECHOED]],
    ["slow to show", [...LIFE, ...REFUSED, ...ECHOED]],
    ["paged", [...LIFE.slice(0, 2), ...REFUSED, ...ECHOED]],
    [
      "put creates",
      [
        "creates note PUT /notes/{id}",
        ...LIFE.slice(1),
        "absent note DELETE /notes/{id} refuse",
        "reuse note accept",
        "duplicate note replace",
        // Nothing but the creation writes the status, and it sends the same one every time.
        "echoes note PUT /notes/{id} -/status",
      ],
    ],
    ["list only", [...LIFE, ...REFUSED, ...ECHOED]],
    ["id is text", [...LIFE, ...REFUSED, ...ECHOED]],
    ["404 is 500", [...LIFE, ...REFUSED, ...ECHOED]],
    ["gone is empty", [...LIFE, ...REFUSED.map((line) => line.replace("refuse", "accept")), ...ECHOED]],
  ])("%s teaches %j", async (style, expected) => {
    const { lesson, left } = await learnNotes(style);
    expect(linesOf(lesson).sort()).toEqual([...expected].sort());
    expect(left).toEqual([]);
  });

  it.each<[ShelfStyle, readonly string[], readonly string[]]>([
    [{ onDelete: "restrict" }, ["parent-delete restrict", "dangling refuse"], []],
    [{ onDelete: "cascade" }, ["parent-delete cascade", "dangling refuse"], []],
    [{ onDelete: "cascade slowly" }, ["parent-delete cascade", "dangling refuse"], []],
    [{ onDelete: "orphan" }, ["parent-delete orphan", "dangling refuse"], ["WARN orphans"]],
    // The reference is emptied with the deletion: nothing dangles, and nothing is told.
    [{ onDelete: "set null" }, ["parent-delete orphan", "dangling refuse"], []],
    [{ onMissing: "200 with an error" }, ["parent-delete restrict", "dangling refuse"], []],
    [{ onMissing: "stored" }, ["parent-delete restrict", "dangling accept"], ["WARN dangling-is-refused"]],
    // What it refers to is there again: nothing dangles.
    [{ onMissing: "shelf made as well" }, ["parent-delete restrict"], []],
    [{ answersLocation: true }, ["parent-delete restrict", "dangling refuse"], []],
    [{ unique: "label" }, ["unique /label", "parent-delete restrict", "dangling refuse"], []],
    [{ unique: "shelfId" }, ["unique /shelfId", "parent-delete restrict", "dangling refuse"], []],
    // Refused because there is no room, and not because it is alike.
    [{ quota: 1 }, ["parent-delete restrict", "dangling refuse"], []],
    [{ quota: 2 }, ["parent-delete restrict", "dangling refuse"], []],
    [{ recyclesIds: true }, ["parent-delete restrict", "dangling refuse"], []],
    [
      { recyclesIds: true, onDelete: "orphan" },
      ["parent-delete orphan", "dangling refuse"],
      ["WARN orphans"],
    ],
  ])("with %j teaches %j and tells %j", async (style, expected, told) => {
    const { lesson, left } = await learnShelves(style);
    const lines = linesOf(lesson).filter((line) => /^(parent-delete|dangling|unique) item/.test(line));
    expect(lines.map((line) => line.replace(/ item( shelve \/shelfId)?/, ""))).toEqual(expected);
    expect(deviationsIn(lesson).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(told);
    expect(left).toBe(0);
  });
});

describe("a rule", () => {
  it("say of every rule why it is believed, and where only the answer spoke", async () => {
    const { lesson } = await learnShelves({});
    for (const rule of lesson.rules) expect(rule).toMatchObject({ source: "learned", reason: /\w+ \w+/ });
    const dangling = lesson.rules.find((rule) => rule.kind === "dangling");
    expect(dangling?.reason).toContain("only the answer says so");
  });
});
