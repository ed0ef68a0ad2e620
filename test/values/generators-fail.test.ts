import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createRandom } from "#base/random";
import { drawGenerated } from "#values/draw-generated";
import { readGenerators } from "#values/generators";

/** What a generator gives that does this, and what is said of it. */
function drawn(generator: () => unknown) {
  const read = readGenerators({ own: generator }, "/generators");
  if (!read.ok) throw new Error("no generators");
  const draw = read.value.named("own");
  if (draw === undefined) throw new Error("no generator");
  const value = drawGenerated(draw, createRandom(1), []);
  return { value, problem: read.value.failure(), isAborted: read.value.failed.aborted };
}

describe("a generator of the config file", () => {
  test.prop([fc.jsonValue()])("gives its JSON, and nothing is said", (json) => {
    expect(drawn(() => json)).toEqual({
      value: JSON.parse(JSON.stringify(json)),
      problem: undefined,
      isAborted: false,
    });
  });

  test.prop([
    fc.oneof(
      fc.anything().map((thrown) => ({ thrown })),
      fc.constantFrom({ gives: undefined }, { gives: () => 1 }, { gives: 1n }),
    ),
  ])("that throws or gives no JSON is one problem with its place, and ends the run", (what) => {
    const { problem, isAborted } = drawn(() => {
      if ("thrown" in what) throw what.thrown;
      return what.gives;
    });
    expect(problem).toMatchObject({ code: "generator-failed", pointer: "/generators/own" });
    expect(isAborted).toBe(true);
  });
});
