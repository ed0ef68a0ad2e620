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

/** How many of the largest documents, and how many paths of a document that is made for it: many more than anybody has. */
const FORMS = { short: { largest: 3, paths: 10_000 }, long: { largest: 10, paths: 100_000 } };

const specs = join(import.meta.dirname, "../../../shared/specs");

interface Parsing {
  /** Milliseconds of CPU, as all of these: on a busy machine, what the clock says of one row tells nothing of the next. */
  readonly parse: number;
}

interface Inspection {
  readonly operations: number;
  readonly load: number;
  readonly guess: number;
}

/**
 * What `piolet inspect` takes, but for printing, beside parsing alone. JSON is parsed by the engine itself, which nothing
 * written in JavaScript comes near: those rows have their ratio, and are no part of what is said in the end.
 */
export async function benchInspect({ full }: BenchWish): Promise<BenchResult> {
  const form = full ? FORMS.long : FORMS.short;
  console.log("inspect: what it takes beside parsing alone, each once in a process of its own");
  const folder = mkdtempSync(join(tmpdir(), "piolet-bench-"));
  try {
    const made = join(folder, `${form.paths} paths.yaml`);
    writeFileSync(made, manyPaths(form.paths));
    if (!existsSync(specs)) console.log("  the largest documents: skipped, ../shared/specs is not there");
    const rows = [...(existsSync(specs) ? largest(form.largest) : []), made].map((path) => ({
      name: shortName(path),
      isJson: path.endsWith(".json"),
      ...inProcess<Parsing>("parse", path),
      ...inProcess<Inspection>("inspect", path),
    }));
    printTable(
      ["document", "operations", "parse CPU ms", "load CPU ms", "guess CPU ms", "× parse"],
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

/** `stripe.com 2022-11-15 openapi.yaml`: what tells a document from others stands last in its name. */
function shortName(path: string): string {
  return (path.split("/").at(-1) ?? "").split("__").slice(-3).join(" ");
}

/** Nothing is warm, as for whoever types the command; what has parsed once parses the next time twice as fast. */
function inProcess<T>(what: "parse" | "inspect", path: string): T {
  const args = [fileURLToPath(import.meta.url), what, path];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as T;
}

/** The parser's own check for unique keys is quadratic, and took minutes for 100,000 paths. Inspecting makes its own. */
async function measureParsing(path: string): Promise<Parsing> {
  const text = readFileSync(path, "utf8");
  const [parse] = await timed(() =>
    path.endsWith(".json") ? JSON.parse(text) : parseYaml(text, { uniqueKeys: false }).toJS(),
  );
  return { parse };
}

async function measureInspection(path: string): Promise<Inspection> {
  const [load, api] = await timed(() => loadApi(path));
  if (!api.ok) throw new Error(JSON.stringify(api.problems[0]));
  const [guess] = await timed(() => guessSemantics(api.value));
  return { operations: api.value.operations.length, load, guess };
}

async function timed<T>(run: () => T | Promise<T>): Promise<readonly [number, T]> {
  const start = process.cpuUsage();
  const done = await run();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1_000, done];
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

const [, script, what, path] = process.argv;
if (script === fileURLToPath(import.meta.url) && path !== undefined)
  console.log(JSON.stringify(await (what === "parse" ? measureParsing(path) : measureInspection(path))));
