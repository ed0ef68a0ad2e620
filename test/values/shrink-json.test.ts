import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { expect } from "vitest";
import type { Json } from "#base/json";
import { shrinkJson } from "#values/shrink-json";

const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)));

test.prop([json])("no value is offered as simpler than itself", (value) => {
  for (const simpler of shrinkJson(value)) expect(JSON.stringify(simpler)).not.toBe(JSON.stringify(value));
});

test.prop([json])("taking the first offer again and again ends", (value) => {
  expect(shrunk(value, () => true)).toSatisfy((end: Json) => [...shrinkJson(end)].length === 0);
});

test.prop([json])("taking the last offer again and again ends", (value) => {
  let current = value;
  for (let steps = 0; steps < 100_000; steps++) {
    const last = [...shrinkJson(current)].at(-1);
    if (last === undefined) break;
    current = last;
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
