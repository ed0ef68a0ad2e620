import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { expect } from "vitest";
import { isArray, isObject, type Json } from "#base/json";
import { shrinkJson } from "#values/shrink-json";

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthIdentifier: "json" },
    fc.integer({ min: -50, max: 50 }),
    fc.double({ min: -1000, max: 1000, noNaN: true }),
    fc.string(),
    fc.constantFrom(true, false, null),
    fc.array(tie("json"), { maxLength: 4, depthIdentifier: "json" }),
    fc.dictionary(fc.string(), tie("json"), { maxKeys: 4, depthIdentifier: "json" }),
  ),
}));

test("a number too large to step from is left", () => {
  expect([...shrinkJson(2 ** 60)]).not.toContain(2 ** 60);
});

test.prop([json])("no value is offered as simpler than itself", (value) => {
  for (const simpler of shrinkJson(value)) expect(JSON.stringify(simpler)).not.toBe(JSON.stringify(value));
});

test.prop([json])("taking the first offer again and again ends", (value) => {
  expect(shrunk(value, () => true)).toSatisfy((end: Json) => [...shrinkJson(end)].length === 0);
});

test.prop([json, fc.infiniteStream(fc.nat())])("taking any offer again and again ends", (value, choices) => {
  let current = value;
  for (const choice of choices) {
    const offers = [...shrinkJson(current)];
    const next = offers[choice % Math.max(1, offers.length)];
    if (next === undefined) break;
    expect(measure(next)).toBeLessThan(measure(current));
    current = next;
  }
  expect([...shrinkJson(current)]).toEqual([]);
});

test.prop([fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 })])(
  "the smallest number above a bound is found",
  (a, b) => {
    const [bound, start] = [Math.min(a, b), Math.max(a, b)];
    expect(shrunk(start, (value) => Number(value) >= bound)).toBe(bound);
  },
);

test("an object shrinks to the one member that matters", () => {
  const value = { a: [1, 2, 3], b: "text", c: { d: [7, 42, 9] }, e: null };
  expect(shrunk(value, (candidate) => JSON.stringify(candidate).includes("42"))).toEqual({ c: { d: [42] } });
});

test("a property called __proto__ stays a property", () => {
  const value = JSON.parse('{"__proto__": 3, "b": 1}');
  const shrinks = [...shrinkJson(value)].map((candidate) => JSON.stringify(candidate));
  expect(shrinks).toContain('{"__proto__":3}');
});

/** A finite measure that every offer lowers. */
function measure(value: Json): number {
  if (isArray(value)) return value.reduce<number>((sum, item) => sum + measure(item), 1);
  if (isObject(value)) return Object.values(value).reduce<number>((sum, member) => sum + measure(member), 1);
  if (typeof value === "string") {
    return [...value].reduce(
      (sum, character) => sum + (/^[aA0]$|^[^a-zA-Z0-9]$/.test(character) && character <= "~" ? 1 : 2),
      1,
    );
  }
  if (typeof value === "number") {
    return 1 + 4 * Math.trunc(Math.abs(value)) + (Number.isInteger(value) ? 0 : 2) + (value < 0 ? 1 : 0);
  }
  return value === true ? 2 : 1;
}

function shrunk(value: Json, fails: (value: Json) => boolean): Json {
  let current = value;
  for (let steps = 0; steps < 100_000; steps++) {
    const next = find(shrinkJson(current), fails);
    if (next === undefined) return current;
    current = next;
  }
  throw new Error("shrinking does not end");
}

function find(candidates: Iterable<Json>, fails: (value: Json) => boolean): Json | undefined {
  for (const candidate of candidates) if (fails(candidate)) return candidate;
  return undefined;
}
