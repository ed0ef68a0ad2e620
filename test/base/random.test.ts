import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";

const draws = (seed: number, label: string, count = 20) => {
  const random = createRandom(seed).derive(label);
  return Array.from({ length: count }, () => random.below(1000));
};

describe("seeded randomness", () => {
  test.prop([fc.nat(), fc.string()])("gives the same draws for the same seed and label", (seed, label) => {
    expect(draws(seed, label)).toEqual(draws(seed, label));
  });

  test.prop([fc.nat(), fc.integer({ min: 1, max: 2 ** 31 })])("stays below its bound", (seed, bound) => {
    const drawn = createRandom(seed).below(bound);
    expect(drawn).toBeGreaterThanOrEqual(0);
    expect(drawn).toBeLessThan(bound);
  });

  it("gives other draws under another label, and is not disturbed by draws elsewhere", () => {
    expect(draws(7, "a")).not.toEqual(draws(7, "b"));
    const random = createRandom(7);
    random.below(10);
    expect(random.derive("a").below(1000)).toBe(createRandom(7).derive("a").below(1000));
  });

  it("reaches every value of a small range", () => {
    expect(new Set(draws(1, "dice", 500).map((draw) => draw % 6)).size).toBe(6);
  });
});
