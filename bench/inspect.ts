import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument as parseYaml } from "yaml";
import { loadApi } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";
import type { BenchResult } from "./bench-result.js";
import { printTable } from "./print-table.js";
import type { BenchWish } from "./wish.js";

/** The largest documents that there are, and one that was made for it: many more paths than anybody has. */
const [LARGEST, PATHS] = [10, 100_000];

const specs = join(import.meta.dirname, "../../../shared/specs");

interface Measurement {
  readonly operations: number;
  /** Milliseconds. */
  readonly parse: number;
  readonly load: number;
  readonly guess: number;
}

/**
 * What `piolet inspect` takes beside parsing alone. JSON is parsed by the engine itself, which nothing written in JavaScript
 * comes near: those rows have their ratio, and are no part of what is said in the end.
 */
export async function benchInspect({ full }: BenchWish): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "piolet-bench-"));
  try {
    const made = join(folder, `${PATHS} paths.yaml`);
    writeFileSync(made, manyPaths(full ? PATHS : PATHS / 10));
    if (!existsSync(specs)) console.log("  the largest documents: skipped, ../shared/specs is not there");
    const rows = [...(existsSync(specs) ? largest(full ? LARGEST : 3) : []), made].map((path) => ({
      name: (path.split("/").at(-1) ?? "").slice(0, 60),
      isJson: path.endsWith(".json"),
      ...measured(path),
    }));
    printTable(
      ["document", "operations", "parse ms", "load ms", "guess ms", "× parse"],
      rows.map(({ name, operations, parse, load, guess }) => [
        ...[name, operations, Math.round(parse), Math.round(load), Math.round(guess)],
        (load + guess) / parse,
      ]),
    );
    const ratios = rows
      .filter(({ isJson }) => !isJson)
      .map(({ parse, load, guess }) => (load + guess) / parse);
    const most = Math.max(...ratios).toFixed(2);
    return {
      says: `inspect takes at most ${most} times what parsing YAML alone takes`,
      numbers: { documents: rows },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function largest(count: number): readonly string[] {
  return readdirSync(specs)
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .map((file) => join(specs, file))
    .sort((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, count);
}

/** In a process of its own, as whoever types the command: nothing is warm. */
function measured(path: string): Measurement {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), path], { encoding: "utf8" });
  return JSON.parse(output) as Measurement;
}

async function measure(path: string): Promise<Measurement> {
  const text = readFileSync(path, "utf8");
  const [parse] = await timed(() => (path.endsWith(".json") ? JSON.parse(text) : parseYaml(text).toJS()));
  const [load, api] = await timed(() => loadApi(path));
  if (!api.ok) throw new Error(JSON.stringify(api.problems[0]));
  const [guess] = await timed(() => guessSemantics(api.value));
  return { operations: api.value.operations.length, parse, load, guess };
}

async function timed<T>(run: () => T | Promise<T>): Promise<readonly [number, T]> {
  const start = performance.now();
  const done = await run();
  return [performance.now() - start, done];
}

/** Collections and their items, a tenth of them below another one. */
function manyPaths(count: number): string {
  const answer = "responses: { '200': { description: ok } }";
  const lines = ["openapi: 3.0.3", "info: { title: Many paths, version: '1' }", "paths:"];
  for (let kind = 0; kind < count / 2; kind++) {
    const above = kind % 10 === 9 ? `/kind${kind - 1}s/{kind${kind - 1}Id}` : "";
    lines.push(`  ${above}/kind${kind}s: { get: { ${answer} }, post: { ${answer} } }`);
    lines.push(`  ${above}/kind${kind}s/{kind${kind}Id}: { get: { ${answer} }, delete: { ${answer} } }`);
  }
  return `${lines.join("\n")}\n`;
}

const [, script, path] = process.argv;
if (script === fileURLToPath(import.meta.url) && path !== undefined)
  console.log(JSON.stringify(await measure(path)));
