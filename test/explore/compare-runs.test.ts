import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Json } from "#base/json";
import { differencesBetween } from "#explore/compare-runs";
import type { Observation } from "#explore/observation";
import { Volatile } from "#explore/volatile";

/** A run that ended in a state, with the ids of what its calls made. */
function run(body: Json, ids: readonly [string, Json][] = [], before: Json = []): Observation {
  const state = (seen: Json) => [{ operation: "GET /x", body: seen, isWhole: true }];
  return {
    candidate: { given: [], acts: [] },
    before: state(before),
    given: [],
    acts: [],
    states: [state(body)],
    early: new Map(),
    waits: new Set(),
    ids: new Map(ids),
    volatile: new Volatile(),
  };
}

const compare = (one: Observation, other: Observation) =>
  differencesBetween(one, other, ({ states }) => states.at(-1)).map(({ pointer }) => pointer);

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const things = fc.uniqueArray(fc.record({ id: fc.nat(), name: fc.string() }), {
  selector: ({ id }) => id,
  maxLength: 8,
});

describe("two runs", () => {
  test.prop([json])("that ended alike differ in nothing", (body) => {
    expect(compare(run(body), run(body))).toEqual([]);
  });

  test.prop([things, fc.integer()])("may show things in another order", (items, seed) => {
    const shuffled = items.toSorted((a, b) => Math.sin(a.id + seed) - Math.sin(b.id + seed));
    expect(compare(run(items), run(shuffled))).toEqual([]);
  });

  test.prop([things, things])("differ as much one way as the other", (one, other) => {
    expect(compare(run(one), run(other)).length > 0).toBe(compare(run(other), run(one)).length > 0);
  });

  test.prop([fc.nat(), fc.nat(), fc.string()])("have ids of their own", (mine, yours, name) => {
    const thing = (id: number) => [{ id, name, self: `/x/${id}` }];
    expect(compare(run(thing(mine), [["c1", mine]]), run(thing(yours), [["c1", yours]]))).toEqual([]);
  });

  test.prop([things, things])("do not see what was there before them", (one, other) => {
    const mine = { id: -1, name: "mine" };
    expect(compare(run([...one, mine], [], one), run([...other, mine], [], other))).toEqual([]);
  });

  test("differ where a value does", () => {
    const lamp = (level: number) => [{ id: 1, level }];
    expect(compare(run(lamp(2)), run(lamp(3)))).toEqual(["/0/level"]);
    expect(compare(run(lamp(2)), run([]))).toEqual([""]);
  });
});
