import { expect, test } from "vitest";
import { SeenValues } from "#values/seen-values";

test("the latest comes first, and none twice", () => {
  const seen = seenAs([1, 2, 1, 3].map((value) => ["GET /a", "id", value]));
  expect(seen.recall("GET /a", "id")).toEqual([3, 1, 2]);
});

test("an operation's own values come before those of others", () => {
  const seen = seenAs([
    ["GET /a", "id", 1],
    ["GET /b", "id", 2],
  ]);
  expect(seen.recall("GET /a", "id")).toEqual([1]);
  expect(seen.recall("GET /c", "id")).toEqual([2, 1]);
});

test("only a few are kept", () => {
  const seen = seenAs(Array.from({ length: 100 }, (_, index) => ["GET /a", "id", index]));
  expect(seen.recall("GET /a", "id")).toHaveLength(8);
});

test("nothing was seen", () => {
  expect(new SeenValues().recall("GET /a", "constructor")).toEqual([]);
});

function seenAs(entries: readonly (readonly [string, string, number])[] | (string | number)[][]): SeenValues {
  const seen = new SeenValues();
  for (const [operation, field, value] of entries)
    seen.remember(String(operation), String(field), Number(value));
  return seen;
}
