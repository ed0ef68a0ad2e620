import { setTimeout } from "node:timers/promises";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { type Choice, randomWalks } from "#cover/random-walk";
import { fsmStates } from "#cover/walk-choice";
import type { OracleChoice } from "#judge/oracle-choice";
import { type DryRun, dryRun } from "#run/dry-run";
import { planWalks, USUAL_ITINERARY } from "#run/plan-walks";
import type { Shard } from "#run/shard";
import { persons } from "#services/persons/persons";
import type { Service } from "#services/service";
import { overlayPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { NO_GENERATORS } from "#values/generators";
import { explored } from "../graph/explored.js";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { derivedModels, theOnly } from "../model/derived.js";
import { tournaments as tournamentsModel } from "../model/icepick-models.js";
import { apiOf, collection } from "../model/small-api.js";
import { type BundledWish, bundledApi, foundIn, testBundled } from "./test-against.js";

async function planned(
  service: Service,
  size: number,
  overlays: readonly string[],
  shard?: Shard,
  oracles: OracleChoice = {},
): Promise<DryRun> {
  return dryRun({
    api: await bundledApi(service.name, overlays),
    seed: 1,
    generators: NO_GENERATORS,
    model: { sizes: { default: size, byResource: new Map() } },
    ...(shard === undefined ? {} : { itinerary: { shard } }),
    oracles,
  });
}

const SHARDS = [1, 2, 3].map((index) => ({ index, count: 3 }));

/** What walks do is seen without what oracles try beside them. */
const SMALL: BundledWish = { size: "1", oracles: WITHOUT_SITUATIONS };

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

describe("a dry run", () => {
  it.each([
    ["tournaments", tournaments, 1, [overlayPath("tournaments")]],
    ["persons", persons, 2, []],
  ])("announces the calls that a run then makes: %s", async (_, service, size, overlays) => {
    const plan = await planned(service, size, overlays);
    const record = await testBundled(service, { size: String(size) });
    expect(record.calls).toBe(plan.calls);
    expect(record.transitions).toMatchObject({ total: plan.transitions, covered: plan.transitions });
  });

  it("of the shards of a suite announces all of it, once", async () => {
    const plans = await Promise.all(SHARDS.map((shard) => planned(tournaments, 2, [], shard)));
    const whole = await planned(tournaments, 2, []);
    expect(sum(plans.map(({ calls }) => calls))).toBe(whole.calls);
    expect(sum(plans.map(({ transitions }) => transitions))).toBe(whole.transitions);
  });
});

describe("shards", () => {
  const graph = explored(tournamentsModel(2, 2, 2), { symmetry: true });

  test.prop([fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 })])(
    "share the tours without rest or overlap",
    (count, maxSteps) => {
      const part = (index: number) =>
        planWalks(graph, { ...USUAL_ITINERARY, maxSteps, shard: { index, count } }, createRandom(1));
      const parts = Array.from({ length: count }, (_, index) => part(index + 1));
      const numbers = parts.flatMap(({ walks }) => walks.map(({ number }) => number));
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from(numbers, (_, index) => index + 1));
      for (let transition = 0; transition < graph.transitionCount; transition++) {
        const owners = parts.filter(({ elsewhere }) => elsewhere[transition] === 0);
        expect(owners).toHaveLength(1);
        const walked = owners[0]?.walks.some(({ transitions }) =>
          Array.from(transitions).includes(transition),
        );
        expect(walked).toBe(true);
      }
    },
  );

  it("of a run cover the model together, and each tells of its own part", async () => {
    const records = [];
    for (const shard of SHARDS)
      records.push(await testBundled(persons, { itinerary: { shard, maxSteps: 20 } }));
    const whole = await testBundled(persons, { itinerary: { maxSteps: 20 } });
    expect(sum(records.map(({ transitions }) => transitions.covered))).toBe(whole.transitions.total);
    expect(sum(records.map(({ calls }) => calls))).toBe(whole.calls);
    expect(new Set(records.flatMap(foundIn))).toEqual(new Set(foundIn(whole)));
    expect(foundIn(whole).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
  });

  it("find a fault of a lifecycle once", async () => {
    const fault = "update-player-ignored";
    const records = await Promise.all(
      SHARDS.map((shard) => testBundled(tournaments, { ...SMALL, fault, itinerary: { shard } })),
    );
    expect(records.flatMap(foundIn).filter((line) => line.includes("written-is-read"))).toHaveLength(1);
    const whyNot = records.flatMap(({ operations }) => operations.flatMap(({ reason }) => reason ?? []));
    expect(whyNot).toContain("another shard calls it");
    expect(whyNot).not.toContain("no call could be planned");
  });
});

