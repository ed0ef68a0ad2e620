import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createRandom } from "#base/random";
import { randomWalk } from "#cover/random-walk";
import { explore } from "#graph/explore";
import { followWalk, retraceWalk } from "#graph/follow-walk";
import type { Graph } from "#graph/graph";
import { petstore, tournaments } from "../model/icepick-models.js";

const graphs: readonly Graph[] = [tournaments(2, 2, 2), petstore(2)].flatMap((model) =>
  [true, false].map((symmetry) => {
    const explored = explore(model, { symmetry });
    if (explored.kind !== "complete") throw new Error("the model is small");
    return explored.graph;
  }),
);

const walks = fc
  .record({ graph: fc.constantFrom(...graphs), length: fc.nat(40), seed: fc.nat() })
  .map(({ graph, length, seed }) => {
    const walk = randomWalk(graph, length, { kind: "weighted", weight: () => 1 }, createRandom(seed));
    return { graph, steps: followWalk(graph, walk) };
  });

const partial = walks.chain(({ graph, steps }) =>
  fc.record({ graph: fc.constant(graph), kept: fc.subarray(steps) }),
);

describe("a walk that is retraced", () => {
  test.prop([walks])("as a whole stays as it is", ({ graph, steps }) => {
    expect(retraceWalk(graph, steps)).toEqual(steps);
  });

  test.prop([partial])("in part is a walk again", ({ graph, kept }) => {
    const rest = retraceWalk(graph, kept);
    expect(retraceWalk(graph, rest)).toEqual(rest);
    const calls = kept.map(({ call }) => call);
    expect(rest.every(({ call }) => calls.includes(call))).toBe(true);
  });

  test.prop([partial])("keeps every step that the model allows next", ({ graph, kept }) => {
    const rest = retraceWalk(graph, kept);
    const [first] = kept;
    if (first !== undefined && retraceWalk(graph, [first]).length === 1)
      expect(rest[0]?.call).toBe(first.call);
  });
});
