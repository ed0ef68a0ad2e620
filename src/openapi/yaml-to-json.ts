import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { isArray, isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";

/**
 * A YAML tree to JSON data. Own, and not the parser's `toJS`, for four reasons: a key is its text (`200`, `1.10`),
 * a repeated key is a problem with a place, what JSON cannot hold stays text, and aliases are bounded by what
 * they expand to and not by how often they are used.
 */
export function yamlToJson(
  document: Document.Parsed,
  name: string,
  placeOf: (offset: number) => { line: number; column: number },
): Result<Json> {
  const problems: Problem[] = [];
  const anchors = new Map<string, Anchored | "open">();
  const path: (string | number)[] = [];
  let nodes = 0;
  let aliased = 0;

  function convert(node: Node | null | undefined): Json {
    nodes++;
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return expand(node.source, node.range?.[0] ?? 0);
    const anchor = "anchor" in node ? node.anchor : undefined;
    if (anchor === undefined) return convertContent(node);
    anchors.set(anchor, "open");
    const before = nodes + aliased;
    const value = convertContent(node);
    anchors.set(anchor, { value, size: nodes + aliased - before + 1 });
    return value;
  }

  function convertContent(node: Node): Json {
    if (isMap(node)) return convertMap(node);
    if (isSeq(node)) {
      return node.items.map((item, index) => {
        path.push(index);
        const value = isPair(item) ? convertPairs([item], undefined) : convert(item as Node);
        path.pop();
        return value;
      });
    }
    return isScalar(node) ? scalarToJson(node.value, node.source) : null;
  }

  function convertMap(map: YAMLMap): Json {
    return convertPairs(map.items as Pair<Node, Node | null>[], map);
  }

  function convertPairs(pairs: readonly Pair<unknown, unknown>[], map: YAMLMap | undefined): Json {
    const own = new Map<string, Json>();
    const merged = new Map<string, Json>();
    for (const pair of pairs) {
      const keyNode = pair.key as Node | null;
      const key = keyText(keyNode);
      path.push(key);
      const value = convert(pair.value as Node | null);
      if (key === "<<") mergeInto(merged, value);
      else {
        if (own.has(key)) noteDuplicate(key, keyNode?.range?.[0] ?? map?.range?.[0] ?? 0);
        own.set(key, value);
      }
      path.pop();
    }
    // Object.fromEntries defines members, so a key `__proto__` is only a key.
    if (merged.size === 0) return Object.fromEntries(own);
    for (const [key, value] of own) merged.set(key, value);
    return Object.fromEntries(merged);
  }

  function keyText(key: Node | null): string {
    if (isAlias(key)) return String(expand(key.source, key.range?.[0] ?? 0));
    if (isScalar(key)) return key.type === "PLAIN" ? (key.source ?? String(key.value)) : String(key.value);
    return key === null ? "" : JSON.stringify(convert(key));
  }

  function expand(source: string, offset: number): Json {
    const anchored = anchors.get(source);
    if (anchored === undefined || anchored === "open") {
      throw new AliasError(
        anchored === "open" ? "contains itself" : "is not defined before it",
        source,
        offset,
      );
    }
    aliased += anchored.size;
    if (aliased > MAX_ALIASED_NODES) throw new AliasError("expands to an unreasonable size", source, offset);
    return anchored.value;
  }

  function noteDuplicate(key: string, offset: number): void {
    const at = placeOf(offset);
    problems.push(
      problem(
        "document-duplicate-key",
        `The key "${key}" stands twice in one mapping, the second time in line ${at.line}.`,
        "Remove or rename one of them; the last one is used.",
        { pointer: formatPointer(path), source: name, at },
      ),
    );
  }

  try {
    return ok(convert(document.contents), problems);
  } catch (error) {
    if (!(error instanceof AliasError)) throw error;
    const at = placeOf(error.offset);
    return failed(
      problem(
        "document-aliases",
        `The alias *${error.source} in line ${at.line} of ${name} ${error.message}.`,
        "Use $ref instead of YAML aliases.",
        { source: name, at },
      ),
    );
  }
}

/** Nine levels of nine aliases stand for 387 million nodes; real documents stay far below this. */
const MAX_ALIASED_NODES = 2_000_000;

interface Anchored {
  readonly value: Json;
  /** How many nodes the anchor stands for, aliases within it expanded. */
  readonly size: number;
}

class AliasError extends Error {
  constructor(
    message: string,
    readonly source: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** A merge key takes a mapping or a list of them; the earlier wins. Anything else has no meaning there. */
function mergeInto(merged: Map<string, Json>, value: Json): void {
  for (const source of isArray(value) ? value : [value]) {
    if (!isObject(source)) continue;
    for (const [key, inner] of Object.entries(source)) if (!merged.has(key)) merged.set(key, inner);
  }
}

function scalarToJson(value: unknown, source: string | undefined): Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return source ?? String(value);
}
