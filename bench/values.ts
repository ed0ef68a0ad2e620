import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createRandom } from "#base/random";
import type { Api, Schema } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { compileValidator } from "#values/compile-validator";
import type { Flavour } from "#values/drawing";
import type { Direction } from "#values/hidden-properties";
import { sampleMany } from "#values/sample-arbitrary";
import type { BenchResult } from "./bench-result.js";
import type { BenchWish } from "./wish.js";

/** In the short form every so manieth document. */
const STEP = 20;

/** How many schemas of real documents get a value, how many of those values validate, and what it costs. */
export async function benchValues({ full }: BenchWish): Promise<BenchResult> {
  const folder = join(process.cwd(), "../shared/specs");
  const all = await readdir(folder).catch(() => []);
  const files = full ? all : all.toSorted().filter((_, index) => index % STEP === 0);
  if (files.length === 0) {
    console.log(`values: skipped, there are no documents in ${folder}`);
    return { says: "skipped: no documents", numbers: {} };
  }
  const counts = new Map<string, number>();
  const count = (key: string, by = 1): void => void counts.set(key, (counts.get(key) ?? 0) + by);
  const verbose = process.env.PIOLET_BENCH_VERBOSE !== undefined;
  for (const file of files) {
    const api = await loadApi(join(folder, file));
    if (!api.ok) {
      count("documents not loaded");
      continue;
    }
    count("documents");
    const begun = performance.now();
    for (const used of schemasInUse(api.value)) {
      for (const flavour of ["plausible", "wide"] as const) {
        const outcome = tryDraw(api.value, used, flavour);
        count(`${flavour}: ${outcome.kind}`);
        if (verbose && outcome.kind !== "valid")
          console.log(`${file} ${used.place} ${flavour}: ${outcome.detail}`);
      }
    }
    const seconds = (performance.now() - begun) / 1000;
    count("seconds", seconds);
    if (verbose && seconds > 5) console.log(`${file} took ${seconds.toFixed(1)} s`);
  }
  for (const [key, number] of [...counts].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`${key.padEnd(32)} ${Number.isInteger(number) ? number : number.toFixed(1)}`);
  }
  const shares = ["plausible", "wide"].map((flavour) => {
    const valid = counts.get(`${flavour}: valid`) ?? 0;
    const all = ["valid", "no value", "invalid", "ambiguous oneOf"].reduce(
      (sum, kind) => sum + (counts.get(`${flavour}: ${kind}`) ?? 0),
      0,
    );
    return `${flavour} ${((100 * valid) / all).toFixed(2)} %`;
  });
  const says = `schemas that yield only valid values: ${shares.join(", ")}`;
  console.log(says);
  return { says, numbers: Object.fromEntries(counts) };
}

export interface UsedSchema {
  readonly schema: Schema;
  readonly direction: Direction;
  readonly name?: string;
  readonly place: string;
}

export function* schemasInUse(api: Api): Iterable<UsedSchema> {
  for (const { key, parameters, body, responses } of api.operations) {
    for (const { schema, name } of parameters)
      yield { schema, direction: "request", name, place: `${key} ${name}` };
    for (const { schema } of body?.content ?? []) {
      if (schema !== undefined) yield { schema, direction: "request", place: `${key} body` };
    }
    for (const { status, content } of responses) {
      for (const { schema } of content) {
        if (schema !== undefined) yield { schema, direction: "response", place: `${key} ${status}` };
      }
    }
  }
}

const DRAWS = 3;

interface Outcome {
  readonly kind: "valid" | "invalid" | "no value" | "ambiguous oneOf" | "not compilable";
  readonly detail: string;
}

export function tryDraw(api: Api, used: UsedSchema, flavour: Flavour): Outcome {
  const options = { schemas: api.schemas, direction: used.direction };
  const validator = compileValidator(used.schema, options);
  if (!validator.ok) return { kind: "not compilable", detail: validator.problems.at(-1)?.message ?? "" };
  const arbitrary = arbitraryForSchema(used.schema, {
    ...options,
    flavour,
    ...(used.name === undefined ? {} : { name: used.name }),
  });
  if (!arbitrary.ok) return { kind: "no value", detail: arbitrary.problems.at(-1)?.message ?? "" };
  if (arbitrary.problems.length > 0)
    return { kind: "ambiguous oneOf", detail: arbitrary.problems[0]?.message ?? "" };
  for (const value of sampleMany(arbitrary.value, DRAWS, createRandom(7))) {
    const [error] = validator.value(value);
    if (error) return { kind: "invalid", detail: `${error.pointer} ${error.message}` };
  }
  return { kind: "valid", detail: "" };
}
