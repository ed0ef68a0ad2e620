import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean, editDistance } from "#base/did-you-mean";

describe("didYouMean", () => {
  it.each([
    ["tornaments", ["tournaments", "petstore"], 'Did you mean "tournaments"?'],
    ["zzz", ["tournaments", "petstore"], "Known: tournaments, petstore."],
    ["zzz", [], "There are none."],
  ])("%s among %j: %s", (name, known, hint) => {
    expect(didYouMean(name, known)).toBe(hint);
  });
});

describe("editDistance", () => {
  const word = fc.string({ maxLength: 12 });

  it("is zero for equal words only, and the same both ways", () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBe(editDistance(b, a));
      }),
    );
  });

  it("is never longer by a detour", () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
