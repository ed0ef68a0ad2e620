import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRandom } from "#base/random";
import { type LearnReport, learnedAsJson } from "#cli/learned-json";
import { parseAuthFile } from "#http/auth-file";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { createWorld } from "#run/create-world";
import { learnService, USUAL_WISH } from "#run/learn-service";
import { guessSemantics } from "#semantics/guess-semantics";
import { SERVICES } from "#services/list";
import { type Service, startService } from "#services/service";
import { authPath, documentPath } from "#services/service-files";
import { readTruth } from "#services/truth";
import { NO_GENERATORS } from "#values/generators";
import type { BenchResult } from "./bench-result.js";
import { add, type Counts, countOperations, countRelations, NONE, scoresOf } from "./inference-score.js";
import type { BenchWish } from "./wish.js";

/**
 * How true the learned semantics are, as CRUDinfer's Table 3 counts it: what is confirmed and right is a true positive,
 * what is confirmed and wrong a false one, what is left open a false negative. The long form takes ten seeds.
 */
export async function benchInference({ seeds }: BenchWish): Promise<BenchResult> {
  console.log(
    `Learned against the truth of the bundled services, ${seeds === 1 ? "one seed" : `${seeds} seeds`}`,
  );
  print(["service", "ops", "Pr", "Re", "Acc", "F1", "relations", "requests", "per op"]);
  let all = NONE;
  const rows: object[] = [];
  for (const service of SERVICES) {
    let [counts, relations, requests] = [NONE, NONE, 0];
    const operations = Object.keys(readTruth(service.name).operations).length;
    for (let seed = 1; seed <= seeds; seed++) {
      const report = await learnBundled(service, seed);
      const learned = learnedAsJson(report);
      counts = add(counts, countOperations(learned, readTruth(service.name)));
      relations = add(relations, countRelations(learned, readTruth(service.name)));
      requests += report.requests;
    }
    all = add(all, counts);
    const perRun = Math.round(requests / seeds);
    const found = `${relations.right / seeds}/${(relations.right + relations.open) / seeds}`;
    rows.push({ service: service.name, operations, ...scoresOf(counts), relations, requests: perRun });
    print([service.name, operations, ...row(counts), found, perRun, (perRun / operations).toFixed(1)]);
  }
  print(["overall", "", ...row(all)]);
  print(["CRUDinfer", "", "0.95", "0.65", "0.63", "0.77"]);
  const scores = scoresOf(all);
  const { precision, recall, f1 } = scores;
  return {
    says: `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, F1 ${f1.toFixed(2)} over ${rows.length} services`,
    numbers: { seeds, overall: scores, services: rows },
  };
}

function row(counts: Counts): string[] {
  const { precision, recall, accuracy, f1 } = scoresOf(counts);
  return [precision, recall, accuracy, f1].map((score) => score.toFixed(2));
}

function print(cells: readonly (string | number)[]): void {
  const [first, ...rest] = cells;
  console.log(String(first).padEnd(20) + rest.map((cell) => String(cell).padStart(10)).join(""));
}

async function learnBundled(service: Service, seed: number): Promise<LearnReport> {
  const loaded = await loadApi(documentPath(service.name));
  const started = await startService(service);
  if (!loaded.ok || !started.ok) throw new Error(`${service.name} does not start`);
  const auth = authPath(service.name);
  const actors = existsSync(auth) ? parseAuthFile(await readFile(auth, "utf8"), {}, auth) : undefined;
  const target = openTarget({
    url: started.value.url,
    version: "bench",
    api: loaded.value,
    ...(actors?.ok === true ? { actors: actors.value } : {}),
  });
  if (!target.ok) throw new Error("a bundled service has a URL");
  const world = createWorld({
    api: loaded.value,
    semantics: guessSemantics(loaded.value),
    target: target.value,
    random: createRandom(seed),
    generators: NO_GENERATORS,
    clauses: [],
    runId: "bench",
  });
  try {
    const learned = await learnService(world, USUAL_WISH, () => {});
    const {
      semantics,
      signs: { signs },
    } = learned.world;
    const { book, rules, deviations, sendsEtags } = learned;
    const { requests } = target.value;
    return { api: loaded.value, semantics, book, rules, signs, sendsEtags, deviations, requests, seed };
  } finally {
    await target.value.close();
    await started.value.close();
  }
}
