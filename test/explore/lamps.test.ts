import { beforeAll, describe, expect, it } from "vitest";
import type { Exploration } from "#explore/explore-api";
import { differences, linesOf } from "./explore-against.js";
import { exploreLamps } from "./explore-lamps.js";

let [first, changed]: readonly Exploration[] = [];

beforeAll(async () => {
  [first, changed] = await Promise.all([
    exploreLamps({}, { seed: 1 }),
    exploreLamps({ keepsName: true }, { seed: 2 }),
  ]);
});

const pairsOf = (explored: Exploration | undefined, metaProperty: string) =>
  (explored?.examples ?? [])
    .filter((example) => example.metaProperty === metaProperty)
    .map(({ calls }) =>
      calls
        .filter(({ role }) => role === "act")
        .map(({ operation }) => operation)
        .join(", "),
    );

describe("lamps", () => {
  it("have calls that commute", () => {
    expect(pairsOf(first, "commute")).toEqual([
      "PUT /lamps/{id}, POST /lamps/{id}/double",
      "PUT /lamps/{id}, POST /lamps/{id}/raise",
      "POST /lamps/{id}/raise, POST /lamps/{id}/raise",
    ]);
  });

  it("have calls of which the order matters", () => {
    expect(pairsOf(first, "order-matters")).toContain("POST /lamps/{id}/raise, POST /lamps/{id}/double");
    const example = first?.examples.find(({ key }) => /^order-matters .*raise 200.*double 200/.test(key));
    expect(example?.sentences.at(-1)).toMatch(
      /^from S in the other order the second is answered 200 and then the first 200, and the state is another in the end: \/0\/level is \d+, and not \d+$/,
    );
  });

  it("are seen by what shows them, and not by a clock, a draw or a counter", () => {
    expect(first?.queryOperations).toEqual(["GET /lamps", "GET /lamps/{id}"]);
  });

  it("have the empty name, which is the smallest", () => {
    expect(first && linesOf(first, "MP-S-4")).toEqual(['POST /lamps {"name":""} 201']);
  });

  it("of another version differ in exactly what was changed", () => {
    const { gone, new: came } = differences(first, changed);
    expect(gone.map(({ key }) => key)).toEqual([
      "commute PUT /lamps/{id}: PUT /lamps/{id} 200, POST /lamps/{id}/double 200",
      "commute PUT /lamps/{id}: PUT /lamps/{id} 200, POST /lamps/{id}/raise 200",
    ]);
    expect(came.map(({ key }) => key)).toEqual([
      "order-matters PUT /lamps/{id}: PUT /lamps/{id} 200, POST /lamps/{id}/double 200 (in the other order 200, 409)",
      "order-matters PUT /lamps/{id}: PUT /lamps/{id} 200, POST /lamps/{id}/raise 200 (in the other order 200, 409)",
    ]);
  });
});
