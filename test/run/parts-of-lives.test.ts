import { fc, test } from "@fast-check/vitest";
import { afterAll, describe, expect } from "vitest";
import { createRandom } from "#base/random";
import { withoutCall } from "#calls/without-call";
import { planLives } from "#cover/plan-lives";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { createWorld } from "#run/create-world";
import { learnRecipes } from "#run/learn-recipes";
import { runSequence } from "#run/run-sequence";
import { guessSemantics } from "#semantics/guess-semantics";
import { BRIEF } from "#semantics/patience";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { NO_GENERATORS } from "#values/generators";

const api = await loadApi(documentPath("tournaments"));
const service = await startService(tournaments);
if (!api.ok || !service.ok) throw new Error("the bundled service does not start");
const target = openTarget({ url: service.value.url, version: "test", api: api.value });
if (!target.ok) throw new Error("the bundled service has a URL");

const world = {
  ...createWorld({
    api: api.value,
    semantics: guessSemantics(api.value),
    target: target.value,
    random: createRandom(1),
    generators: NO_GENERATORS,
    clauses: [],
    runId: "test",
  }),
  wait: async () => {},
};
const { book } = await learnRecipes(world, () => {});
const lives = planLives(world, book);

afterAll(async () => {
  await target.value.close();
  await service.value.close();
});

const part = fc.record({
  life: fc.constantFrom(...lives),
  dropped: fc.array(fc.nat(), { maxLength: 8 }),
  run: fc.nat(),
});

describe("any part of a life", () => {
  test.prop([part], { numRuns: 60 })(
    "gives no finding on a correct service, so that shrinking cannot make one up",
    async ({ life, dropped, run }) => {
      const { calls } = life.sequence;
      const sequence = dropped.reduce(
        (rest, index) => withoutCall(rest, calls[index % calls.length]?.id ?? "").sequence,
        life.sequence,
      );
      const { findings } = await runSequence({ ...life, sequence }, world, `part ${run}`, BRIEF);
      await world.cleanUp();
      expect(findings).toEqual([]);
    },
  );
});
