import type { Api, Operation } from "#openapi/api";
import { cornerOf, meansWho } from "../corner-path.js";
import { pathSegments } from "../path-template.js";
import { looksSafe } from "../placed-operation.js";
import { resourceNamedBy } from "../refers-to.js";
import type { ParentLink, Resource } from "../semantics.js";

/** What everybody has one of and nobody names by an id, because whoever calls is meant: `/cart`, `/me`. */
export interface OwnCorner {
  readonly path: string;
  /** What changes it, deletions last. */
  readonly writes: readonly Operation[];
  /** What shows it. */
  readonly views: readonly Operation[];
}

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

/** Who deletes `/me` is nobody any more. */
function endsAccount({ method, path }: Operation): boolean {
  const last = pathSegments(path).at(-1);
  return method === "DELETE" && meansWho(last?.text ?? "");
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
