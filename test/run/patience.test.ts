import { afterEach, describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import type { RunRecord } from "#calls/run-record";
import { Patience } from "#semantics/patience";
import type { Service } from "#services/service";
import { tournaments } from "#services/tournaments/tournaments";
import { type ManyKindsService, manyKinds, serveManyKinds } from "../cli/many-kinds.js";
import { leapingClock } from "../services/leaping-clock.js";
import { apiOf, foundIn, testAgainst, testBundled } from "./test-against.js";

const opened: ManyKindsService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

function summaryOf({ stages }: RunRecord): string {
  return stages.find(({ name }) => name === "run")?.summary ?? "";
}

/** A run on a bundled service, and the milliseconds that it would have waited. */
async function bundled(service: Service) {
  let waited = 0;
  const wait = async (milliseconds: number) => {
    waited += milliseconds;
  };
  const record = await testBundled(service, { wait, seed: 7, maxShrinks: 60 });
  return { record, waited };
}

/** Three of a hundred requests are answered 500, whatever they ask for. */
const failing: Service = {
  ...tournaments,
  createApp: (fault, now) => {
    const app = tournaments.createApp(fault, now);
    const random = createRandom(5);
    const broken = () => Response.json({ message: "Out of order." }, { status: 500 });
    return { fetch: (request) => (random.below(100) < 3 ? broken() : app.fetch(request)) };
  },
};

describe("a run on a service", () => {
  it("that does all at once waits for nothing, and says nothing of it", async () => {
    const { record, waited } = await bundled(tournaments);
    expect(waited).toBe(0);
    expect(summaryOf(record)).not.toContain("waited");
  });

  it("that fails now and then waits little for what does not come", async () => {
    const { record, waited } = await bundled(failing);
    expect(foundIn(record).some((found) => found.includes("server-error"))).toBe(true);
    // Patient with each of them, a run would wait for eight seconds and more.
    expect(waited).toBeLessThan(5_000);
    expect(summaryOf(record)).toMatch(/waited \d+\.\d s for late effects/);
  });

  it("that shows late what was created awaits it each time, and accuses nobody", async () => {
    const clock = leapingClock();
    const service = await serveManyKinds({ late: { by: 300, now: clock.now } });
    opened.push(service);
    const record = await testAgainst(service.url, apiOf(manyKinds(6)), {
      wait: clock.wait,
      itinerary: { budget: 60 },
    });
    expect(foundIn(record).filter((found) => found.startsWith("ERR"))).toEqual([]);
    expect(record.operations.filter(({ verdict }) => verdict === "NOT_TESTED")).toEqual([]);
    expect(summaryOf(record)).toMatch(/waited \d+\.\d s for late effects/);
  });
});

describe("patience", () => {
  /** The pauses that were made for an effect which comes after so many of them. */
  async function pausesOf(
    patience: Patience,
    effect: string,
    comesAfter = Infinity,
  ): Promise<readonly number[]> {
    const pauses: number[] = [];
    const missing = () => (pauses.length >= comesAfter ? [] : [effect]);
    for await (const pause of patience.pauses(missing, [50, 200, 750])) pauses.push(pause);
    return pauses;
  }
  const patient = () => new Patience(async () => {});

  it("is had once for what does not come", async () => {
    const patience = patient();
    expect(await pausesOf(patience, "a")).toEqual([50, 200, 750]);
    expect(await pausesOf(patience, "a")).toEqual([50]);
    expect(await pausesOf(patience, "b")).toEqual([50, 200, 750]);
    expect(patience.waited).toBe(2_050);
  });

  it("is had again and again for what came late", async () => {
    const patience = patient();
    expect(await pausesOf(patience, "a", 2)).toEqual([50, 200]);
    expect(await pausesOf(patience, "a")).toEqual([50, 200, 750]);
    expect(await pausesOf(patience, "a")).toEqual([50, 200, 750]);
  });

  it("is had for what may come beside something that never does", async () => {
    const patience = patient();
    await pausesOf(patience, "never");
    let pauses = 0;
    // What never comes is known; what comes after two pauses is not.
    for await (const _ of patience.pauses(() => (pauses < 2 ? ["never", "late"] : ["never"]), [50, 200, 750]))
      pauses += 1;
    expect(pauses).toBe(3);
    expect(await pausesOf(patience, "late")).toHaveLength(3);
    expect(await pausesOf(patience, "never")).toHaveLength(1);
  });

  it("ends where nothing in a run ever came late", async () => {
    const patience = patient();
    for (let effect = 0; effect < 50; effect++) await pausesOf(patience, `effect ${effect}`);
    expect(patience.waited).toBeLessThan(10_000 + 1_000 + 50 * 50);
  });
});
