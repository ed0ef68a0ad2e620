import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { templateNames } from "#openapi/path-parameters";
import { walkReferences } from "#openapi/walk-schemas";
import { hasCorpus, specsFolder } from "./documents.js";

/** Parsing YAML is nine tenths of the work, so the large documents are a test file, and so a process, of their own. */
const LARGE = 800_000;

export function corpusFiles(size: "small" | "large"): readonly string[] {
  if (!hasCorpus) return [];
  return documentsIn(specsFolder).filter(
    (file) => statSync(join(specsFolder, file)).size > LARGE === (size === "large"),
  );
}

export function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => /\.(json|ya?ml)$/.test(file));
}

/**
 * Loads each file, which must give an Api that keeps its promises or a fatal problem that names a place. The
 * corpus says how many operations a file has, counted by another program; that must agree.
 */
export async function loadAll(files: readonly string[], walkSchemas: boolean): Promise<number> {
  const counted = countedOperations();
  let loaded = 0;
  for (const file of files) {
    const result = await loadApi(join(specsFolder, file));
    if (!result.ok) {
      const [fatal] = result.problems;
      expect(fatal, file).toMatchObject({
        code: expect.stringMatching(/^document-/),
        hint: expect.any(String),
      });
      expect(fatal?.pointer ?? fatal?.at, file).toBeDefined();
      continue;
    }
    loaded++;
    expectPromisesKept(result.value, file);
    expect(result.value.operations.length, file).toBe(counted.get(file));
    if (walkSchemas)
      walkReferences(result.value, (ref, schema) => expect(schema, `${file} ${ref}`).toBeDefined());
  }
  return loaded;
}

/** Keys are unique, and the path parameters are exactly those of the template. */
export function expectPromisesKept(api: Api, file: string): void {
  const keys = api.operations.map(({ key }) => key);
  expect(new Set(keys).size, file).toBe(keys.length);
  for (const operation of api.operations) {
    expect(operation.key).toBe(`${operation.method} ${operation.path}`);
    const inPath = operation.parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name }) => name);
    expect(new Set(inPath), `${file} ${operation.key}`).toEqual(new Set(templateNames(operation.path)));
  }
}

function countedOperations(): ReadonlyMap<string, number> {
  const [header = "", ...lines] = readFileSync(join(specsFolder, "manifest.tsv"), "utf8").trim().split("\n");
  const column = header.split("\t").indexOf("operations");
  return new Map(lines.map((line) => [line.split("\t")[0] ?? "", Number(line.split("\t")[column])]));
}
