import fc from "fast-check";
import type { Random } from "#base/random";

/** One value, decided by the random stream alone. */
export function sampleArbitrary<T>(arbitrary: fc.Arbitrary<T>, random: Random): T {
  const [value] = sampleMany(arbitrary, 1, random);
  return value as T;
}

export function sampleMany<T>(arbitrary: fc.Arbitrary<T>, count: number, random: Random): readonly T[] {
  return sampleSeeded(arbitrary, count, random.below(SEEDS));
}

export const SEEDS = 2 ** 31;

/** The first values of the stream that the seed stands for: asked for more, it begins with the same. */
export function sampleSeeded<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): readonly T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}

/** Simpler values than this one, the simplest first, each still of the arbitrary. */
export function shrinksOf<T>(arbitrary: fc.Arbitrary<T>, value: T): Iterable<T> {
  if (!arbitrary.canShrinkWithoutContext(value)) return [];
  return arbitrary.shrink(value, undefined).map((simpler) => simpler.value);
}
