import { describe, expect, it } from "vitest";
import { learnAgainst } from "./learn-against.js";
import { startPasses } from "./passes-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

const SEEDS = [1, 2, 3] as const;

/** How often each answer to an extension was given while the service was learned. */
async function learned(seed: number) {
  const service = await startPasses();
  try {
    const { rules } = await learnAgainst(service.url, apiOf(service.document), { seed, isWhole: true });
    const count = (answer: string) => service.said.filter((one) => one === answer).length;
    return {
      revoked: count("the pass is revoked"),
      tooEarly: count("newValidUntil must be after the day on which it ends"),
      allowedIn: rules.flatMap((rule) =>
        rule.kind === "allowed-in" && rule.operation.endsWith("/extend") ? rule.statuses : [],
      ),
    };
  } finally {
    await service.close();
  }
}

describe("an action on things that another action has ended", () => {
  it.each(SEEDS)("is tried on a new one as soon as the same is said twice (seed %i)", async (seed) => {
    // Two drafts, and then once in each turn of the experiment that asks in which states it is allowed.
    expect((await learned(seed)).revoked).toBeLessThanOrEqual(4);
  });
});

describe("a date that must be later than one of the thing", () => {
  it.each(SEEDS)("is drawn later than all others, and later each time (seed %i)", async (seed) => {
    const { tooEarly, allowedIn } = await learned(seed);
    expect(tooEarly).toBeLessThanOrEqual(1);
    expect(allowedIn).toEqual(["valid"]);
  });

  it("makes nobody suspicious", async () => {
    const service = await startPasses();
    try {
      const record = await testAgainst(service.url, apiOf(service.document));
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      expect(record.operations.filter(({ learned }) => learned?.confirmed !== true)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
