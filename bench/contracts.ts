import { runSteps } from "#base/in-steps";
import { createRandom } from "#base/random";
import { completeContract } from "#contracts/complete-contract";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { createWorld } from "#run/create-world";
import { FaultBook } from "#run/fault-book";
import { learnRecipes } from "#run/learn-recipes";
import { learnRules } from "#run/learn-rules";
import { modelForRun, USUAL_MODEL, workableSemantics } from "#run/model-for-run";
import { USUAL_ITINERARY } from "#run/plan-walks";
import { readContract } from "#run/read-contract";
import { walkModels } from "#run/run-tours";
import { guessSemantics } from "#semantics/guess-semantics";
import { startService } from "#services/service";
import { documentPath, overlayPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { NO_GENERATORS } from "#values/generators";
import type { BenchResult } from "./bench-result.js";
import type { BenchWish } from "./wish.js";

/**
 * What judging costs in requests: the whole model of Tournaments is walked twice, once with each answer serving all
 * who ask for it, once with every clause and every look asking for itself.
 */
export async function benchContracts({ full }: BenchWish): Promise<BenchResult> {
  const rows = [];
  for (const size of full ? [1, 2] : [1]) {
    const [shared, alone] = [await walk(size, true), await walk(size, false)];
    const saved = 1 - shared.requests / alone.requests;
    rows.push([
      String(size),
      String(shared.calls),
      (shared.requests / shared.calls).toFixed(1),
      (alone.requests / alone.calls).toFixed(1),
      `${Math.round(saved * 100)} %`,
    ]);
  }
  console.log("Tournaments with its overlay: requests per judged call");
  for (const row of [["size", "calls", "shared", "not shared", "saved"], ...rows]) {
    console.log(row.map((cell) => cell.padStart(12)).join(""));
  }
  const says = `shared reads save ${rows.map(([size, , , , saved]) => `${saved} of the requests at size ${size}`).join(", ")}`;
  return { says, numbers: { rows } };
}

async function walk(size: number, shared: boolean): Promise<{ calls: number; requests: number }> {
  const api = await loadApi(documentPath("tournaments"), { overlays: [overlayPath("tournaments")] });
  const service = await startService(tournaments, {});
  if (!api.ok || !service.ok) throw new Error("the bundled service does not start");
  const target = openTarget({ url: service.value.url, version: "bench", api: api.value });
  if (!target.ok) throw new Error("the bundled service has a URL");
  const semantics = guessSemantics(api.value);
  const read = readContract(api.value, semantics);
  const world = createWorld({
    api: api.value,
    semantics,
    target: target.value,
    random: createRandom(1),
    generators: NO_GENERATORS,
    clauses: read.clauses,
    runId: "bench",
  });
  const { book } = await learnRecipes(world, () => {});
  const { rules: seen } = await learnRules(world, book);
  const contract = completeContract(api.value, semantics, read.written, seen, book);
  const { rules, yours, generated } = contract;
  const { models } = runSteps(
    modelForRun(api.value, workableSemantics(semantics, book), rules, {
      ...USUAL_MODEL,
      sizes: { default: size, byResource: new Map() },
    }),
  );
  const before = target.value.requests;
  const walks = await walkModels(
    models,
    { world, book, rules, clauses: [...yours, ...generated], sharesReads: shared },
    new FaultBook(),
    { ...USUAL_ITINERARY, onProgress: () => {} },
  );
  const calls = walks.flatMap(({ tours }) => tours).reduce((sum, { passed }) => sum + passed.length, 0);
  const requests = target.value.requests - before;
  await target.value.close();
  await service.value.close();
  return { calls, requests };
}
