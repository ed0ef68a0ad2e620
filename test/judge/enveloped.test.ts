import { describe, expect, it } from "vitest";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { ENVELOPED_DOCUMENT } from "./enveloped-document.js";
import { type EnvelopeFault, startEnveloped } from "./enveloped-service.js";
import { only } from "./only.js";

const FOUND: Readonly<Record<EnvelopeFault, string>> = {
  "stale-update-taken": "ERR etag-guards-writes PATCH /notes/{noteId}",
  "patch-clears-shelf": "ERR patch-touches-what-it-names PATCH /notes/{noteId}",
  "offset-skips-one": "ERR pages-add-up GET /notes",
  "filter-ignored": "WARN filters-filter GET /notes",
  "rank-left-out": "WARN ranges-include GET /notes",
  "never-sorted-down": "WARN sorts-sort GET /notes",
  "score-writable": "ERR only-writable-sticks POST /notes",
  "time-stays": "WARN change-moves-its-time PATCH /notes/{noteId}",
  "below-its-child": "WARN trees-have-no-cycles POST /notes/{noteId}/move",
  "children-stay": "WARN trees-have-no-cycles GET /notes/{noteId}/children",
};

async function testEnveloped(
  fault: EnvelopeFault | undefined,
  wish: RunWish = {},
): Promise<readonly string[]> {
  const service = await startEnveloped(fault);
  try {
    const record = await testAgainst(service.url, apiOf(ENVELOPED_DOCUMENT), { size: "1", ...wish });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await service.close();
  }
}

describe.concurrent("a fault of what comes in envelopes", () => {
  it.each(Object.entries(FOUND))("%s: %s", async (fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    expect(await testEnveloped(fault as EnvelopeFault, { walks: false, oracles: only(oracle) })).toContain(
      expected,
    );
  });
});

describe("envelopes without a fault", () => {
  it.each([1, 2])("give nobody an objection (seed %i)", async (seed) => {
    expect(await testEnveloped(undefined, { seed })).toEqual([]);
  });
});
