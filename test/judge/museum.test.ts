import { describe, expect, it } from "vitest";
import { startService } from "#services/service";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { museumDocument } from "./museum-document.js";
import { museum } from "./museum-service.js";
import { only } from "./only.js";

const oracles = only(
  "sorts-sort",
  "overlap-is-refused",
  "actions-keep-to-their-thing",
  "nothing-left-is-refused",
  "filters-hold-together",
  "final-is-final",
  "free-again-when-cancelled",
  "moved-takes-what-is-there",
  "refused-takes-nothing",
  "declared-refusal-happens",
);

/** What the whole pipeline finds, in a line each. */
async function find(fault: string | undefined, words: boolean, seed = 1, document = museumDocument(words)) {
  const started = await startService(museum, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the museum does not open");
  try {
    const api = apiOf(document);
    const record = await testAgainst(started.value.url, api, { size: "1", walks: false, seed, oracles });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await started.value.close();
  }
}

describe.concurrent("a museum", () => {
  it.each([
    ["fees-as-text", "WARN sorts-sort GET /guides"],
    ["stamps-all-alike", "WARN actions-keep-to-their-thing POST /passes/{passId}/stamp"],
    ["status-ignored", "ERR filters-hold-together GET /tours"],
    ["guest-ignored", "ERR filters-hold-together GET /tours"],
    ["refused-takes-it", "WARN refused-takes-nothing POST /tours"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault, true)).toEqual([expected]);
    expect(await find(fault, false)).toContain(expected);
  });

  it.each([
    ["around-is-taken", "ERR overlap-is-refused POST /hours"],
    ["stamped-beyond", "WARN nothing-left-is-refused POST /passes/{passId}/stamp"],
    ["cancelled-is-done", "WARN final-is-final PUT /tours/{tourId}/status"],
    ["cancelled-keeps-it", "WARN free-again-when-cancelled POST /tours"],
    ["moved-keeps-its-time", "WARN moved-takes-what-is-there POST /tours/{tourId}/move"],
  ])("%s, against the words of the document: %s", async (fault, expected) => {
    expect(await find(fault, true)).toEqual([expected]);
    expect(await find(fault, false)).toEqual([]);
  });

  it.each([
    ["An hour is had once, but may be booked again after a cancellation.", true],
    ["Whoever cancels cannot come back, nor book again after a cancellation.", false],
    ["Guests may come back and book another hour.", false],
  ])("is taken at the words of the create: %s", async (description, isTold) => {
    const plain = JSON.stringify(museumDocument(false));
    const document = JSON.parse(plain) as { paths: { "/tours": { post: { description?: string } } } };
    document.paths["/tours"].post.description = description;
    const found = await find("cancelled-keeps-it", false, 1, JSON.parse(JSON.stringify(document)));
    expect(found.includes("WARN free-again-when-cancelled POST /tours")).toBe(isTold);
  });

  it("may give the same pass again", async () => {
    const found = await find("same-pass-again", true);
    expect(found.filter((line) => line.includes("actions-keep-to-their-thing"))).toEqual([]);
  });

  it.each([1, 2, 3])("without a fault gives nobody an objection (seed %i)", async (seed) => {
    expect(await find(undefined, true, seed)).toEqual([]);
  });
});
