import { describe, expect, it } from "vitest";
import { startService } from "#services/service";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { DIARY_DOCUMENT } from "./diary-document.js";
import { type DIARY_FAULTS, diary } from "./diary-service.js";
import { only } from "./only.js";

const FOUND: Readonly<Record<keyof typeof DIARY_FAULTS, string>> = {
  "last-day-left-out": "ERR ranges-include GET /entries",
  "first-day-left-out": "ERR ranges-include GET /entries",
  "last-year-left-out": "ERR ranges-include GET /entries",
  "ties-reversed": "WARN sorts-sort GET /entries",
  "no-is-ignored": "WARN filters-filter GET /entries",
  "archived-by-title": "WARN filters-filter GET /entries",
  "last-page-empty": "ERR pages-add-up GET /entries",
  "cursor-skips-one": "ERR pages-add-up GET /notes",
  "cursor-drops-colour": "ERR pages-keep-their-filter GET /notes",
  "list-is-kept": "WARN list-agrees GET /notes",
};

async function testDiary(fault: string | undefined, wish: RunWish = {}): Promise<readonly string[]> {
  const started = await startService(diary, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the diary does not start");
  try {
    return foundIn(await testAgainst(started.value.url, apiOf(DIARY_DOCUMENT), { size: "1", ...wish }));
  } finally {
    await started.value.close();
  }
}

describe.concurrent("a fault of the lists of a diary", () => {
  it.each(Object.entries(FOUND))("%s: %s", async (fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    expect(await testDiary(fault, { oracles: only(oracle) })).toEqual([expected]);
  });
});

describe("the diary without a fault", () => {
  it.each([1, 2])("lists as it should (seed %i)", async (seed) => {
    const oracles = only(...new Set(Object.values(FOUND).map((expected) => expected.split(" ")[1] ?? "")));
    expect(await testDiary(undefined, { seed, oracles })).toEqual([]);
  });
});
