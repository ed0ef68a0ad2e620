import { describe, expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { leapingClock } from "../services/leaping-clock.js";
import { type NoteFault, type Style, startNotes } from "./notes-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function testNotes(style: Style, fault?: NoteFault, seed?: number) {
  const { now, wait } = leapingClock();
  const service = await startNotes(style, fault, now);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), {
      seed: seed ?? 1,
      oracles: WITHOUT_SITUATIONS,
      wait,
    });
    return {
      record,
      found: foundIn(record),
      left: [...service.notes.values()].filter((note) => note.trashed !== true),
    };
  } finally {
    await service.close();
  }
}

describe.concurrent("a correct service", () => {
  it.each<[Style, readonly string[]]>([
    ["plain", []],
    ["envelope", []],
    ["location only", []],
    ["soft delete", ["NOTE deleted-is-gone DELETE /notes/{id}"]],
    ["normalising", []],
    ["service decides status", []],
    ["clock", []],
    ["slow to show", []],
    ["paged", []],
    ["put creates", []],
    ["list only", []],
    ["id is text", []],
    ["asks for the version", ["NOTE answer PUT /notes/{id}"]],
    ["gone is empty", ["NOTE deleted-is-gone GET /notes/{id}", "NOTE absent-is-refused PUT /notes/{id}"]],
  ])("in the style %s gives %j", async (style, expected) => {
    const { record, found, left } = await testNotes(style);
    expect(found.filter((line) => !line.startsWith("WARN written-is-read"))).toEqual(expected);
    expect(record.faults.filter((fault) => fault.verdict === "ERR")).toEqual([]);
    expect(record.operations.filter((operation) => operation.verdict === "NOT_TESTED")).toEqual([]);
    expect(left).toEqual([]);
  });
});

describe.concurrent("a service that answers 500 where nothing is", () => {
  it("is told so once, with each operation, and nothing else is held against it", async () => {
    const { record, found, left } = await testNotes("404 is 500");
    expect(found).toEqual(["WARN server-error GET /notes/{id}"]);
    const others = record.faults.flatMap(({ alsoShownAs = [] }) =>
      alsoShownAs.map(({ operation }) => operation),
    );
    expect(new Set(others)).toEqual(new Set(["PUT /notes/{id}", "DELETE /notes/{id}"]));
    expect(left).toEqual([]);
  });
});

describe.concurrent("a planted fault", () => {
  it.each<[NoteFault, string]>([
    ["update crashes", "ERR server-error PUT /notes/{id}"],
    ["create answers 202", "WARN undocumented-status POST /notes"],
    ["read is html", "WARN content-type GET /notes/{id}"],
    ["read is broken json", "ERR content-type GET /notes/{id}"],
    ["read has wrong type", "ERR response-schema GET /notes/{id}"],
    ["created cannot be read", "ERR created-is-readable POST /notes"],
    ["create cuts title", "ERR written-is-read POST /notes"],
    ["update ignored", "ERR written-is-read PUT /notes/{id}"],
    ["read forgets body", "ERR written-is-read POST /notes"],
    ["list misses one", "ERR listed-while-it-lives GET /notes"],
    ["list keeps deleted", "ERR listed-while-it-lives GET /notes"],
    ["delete keeps", "ERR deleted-is-gone DELETE /notes/{id}"],
    ["delete takes another", "ERR deleted-is-gone DELETE /notes/{id}"],
    ["update spills", "ERR others-untouched PUT /notes/{id}"],
  ])("%s: %s", async (fault, expected) => {
    const { record, found } = await testNotes("plain", fault);
    expect(found).toContain(expected);
    const confirmed = record.faults.filter(({ verdict, tried }) => verdict === "ERR" && tried > 1);
    for (const { tried, reproduced } of confirmed) expect(reproduced).toBe(tried);
  });
});
