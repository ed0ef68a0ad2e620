import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Sight } from "#semantics/experiments/sight";
import { changesBetween, effectBetween, isWhatWasSent, type Observation } from "#semantics/proof/effect";

const there = (content: Json): Sight => ({ kind: "there", content, said: "", call: "" });
const absent: Sight = { kind: "absent", said: "", call: "" };
const unknown: Sight = { kind: "unknown", said: "", call: "" };

function seen(sight: Sight, ids?: readonly string[]): Observation {
  return ids === undefined ? { sight } : { sight, listed: new Set(ids) };
}

describe("the effect of a call", () => {
  it.each<[string, Observation, Observation, object]>([
    ["gone", seen(there({ a: 1 }), ["1", "2"]), seen(absent, ["2"]), { self: "gone", came: 0, went: 0 }],
    ["changed", seen(there({ a: 1 })), seen(there({ a: 2 })), { self: "changed" }],
    ["same", seen(there({ a: 1 }), ["1"]), seen(there({ a: 1 }), ["1"]), { self: "same" }],
    ["unlisted", seen(there({ a: 1 }), ["1"]), seen(there({ a: 1 }), []), { self: "unlisted", went: 0 }],
    ["unknown", seen(there({ a: 1 })), seen(unknown), { self: "unknown" }],
    ["unknown", seen(unknown), seen(absent), { self: "unknown" }],
    [
      "same",
      seen(there({ at: "2030-01-01T00:00:00Z" })),
      seen(there({ at: "2030-01-02T00:00:00Z" })),
      { self: "same" },
    ],
    ["same", seen(there({ version: 1 })), seen(there({ version: 2 })), { self: "same" }],
  ])("is %s", (_, before, after, effect) => {
    expect(effectBetween(before, after, "1")).toMatchObject(effect);
  });

  it("counts the others that came and went", () => {
    const effect = effectBetween(seen(there({}), ["1", "2"]), seen(there({}), ["1", "3", "4"]), "1");
    expect(effect).toMatchObject({ came: 2, went: 1 });
  });

  test.prop([fc.jsonValue()])("of nothing is none", (value) => {
    expect(changesBetween(value as Json, value as Json)).toEqual([]);
  });

  test.prop([fc.dictionary(fc.string(), fc.integer()), fc.dictionary(fc.string(), fc.integer())])(
    "has as many changes back as forth",
    (a, b) => {
      expect(
        changesBetween(a, b)
          .map(({ field }) => field)
          .sort(),
      ).toEqual(
        changesBetween(b, a)
          .map(({ field }) => field)
          .sort(),
      );
    },
  );

  it("is what was sent where a member that was sent has come out", () => {
    const changes = changesBetween({ data: { name: "a", stock: 3 } }, { data: { name: "b", stock: 3 } });
    expect(isWhatWasSent(changes, { name: "b" })).toBe(true);
    expect(isWhatWasSent(changes, { amount: 1 })).toBe(false);
    expect(isWhatWasSent(changes, undefined)).toBe(false);
  });
});
