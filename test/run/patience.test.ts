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

/** A run on a bundled service, and each pause that it would have made. */
async function bundled(service: Service) {
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  const record = await testBundled(service, { wait, seed: 7, maxShrinks: 60 });
  return { record, pauses };
}

/** The tournaments, where some requests are answered 500. */
function failing(isHit: (request: Request, chance: () => boolean) => boolean): Service {
  return {
    ...tournaments,
    createApp: (fault, now) => {
      const app = tournaments.createApp(fault, now);
      const random = createRandom(5);
      const chance = () => random.below(100) < 3;
      const broken = () => Response.json({ message: "Out of order." }, { status: 500 });
      return { fetch: (request) => (isHit(request, chance) ? broken() : app.fetch(request)) };
    },
  };
}

describe("a run on a service", () => {
  it("that does all at once waits for nothing, and says nothing of it", async () => {
    const { record, pauses } = await bundled(tournaments);
    expect(pauses).toEqual([]);
    expect(summaryOf(record)).not.toContain("waited");
  });

  it("with a broken read waits no longer than where nothing is broken", async () => {
    const isRead = ({ method, url }: Request) => method === "GET" && /\/players\/[^/]+$/.test(url);
    const { record, pauses } = await bundled(failing(isRead));
    expect(foundIn(record)).toContain("ERR server-error GET /players/{pid}");
    expect(pauses).toEqual([]);
  });

  it("that fails now and then waits no longer, but for what may be in flight", async () => {
    const { record, pauses } = await bundled(failing((_, chance) => chance()));
    expect(foundIn(record).some((found) => found.includes("server-error"))).toBe(true);
    // Patient with all that does not come, it would make pauses of 200 and 750 milliseconds as well.
    expect(pauses.filter((pause) => pause > 50)).toEqual([]);
    expect(pauses.length).toBeLessThan(10);
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
