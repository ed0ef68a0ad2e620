import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument as parseYaml } from "yaml";
import { loadApi } from "#openapi/load-api";
import { allProblems } from "#openapi/walk-schemas";
import type { BenchResult } from "./bench-result.js";
import type { BenchWish } from "./wish.js";

/**
 * What loading costs beside parsing alone, which is the least that anybody can do with a document. Each row runs
 * in a process of its own, because the peak of memory never comes down again.
 */
const DOCUMENTS: readonly (readonly [string, string])[] = [
  ["GitHub Enterprise 3.6", "github__rest-api-description__descriptions__ghes-3.6__ghes-3.6.json"],
  ["Stripe", "APIs-guru__openapi-directory__APIs__stripe.com__2022-11-15__openapi.yaml"],
  ["Kubernetes 1.10", "APIs-guru__openapi-directory__APIs__kubernetes.io__v1.10.0__swagger.yaml"],
  ["OpenAI", "openai__openai-openapi__openapi.yaml"],
  ["Jira", "SeUniVr__RestTestGen__apis__.test-apis__jira__specifications__openapi.json"],
];

const SHORT = ["GitHub Enterprise 3.6", "OpenAI", "Jira"];

const specs = join(import.meta.dirname, "../../../shared/specs");

interface Measurement {
  readonly operations: number;
  readonly parse: number;
  readonly load: number;
  readonly schemas: number;
  readonly peak: number;
}

export async function benchOpenapi({ full }: BenchWish): Promise<BenchResult> {
  const rounds = full ? 5 : 2;
  console.log(`openapi: loading against parsing alone (best of ${rounds}, milliseconds)`);
  const rows: (Measurement & { readonly name: string })[] = [];
  // In the short form one of each kind: a large one, one in YAML, one that is usual.
  for (const [name, file] of full ? DOCUMENTS : DOCUMENTS.filter(([name]) => SHORT.includes(name))) {
    const path = join(specs, file);
    if (!existsSync(path)) {
      console.log(`  ${name}: skipped, ${file} is not there`);
      continue;
    }
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), path, String(rounds)], {
      encoding: "utf8",
    });
    const row = JSON.parse(output) as Measurement;
    rows.push({ name, ...row });
    console.table({
      [name]: {
        operations: row.operations,
        "parse ms": Math.round(row.parse),
        "load ms": Math.round(row.load),
        ratio: Number((row.load / row.parse).toFixed(2)),
        "all schemas ms": Math.round(row.schemas),
        "peak MB": Math.round(row.peak),
      },
    });
  }
  const ratios = rows.map(({ load, parse }) => load / parse);
  const says =
    rows.length === 0
      ? "skipped: no documents"
      : `loading takes ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times what parsing alone takes`;
  return { says, numbers: { documents: rows } };
}

async function measure(path: string, rounds: number): Promise<Measurement> {
  const text = readFileSync(path, "utf8");
  const parse = await best(rounds, () =>
    path.endsWith(".json") ? JSON.parse(text) : parseYaml(text).toJS(),
  );
  const load = await best(rounds, () => loadApi(path));
  const peak = process.resourceUsage().maxRSS / 1024;
  const result = await loadApi(path);
  if (!result.ok) throw new Error(JSON.stringify(result.problems[0]));
  const start = performance.now();
  allProblems(result.value);
  return {
    operations: result.value.operations.length,
    parse,
    load,
    schemas: performance.now() - start,
    peak,
  };
}

async function best(rounds: number, run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const [, script, path, rounds] = process.argv;
if (script === fileURLToPath(import.meta.url) && path !== undefined)
  console.log(JSON.stringify(await measure(path, Number(rounds))));
