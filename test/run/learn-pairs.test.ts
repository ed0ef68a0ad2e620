import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { openTarget } from "#http/target";
import { createWorld } from "#run/create-world";
import { learnService, USUAL_WISH } from "#run/learn-service";
import { guessSemantics } from "#semantics/guess-semantics";
import { linkName } from "#semantics/rule";
import { NO_GENERATORS } from "#values/generators";
import { apiOf, testAgainst } from "./test-against.js";
import { startWallets, type Telling } from "./wallets-service.js";

async function learnWallets(telling: Telling) {
  const service = await startWallets(telling);
  const api = apiOf(service.document);
  const target = openTarget({ url: service.url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const base = { api, semantics: guessSemantics(api), target: target.value, random: createRandom(1) };
    const world = createWorld({ ...base, generators: NO_GENERATORS, clauses: [], runId: "pairs" });
    const { world: learned } = await learnService(world, USUAL_WISH, () => {});
    await world.cleanUp();
    const { operations, resources } = learned.semantics;
    const payment = resources.find(({ name }) => name === "payment");
    return {
      open: Object.values(operations)
        .filter(({ proof }) => proof?.confirmed !== true)
        .map(({ operation, proof }) => `${operation}: ${proof?.because}`),
      names: payment?.parents.map(({ resource, via }) => `${resource} ${linkName(via)}`),
      left: service.left(),
    };
  } finally {
    await target.value.close();
    await service.close();
  }
}

describe.concurrent("a payment names two wallets", () => {
  it.each<[Telling, readonly string[]]>([
    ["descriptions", ["wallet /from", "wallet /to"]],
    ["a refusal that quotes the id", ["wallet /debtor", "wallet /creditor"]],
    ["a refusal that names the member", ["wallet /debtor", "wallet /creditor"]],
    ["links", ["wallet /a", "wallet /b"]],
    ["the path and a description", ["wallet walletId", "wallet /to"]],
  ])("told by %s, and is made from one to the other", async (telling, names) => {
    expect(await learnWallets(telling)).toEqual({ open: [], names, left: 0 });
  });

  it("and a walk through all states finds nothing wrong with that", async () => {
    const service = await startWallets("descriptions");
    try {
      const { faults, models } = await testAgainst(service.url, apiOf(service.document));
      expect(faults.filter(({ verdict }) => verdict === "ERR")).toEqual([]);
      expect(models?.flatMap(({ resources }) => resources)).toEqual(["wallet", "payment"]);
      expect(service.left()).toBe(0);
    } finally {
      await service.close();
    }
  });
});
