import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isMap, LineCounter, parseDocument } from "yaml";
import type { OperationLines } from "#report/render-sarif";

/** Beyond this a document is not parsed a second time just for its lines. */
const MOST_BYTES = 20_000_000;

/** Where each operation stands in a document on this disk; nothing where it cannot be read. */
export async function operationLines(document: string, cwd: string): Promise<OperationLines> {
  const text = await readFile(resolve(cwd, document), "utf8").catch(() => undefined);
  if (text === undefined || text.length > MOST_BYTES) return new Map();
  const counter = new LineCounter();
  const root = parseDocument(text, { lineCounter: counter, logLevel: "silent", maxAliasCount: 0 } as object);
  const paths = root.get("paths", true);
  const lines = new Map<string, number>();
  for (const path of isMap(paths) ? paths.items : []) {
    for (const item of isMap(path.value) ? path.value.items : []) {
      const key = `${nameOf(item.key).toUpperCase()} ${nameOf(path.key)}`;
      const at = (item.key as { range?: readonly number[] | null } | null)?.range?.[0];
      if (at !== undefined) lines.set(key, counter.linePos(at).line);
    }
  }
  return lines;
}

function nameOf(key: unknown): string {
  return typeof key === "object" && key !== null && "value" in key ? String(key.value) : String(key);
}
