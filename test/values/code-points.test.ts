import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { expect } from "vitest";
import { type CodePoints, characterAt, complement, intersection, size, union } from "#values/code-points";

const sets: fc.Arbitrary<CodePoints> = fc
  .array(fc.tuple(fc.nat(0x10ffff), fc.nat(200)), { maxLength: 5 })
  .map((ranges) =>
    union(ranges.map(([first, length]) => [first, Math.min(0x10ffff, first + length)] as const)),
  );
const point = fc.nat(0x10ffff);
const holds = (set: CodePoints, code: number): boolean =>
  set.some(([first, last]) => first <= code && code <= last);

test.prop([sets, sets, point])("a union holds what one of them holds", (a, b, code) => {
  expect(holds(union(a, b), code)).toBe(holds(a, code) || holds(b, code));
});

test.prop([sets, sets, point])("an intersection holds what both hold", (a, b, code) => {
  expect(holds(intersection(a, b), code)).toBe(holds(a, code) && holds(b, code));
});

test.prop([sets, point])("a complement holds the rest", (set, code) => {
  expect(holds(complement(set), code)).toBe(!holds(set, code));
});

test.prop([sets])("a set and its complement are everything", (set) => {
  expect(size(set) + size(complement(set))).toBe(0x110000);
});

test.prop([sets, fc.nat()])("a character by index is in the set", (set, index) => {
  fc.pre(size(set) > 0);
  expect(holds(set, characterAt(set, index % size(set)).codePointAt(0) ?? -1)).toBe(true);
});
