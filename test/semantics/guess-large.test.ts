import { expect, test } from "vitest";
import { loadApiFromJson } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";

const RESOURCES = 5_000;

/** Comparing every collection with every other one took 20 s for half as many. */
test("guessing 10,000 paths takes seconds, and says of each resource what it would say of it alone", () => {
  const api = loadApiFromJson(largeDocument());
  if (!api.ok) throw new Error(api.problems[0]?.message);
  const before = process.cpuUsage();
  const { resources } = guessSemantics(api.value);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(20);
  expect(resources).toHaveLength(RESOURCES);
  const last = resources.find(({ name }) => name === `kind${RESOURCES - 1}`);
  expect(last).toMatchObject({
    create: [`POST /kind${RESOURCES - 2}s/{kind${RESOURCES - 2}Id}/kind${RESOURCES - 1}s`],
    parents: [{ resource: `kind${RESOURCES - 2}`, via: { kind: "path" } }],
  });
});

/** Collections with their items; every tenth stands below the one before it. */
function largeDocument() {
  const answer = { responses: { 200: { description: "ok" } } };
  const paths: Record<string, object> = {};
  for (let kind = 0; kind < RESOURCES; kind++) {
    const above = kind % 10 === 9 ? `/kind${kind - 1}s/{kind${kind - 1}Id}` : "";
    paths[`${above}/kind${kind}s`] = { get: answer, post: answer };
    paths[`${above}/kind${kind}s/{kind${kind}Id}`] = { get: answer, delete: answer };
  }
  return JSON.parse(JSON.stringify({ openapi: "3.0.3", info: { title: "Large", version: "1" }, paths }));
}
