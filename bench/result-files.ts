import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type Json } from "#base/json";
import { parseJson } from "#base/parse-json";
import type { BenchWish } from "./wish.js";

/** `--json results` is a folder with a file per bench; `--json results.json` the file of the one bench that is run. */
export function resultFile({ json }: Pick<BenchWish, "json">, name: string): string | undefined {
  if (json === undefined) return undefined;
  return json.endsWith(".json") ? json : join(json, `${name}.json`);
}

export function writeResult(file: string, result: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
}

/** What an earlier bench has written, where this one is to go on with it. */
export function earlierResult(
  wish: Pick<BenchWish, "json" | "resume">,
  name: string,
): { readonly [member: string]: Json } | undefined {
  const file = wish.resume ? resultFile(wish, name) : undefined;
  if (file === undefined || !existsSync(file)) return undefined;
  const parsed = parseJson(readFileSync(file, "utf8"));
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}
