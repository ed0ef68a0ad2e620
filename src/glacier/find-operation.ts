import { editDistance } from "#base/did-you-mean";
import type { Api, Operation } from "#openapi/api";
import type { Read } from "./formula.js";

export type FoundOperation =
  | { readonly kind: "found"; readonly operation: Operation }
  /** The path is there, but not with this method. */
  | { readonly kind: "other methods"; readonly methods: readonly string[] }
  | { readonly kind: "none"; readonly near: string | undefined };

/** A value in a url: any text. No url that the parser accepts holds this character. */
const VALUE = "\u0000";

/** The operation that a read in a formula calls; literal segments win over parameters. */
export function findOperation(api: Api, read: Read): FoundOperation {
  const url = read.url.map((part) => (part.kind === "text" ? part.text : VALUE)).join("");
  const segments = segmentsOf(url.split("?")[0] ?? "");
  const matching = api.operations
    .map((operation) => ({ operation, literals: matchOperation(segments, operation) }))
    .filter((match) => match.literals !== undefined)
    .sort((a, b) => (b.literals ?? 0) - (a.literals ?? 0));
  const best = matching.filter((match) => match.literals === matching[0]?.literals);
  const answersTo = (method: string) =>
    best.find(({ operation }) => operation.method.toUpperCase() === method);
  // HEAD is answered wherever GET is.
  const found = answersTo(read.method) ?? (read.method === "HEAD" ? answersTo("GET") : undefined);
  if (found) return { kind: "found", operation: found.operation };
  if (best.length > 0)
    return { kind: "other methods", methods: best.map(({ operation }) => operation.method) };
  return { kind: "none", near: nearestPath(url, api) };
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/+$/, "").split("/").slice(1);
}

/** By its path, or as the document has it where that was respelled. */
function matchOperation(segments: readonly string[], { path, written }: Operation): number | undefined {
  const asWritten = written && matchPath(segments, segmentsOf(written.operation.path));
  return matchPath(segments, segmentsOf(path)) ?? asWritten;
}

/** How many segments are literally equal, or undefined where the path is another one. */
function matchPath(segments: readonly string[], template: readonly string[]): number | undefined {
  if (segments.length !== template.length) return undefined;
  let literals = 0;
  for (const [index, segment] of segments.entries()) {
    const expected = template[index] ?? "";
    if (segment === expected) literals++;
    else if (!expected.includes("{")) return undefined;
  }
  return literals;
}

/** The path that ends alike (a forgotten prefix), else the one with the fewest letters typed differently. */
function nearestPath(url: string, api: Api): string | undefined {
  const wanted = url.replaceAll(VALUE, "{}").replace(/\/+$/, "");
  const paths = [...new Set(api.operations.map((operation) => operation.path))].map((path) => ({
    path,
    plain: path.replaceAll(/\{[^{}]*\}/g, "{}"),
  }));
  const prefixed = paths.find(({ plain }) => plain.endsWith(wanted));
  if (prefixed) return prefixed.path;
  const ranked = paths
    .map(({ path, plain }) => ({ path, distance: editDistance(wanted, plain) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= wanted.length / 2 ? best.path : undefined;
}
