import type { OperationKey } from "#openapi/api";
import type { Collection, Unnamed } from "./collection.js";
import { lastStaticSegment, pathSegments } from "./path-template.js";
import { resourceName } from "./singular.js";

/** Names the collections, in their order: as somebody calls them, else by their paths. The busiest one of a name keeps it; the others are named after what they stand in. */
export function nameCollections(
  found: readonly Unnamed[],
  nameOf: (operation: OperationKey) => string | undefined,
): readonly Collection[] {
  const plainName = (path: string) => resourceName(lastStaticSegment(path) ?? "") || "thing";
  const weight = ({ path, onCollection, onItem }: Unnamed) =>
    [...onCollection, ...onItem].filter(({ method }) => method !== "GET").length * 100 -
    pathSegments(path).length;
  const taken = new Set<string>();
  const names = new Map<Unnamed, string>();
  for (const collection of found) {
    const { onCollection, onItem } = collection;
    const said = new Set(
      [...onCollection, ...onItem].flatMap(({ operation }) => nameOf(operation.key) ?? []),
    );
    const [name, ...others] = said;
    if (name === undefined || others.length > 0 || taken.has(name)) continue;
    taken.add(name);
    names.set(collection, name);
  }
  for (const collection of [...found].sort((a, b) => weight(b) - weight(a))) {
    const { path } = collection;
    const statics = pathSegments(path)
      .filter((segment) => segment.parameter === undefined)
      .map((segment) => resourceName(segment.text));
    if (names.has(collection)) continue;
    let name = plainName(path);
    for (let extra = statics.length - 2; taken.has(name) && extra >= 0; extra--)
      name = `${statics[extra]}-${name}`;
    for (let copy = 2; taken.has(name); copy++) name = `${plainName(path)}-${copy}`;
    taken.add(name);
    names.set(collection, name);
  }
  return found.map((collection) => ({ ...collection, name: names.get(collection) ?? "thing" }));
}
