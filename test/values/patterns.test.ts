import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "#base/random";
import { compilePattern } from "#values/compile-pattern";
import { createDice } from "#values/dice";
import { drawFromPattern } from "#values/draw-from-pattern";
import { parsePattern } from "#values/parse-pattern";
import { patternLengths } from "#values/pattern-lengths";
import { sampleMany } from "#values/sample-arbitrary";

const PATTERNS = [
  "^IS[0-9a-fA-F]{32}$",
  "^([0-9,a-d,f-h,j-n,p-t,v-z]){8,}$",
  "^[a-zA-Z][a-zA-Z0-9\\-_]*$",
  "[a-z]+",
  "[0-9.]+-?(?:pre|SNAPSHOT)?(?:[0-9.]+)?",
  "^([A-Za-z0-9 '\\.,&\\(\\)\\/-]*)$",
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}.*$",
  "^(-)?P(?:([0-9,.]*)Y)?(?:([0-9,.]*)M)?(?:T(?:([0-9,.]*)H)?)?$",
  "^\\+[1-9][0-9]?[\\s]*\\(?\\d{3}\\)?[-\\s]?\\d{3}[-\\s]?\\d{2}[-\\s]?\\d{2}$",
  "^[^#$%^*()']*$",
  "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$",
  "[0-9a-f]{7,}?",
  "^[\\w-]+(\\.[\\w-]+)*@([\\w-]+\\.)+[a-zA-Z]+$",
  "^[\\pL '-]+$",
  "^[\\p{L}]+([ '-][\\p{L}]+){0,2}$",
  "/^[0-9]{4}[a-z]$/i",
  "^/v1/file_links",
  "\\b(?:\\d[ -]*?){13,16}\\b",
  "^(?:first|last|after:\\d+)$",
  "^\\u0041\\x42\\t$",
  "^(?<year>\\d{4})-\\k<year>$",
  "^([ab])\\1{2}$",
  "^(?!x)[a-z]{2}$",
  "^{[a-f]}$",
  "^[[:alpha:]]{3}$",
  "^(?i)abc$",
  "^\\S+\\W\\D$",
  "",
];

describe("a text drawn from a pattern matches it", () => {
  for (const flavour of ["plausible", "wide"] as const) {
    test.each(PATTERNS)(`${flavour} %s`, (pattern) => {
      const matching = textsFrom(pattern, flavour).filter((text) => compilePattern(pattern)?.test(text));
      // Assertions inside a pattern reject some; generation tries again.
      expect(matching.length).toBeGreaterThan(10);
    });
  }
});

test("a plausible text is the match and nothing around it", () => {
  for (const text of textsFrom("[a-z]+", "plausible")) expect(text).toMatch(/^[a-z]+$/);
});

test.each([
  ["^[a-z]*$", 20, 25],
  ["^[a-z]{2,}-[0-9]+$", 30, 40],
  ["^([a-z]{3}-)*[a-z]{3}$", 7, 11],
  ["^(x|[0-9]{5,9})$", 6, 8],
  [".*", 100, 100],
  ["^\\w{1,64}$", 60, 64],
])("%s is drawn with a length of %i to %i", (pattern, min, max) => {
  for (const text of textsFrom(pattern, "plausible", { min, max })) {
    expect(text.length).toBeGreaterThanOrEqual(min);
    expect(text.length).toBeLessThanOrEqual(max);
  }
});

test.each(["((((a{9}){9}){9}){9}){9}", "(a{1000}){1000}"])(
  "%s grows no further than bounds allow",
  (pattern) => {
    for (const text of textsFrom(pattern, "wide")) expect((text ?? "").length).toBeLessThanOrEqual(100_000);
  },
);

test.each(["(", "a)", "[a", "*a", "a{2", "(?<n", "\\"])(
  "%s is not a pattern, and that is no crash",
  (pattern) => {
    expect(() => [parsePattern(pattern), compilePattern(pattern)]).not.toThrow();
  },
);

test("every parsed text has a length within what the tree promises", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PATTERNS.filter((pattern) => !pattern.includes("\\k") && !pattern.includes("\\1"))),
      (pattern) => {
        const tree = parsePattern(pattern);
        if (!tree) throw new Error(`${pattern} is not understood`);
        const { min, max } = patternLengths(tree);
        for (const text of textsFrom(pattern, "wide")) {
          expect([...text].length).toBeGreaterThanOrEqual(min);
          expect([...text].length).toBeLessThanOrEqual(max);
        }
      },
    ),
  );
});

test("any text may be a pattern", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab01^$.*+?()[]{}|\\-,:=!<>k") }), (pattern) => {
      parsePattern(pattern);
      compilePattern(pattern)?.test("abab0101");
      textsFrom(pattern, "plausible", { min: 0, max: 30 }, 1);
    }),
    { numRuns: 500 },
  );
});

function textsFrom(
  pattern: string,
  flavour: "plausible" | "wide",
  lengths = { min: 0, max: Number.POSITIVE_INFINITY },
  count = 20,
): readonly string[] {
  const arbitrary = new (class extends fc.Arbitrary<string | undefined> {
    generate(source: fc.Random): fc.Value<string | undefined> {
      return new fc.Value(drawFromPattern(pattern, lengths, flavour, createDice(source)), undefined);
    }
    canShrinkWithoutContext(_value: unknown): _value is string | undefined {
      return false;
    }
    shrink(): fc.Stream<fc.Value<string | undefined>> {
      return fc.Stream.nil();
    }
  })();
  return sampleMany(arbitrary, count, createRandom(2)).filter((text) => text !== undefined);
}
