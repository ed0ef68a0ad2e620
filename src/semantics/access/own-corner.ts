import type { Api, Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";
import { resourceNamedBy } from "../parent-links.js";
import { pathSegments } from "../path-template.js";
import { looksSafe } from "../placed-operation.js";
import type { ParentLink, Resource } from "../semantics.js";

/** What everybody has one of and nobody names by an id, because whoever calls is meant: `/cart`, `/me`. */
export interface OwnCorner {
  readonly path: string;
  /** What changes it, deletions last. */
  readonly writes: readonly Operation[];
  /** What shows it. */
  readonly views: readonly Operation[];
}

const WHO = new Set("me my mine myself self profile".split(" "));
const WHOSE = new Set(
  "cart basket trolley wishlist watchlist favourites favorites bookmarks preferences".split(" "),
);

/** Names of ids that do not say of what. */
const PLAIN = new Set("id uuid guid key name slug".split(" "));

/** Only names tell that a path means whoever calls; without one nothing is taken for that. */
export function ownCorners(api: Api): readonly OwnCorner[] {
  const isDeclared = api.operations.some(({ security }) => security.length > 0);
  const corners = new Map<string, Operation[]>();
  for (const operation of api.operations) {
    const path = cornerOf(operation.path);
    // What asks nobody who they are cannot mean them.
    if (path === undefined || (isDeclared && operation.security.length === 0)) continue;
    corners.set(path, [...(corners.get(path) ?? []), operation]);
  }
  return [...corners].map(([path, operations]) => ({
    path,
    writes: operations
      .filter((operation) => operation.method !== "GET" && !looksSafe(operation) && !endsAccount(operation))
      .sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE")),
    views: operations.filter(
      (operation) =>
        operation.method === "GET" &&
        looksSafe(operation) &&
        !operation.path.includes("{") &&
        operation.parameters.every(({ required }) => !required),
    ),
  }));
}

/** The path up to the word that says whose it is, where no id stands before it or picks one of several behind it. */
function cornerOf(path: string): string | undefined {
  const segments = pathSegments(path);
  const at = segments.findIndex(({ parameter, text }) => parameter === undefined && isOwn(text));
  const first = segments.findIndex(({ parameter }) => parameter !== undefined);
  if (at < 0 || (first >= 0 && first < at)) return undefined;
  const next = segments[at + 1]?.parameter;
  const words = nameWords(segments[at]?.text ?? "");
  const picksOne = next !== undefined && (PLAIN.has(next) || nameWords(next)[0] === words[0]);
  if (picksOne) return undefined;
  return `/${segments
    .slice(0, at + 1)
    .map(({ text }) => text)
    .join("/")}`;
}

function isOwn(segment: string): boolean {
  const words = nameWords(segment);
  return (
    words.some((word) => WHO.has(word)) ||
    (words.length < 3 && WHOSE.has(words.at(-1) ?? "")) ||
    words.join("") === "wishlist"
  );
}

/** Who deletes `/me` is nobody any more. */
function endsAccount({ method, path }: Operation): boolean {
  const last = pathSegments(path).at(-1);
  return method === "DELETE" && nameWords(last?.text ?? "").some((word) => WHO.has(word));
}

/** The things of others that a call names: `sku` in the path, `productId` in the body. */
export function namedIn(
  { path }: Operation,
  members: readonly string[],
  resources: readonly Resource[],
  own: string | null,
): readonly ParentLink[] {
  const others = resources.filter(({ name }) => name !== own);
  const inPath = pathSegments(path).flatMap(({ parameter }): ParentLink[] => {
    const resource = parameter === undefined ? undefined : resourceNamedBy(parameter, others);
    return resource === undefined || parameter === undefined
      ? []
      : [{ resource: resource.name, via: { kind: "path", parameter } }];
  });
  const inBody = members.flatMap((name): ParentLink[] => {
    const resource = resourceNamedBy(name, others);
    return resource === undefined
      ? []
      : [{ resource: resource.name, via: { kind: "body", pointer: `/${name}`, required: true } }];
  });
  return [...inPath, ...inBody];
}