/** The same service, some milliseconds away: tours really run side by side. */
function distant(service: Service): Service & { readonly atOnce: () => number } {
  let [open, most] = [0, 0];
  return {
    ...service,
    createApp: (fault) => {
      const app = service.createApp(fault);
      return {
        fetch: async (request) => {
          most = Math.max(most, ++open);
          await setTimeout(2);
          open--;
          return app.fetch(request);
        },
      };
    },
    atOnce: () => most,
  };
}

// Runs on faulty services wait for slow effects: side by side they wait together.
describe.concurrent("workers", () => {
  const WIDER: BundledWish = { ...SMALL, size: "player=2,tournament=1,enrollment=2" };

  it("walk side by side without a false alarm, and clean up", async () => {
    const service = distant(tournaments);
    const record = await testBundled(service, { ...WIDER, itinerary: { workers: 4, maxSteps: 25 } });
    expect(service.atOnce()).toBeGreaterThan(1);
    expect(foundIn(record)).toEqual([]);
    expect(record.transitions.covered).toBe(record.transitions.total);
    expect(record.cleanup.left).toEqual([]);
  });

  it.each([
    ["capacity-off-by-one", "POST /enrollments"],
    ["delete-player-keeps-player", "DELETE /players/{pid}"],
  ])("find a fault as one alone does: %s", async (fault, operation) => {
    const record = await testBundled(distant(tournaments), {
      ...WIDER,
      fault,
      itinerary: { workers: 3, maxSteps: 15 },
    });
    expect(foundIn(record).filter((line) => line.startsWith("ERR"))).toEqual([
      expect.stringContaining(operation),
    ]);
  });
});

describe("random walks of a run", () => {
  it("come after the cover and change nothing about it", async () => {
    const plain = await testBundled(tournaments, SMALL);
    const walks = { count: 2, by: "states" } as const;
    const longer = await testBundled(tournaments, { ...SMALL, itinerary: { walks, maxSteps: 20 } });
    expect(longer.transitions.covered).toBe(plain.transitions.covered);
    expect(longer.calls).toBeGreaterThan(plain.calls + 20);
    expect(foundIn(longer)).toEqual([]);
  });

  it("by FSM know four states: nothing, something, nothing but trash, something and trash", () => {
    const rules = [
      { kind: "removes", resource: "book", operation: "DELETE /books/{bookId}", how: "trash" },
    ] as const;
    const derived = theOnly(derivedModels(apiOf(...collection("/books", "bookId", "title")), { rules }));
    const states = fsmStates(explored(derived.model, { symmetry: false }));
    const count = (state: number) => states.filter((one) => one === state).length;
    // Two slots, each absent, there or in the trash.
    expect([0, 1, 2, 3].map(count)).toEqual([1, 3, 3, 2]);
  });

  it("visit classes of states about equally often", () => {
    const graph = explored(tournamentsModel(2, 2, 2), { symmetry: false });
    const classOf = Array.from({ length: graph.stateCount }, (_, state) => Math.min(2, state));
    const evenness = (choice: Choice) => {
      const counts = [0, 0, 0];
      for (const step of randomWalks(graph, 20, 30, choice, createRandom(1)).flat()) {
        const visited = classOf[graph.targets[step] ?? 0] ?? 0;
        counts[visited] = (counts[visited] ?? 0) + 1;
      }
      return Math.min(...counts) / Math.max(...counts);
    };
    expect(evenness({ kind: "balanced", classOf })).toBeGreaterThan(
      evenness({ kind: "weighted", weight: () => 1 }),
    );
  });
});
