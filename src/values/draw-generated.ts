import fc from "fast-check";
import type { Json } from "#base/json";
import type { Random } from "#base/random";
import type { Generator } from "./generators.js";
import { sampleArbitrary } from "./sample-arbitrary.js";

/** One value of a user's generator, decided by the random stream alone. */
export function drawGenerated(generator: Generator, random: Random, literals: readonly Json[]): Json {
  return sampleArbitrary(new Generated(generator, random, literals), random.derive("source"));
}

/** Generators draw from fast-check's source, which only an arbitrary is given. */
class Generated extends fc.Arbitrary<Json> {
  constructor(
    private readonly generator: Generator,
    private readonly random: Random,
    private readonly literals: readonly Json[],
  ) {
    super();
  }

  generate(source: fc.Random): fc.Value<Json> {
    return new fc.Value(this.generator(this.random, source, this.literals), undefined);
  }

  canShrinkWithoutContext(_: unknown): _ is Json {
    return false;
  }

  shrink(): fc.Stream<fc.Value<Json>> {
    return fc.Stream.nil();
  }
}
