import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { openTarget } from "#http/target";
import { createWorld } from "#run/create-world";
import { learnService, USUAL_WISH } from "#run/learn-service";
import { guessSemantics } from "#semantics/guess-semantics";
import { NO_GENERATORS } from "#values/generators";
import { type CrowdWish, type Paging, startCrowd } from "./crowd-service.js";
import { apiOf, testAgainst } from "./test-against.js";

async function learnCrowd(wish: CrowdWish) {
  const crowd = await startCrowd(wish);
  const api = apiOf(crowd.document);
  const target = openTarget({ url: crowd.url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const before = crowd.others();
    const base = { api, semantics: guessSemantics(api), target: target.value, random: createRandom(1) };
    const world = createWorld({ ...base, generators: NO_GENERATORS, clauses: [], runId: "crowd" });
    const { world: learned } = await learnService(world, USUAL_WISH, () => {});
    await world.cleanUp();
    const open = Object.values(learned.semantics.operations).filter(({ proof }) => proof?.confirmed !== true);
    return {
      open: open.map(({ operation, proof }) => `${operation}: ${proof?.because}`),
      own: crowd.own(),
      untouched: crowd.others().join() === before.join(),
      requests: target.value.requests,
    };
  } finally {
    await target.value.close();
    await crowd.close();
  }
}

const PAGINGS: readonly Paging[] = [
  "page number",
  "page from nought",
  "offset",
  "cursor",
  "link header",
  "next link",
];

describe.concurrent("among 500 things of others, in pages of 20", () => {
  it.each(PAGINGS)("what is created is found by %s, and nothing else is touched", async (paging) => {
    const { open, own, untouched } = await learnCrowd({ paging });
    expect({ open, own, untouched }).toEqual({ open: [], own: 0, untouched: true });
  });

  it("things whose ids no answer shows are walked through all their states", async () => {
    const crowd = await startCrowd({ paging: "offset", tellsNoId: true, others: 3 });
    try {
      const { faults, transitions } = await testAgainst(crowd.url, apiOf(crowd.document));
      expect(faults.filter(({ verdict }) => verdict === "ERR")).toEqual([]);
      expect(transitions.covered).toBeGreaterThan(0);
      expect(transitions.covered).toBe(transitions.total);
      expect({ others: crowd.others().length, own: crowd.own() }).toEqual({ others: 3, own: 0 });
    } finally {
      await crowd.close();
    }
  });

  it("a thing whose id no answer shows is found on the last page", async () => {
    const { open, own, untouched } = await learnCrowd({ paging: "offset", tellsNoId: true });
    expect({ open, own, untouched }).toEqual({ open: [], own: 0, untouched: true });
  });
});
