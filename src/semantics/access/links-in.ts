import type { Exchange } from "#calls/exchange";
import type { Api, Operation } from "#openapi/api";
import { pathSegments } from "../path-template.js";

/** An operation that a text leads to, with the values of its path. */
export interface FoundLink {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** Most links that are followed: a mail with more is none that asks for one click. */
const MOST_LINKS = 3;

/** GET operations that an answer names by their path: `Verify at /accounts/verify/8f3a…`. */
export function linksIn({ outcome }: Exchange, api: Api): readonly FoundLink[] {
  if (outcome.kind === "none" || (outcome.body.kind !== "json" && outcome.body.kind !== "text")) return [];
  const texts = outcome.body.text.slice(0, 20_000).match(/\/[A-Za-z0-9_~./%-]{3,500}/g) ?? [];
  const found = texts.flatMap((text): FoundLink[] => {
    const parts = text.split("/").filter((part) => part !== "");
    return api.operations.flatMap((operation): FoundLink[] => {
      const path = operation.method === "GET" ? matching(operation, parts) : undefined;
      return path === undefined ? [] : [{ operation, path }];
    });
  });
  return found.slice(0, MOST_LINKS);
}

/** The path's parameters where the text ends in it; only paths that have some lead to something of one's own. */
function matching({ path }: Operation, parts: readonly string[]): Record<string, string> | undefined {
  const segments = pathSegments(path);
  const tail = parts.slice(-segments.length);
  if (tail.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = tail[index] ?? "";
    if (segment.parameter === undefined && segment.text !== part) return undefined;
    if (segment.parameter !== undefined) values[segment.parameter] = part;
  }
  return Object.keys(values).length === 0 ? undefined : values;
}
