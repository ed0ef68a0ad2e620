import { describe, expect, it } from "vitest";
import { renderLeftovers } from "#report/render-leftovers";

const KEPT = "the API has no operation that deletes it";

describe("what is left behind", () => {
  it("is told by kind and reason, with a few of the ids", () => {
    const left = [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ resource: "order", id, reason: KEPT })),
      { resource: "place", id: "a-1", reason: "it answers 409: order 1 is to be delivered to it." },
      { resource: "place", id: "a-2", reason: "it answers 409: order 2 is to be delivered to it." },
    ];
    expect(renderLeftovers(left)).toEqual([
      `8 orders (1, 2, 3, 4, 5, 6, and 2 more): ${KEPT}`,
      '2 places ("a-1", "a-2"): it answers 409: order 1 is to be delivered to it.',
    ]);
  });

  it("is told apart where the reasons differ, and without ids where nobody knows them", () => {
    const left = [
      { resource: "order", id: null, reason: KEPT },
      { resource: "order", id: null, reason: "it answers 403: not yours" },
    ];
    expect(renderLeftovers(left)).toEqual([`1 order: ${KEPT}`, "1 order: it answers 403: not yours"]);
  });
});
