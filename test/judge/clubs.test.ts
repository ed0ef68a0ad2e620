import { describe, expect, it } from "vitest";
import { startService } from "#services/service";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { clubs, clubsDocument } from "./clubs-service.js";
import { only } from "./only.js";

async function find(fault: string | undefined, wish: RunWish): Promise<readonly string[]> {
  const started = await startService(clubs, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the clubs do not start");
  try {
    const record = await testAgainst(started.value.url, apiOf(clubsDocument()), { size: "1", ...wish });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await started.value.close();
  }
}

const oracles = only(
  "leaves-no-trace",
  "restricts-where-it-is",
  "ended-goes-with-its-parent",
  "refused-create-spares-parents",
  "actions-keep-to-their-thing",
  "refused-has-no-effect",
  "total-counts-items",
);

describe.concurrent("what clubs count, show and let go", () => {
  it.each([
    ["moved-still-counted", "WARN leaves-no-trace PATCH /members/{memberId}"],
    ["paused-still-counted", "WARN leaves-no-trace DELETE /members/{memberId}"],
    ["pass-stays-in-room", "WARN leaves-no-trace DELETE /members/{memberId}"],
    ["moved-not-in-the-way", "WARN restricts-where-it-is DELETE /clubs/{clubId}"],
    ["paused-not-in-the-way", "WARN ended-goes-with-its-parent DELETE /clubs/{clubId}"],
    ["refused-is-counted", "WARN refused-create-spares-parents POST /members"],
    ["remind-all", "WARN actions-keep-to-their-thing POST /members/{memberId}/remind"],
    ["fourth-reminder-counts", "WARN refused-has-no-effect POST /members/{memberId}/remind"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault, { walks: false, oracles })).toEqual([expected]);
  });

  it("total-of-all: told by the filter that counts what it does not show", async () => {
    const filters = only("filters-filter", "total-counts-items");
    expect(await find("total-of-all", { walks: false, oracles: filters })).toEqual([
      "WARN total-counts-items GET /members",
    ]);
  });

  it.each([1, 2])("gives no objection at all where nothing is wrong, seed %i", async (seed) => {
    expect(await find(undefined, { seed })).toEqual([]);
  });
});
