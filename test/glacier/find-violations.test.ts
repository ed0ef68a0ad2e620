import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { evaluate } from "#glacier/evaluate";
import { findViolations } from "#glacier/find-violations";
import { arbitraryFormula } from "./arbitrary-formula.js";
import { answer, call, formula, observe, type World } from "./world.js";

const TABS: World = {
  "/tabs": [
    { id: 1, used: 3, limit: 10 },
    { id: 2, used: 11, limit: 10 },
    { id: 3, used: 4, limit: 10 },
    { id: 4, used: 12, limit: 10 },
  ],
  "/tabs/1/items": [{ n: 1 }, { n: 0 }],
  "/tabs/2/items": [{ n: 2 }],
  "/tabs/3/items": [],
  "/count": 5,
};

const byId = (element: Json) => JSON.stringify(element).replace(/,.*/, "}");

async function keysOf(text: string): Promise<string[]> {
  const { found } = await findViolations(formula(text), { observer: observe(TABS) }, byId);
  return found.map(({ key }) => key.replaceAll("\\", ""));
}

describe("the elements for which a formula is broken", () => {
  it("are all told, not only the first", async () => {
    const keys = await keysOf("for t in response_body(GET /tabs) :- t.used <= t.limit");
    expect(keys).toHaveLength(2);
    expect(keys[0]).toContain('{"id":2}');
    expect(keys[1]).toContain('{"id":4}');
  });

  it("are told of each quantifier, nested or beside another statement", async () => {
    const nested =
      "for t in response_body(GET /tabs) :- for i in response_body(GET /tabs/{t.id}/items) :- i.n > 0";
    expect(await keysOf(nested)).toEqual([expect.stringContaining('{"n":0}')]);
    const beside = "response_body(GET /count) == 4 && (for t in response_body(GET /tabs) :- t.used < 12)";
    expect(await keysOf(beside)).toHaveLength(2);
  });

  it("come with the reason", async () => {
    const text = "for t in response_body(GET /tabs) :- t.used <= t.limit";
    const { found, held } = await findViolations(formula(text), { observer: observe(TABS) }, byId);
    expect(held).toBe(2);
    expect(found[1]?.explain()[0]?.message).toBe("t.used <= t.limit: 12 and 10");
  });

  it("say where something could not be read", async () => {
    const text = "for t in response_body(GET /tabs) :- response_body(GET /tabs/{t.id}/items).length <= 1";
    expect(await findViolations(formula(text), { observer: observe(TABS) }, byId)).toMatchObject({
      found: [{ elements: [{ id: 1 }] }],
      isOpen: true,
    });
  });
});

const bodies = fc.jsonValue({ maxDepth: 3 }).map((json) => json as Json);

test.prop([arbitraryFormula, bodies], { numRuns: 500 })(
  "a formula is false where it is broken for something, and true where for nothing and all is known",
  async (tree, body) => {
    const observer = { read: async () => answer(200, body) };
    const environment = { observer, call: call({ path: { p: 1, tid: "x" } }, answer(200, body)) };
    const { truth } = await evaluate(tree, environment);
    const { found, isOpen } = await findViolations(tree, environment, (element) => JSON.stringify(element));
    expect(found.length > 0).toBe(truth === "false");
    expect(found.length === 0 && !isOpen).toBe(truth === "true");
  },
);
