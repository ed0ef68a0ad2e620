import { describe, expect, it } from "vitest";
import { unwrap } from "#base/unwrap";

describe("what was sent, in what is read", () => {
  const sent = { name: "Ada", city: "Paris" };
  it.each([
    ["as it is", { id: 1, ...sent }, { id: 1, ...sent }],
    ["in an envelope", { data: { id: 1, ...sent } }, { id: 1, ...sent }],
    ["as JSON:API has it", { data: { id: 1, attributes: sent } }, sent],
    [
      "outside of what only looks like it",
      { ...sent, owner: { name: "Bob" } },
      { ...sent, owner: { name: "Bob" } },
    ],
    ["nowhere", { ok: true }, { ok: true }],
  ])("is found %s", (_, read, part) => {
    expect(unwrap(read, sent)).toEqual(part);
  });
});
