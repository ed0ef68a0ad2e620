import { nameWords } from "#values/name-words";
import { lastStaticSegment, pathShape } from "./path-template.js";
import type { Resource } from "./semantics.js";
import { bareName } from "./singular.js";

type Draft = Omit<Resource, "parents">;

/**
 * Which resources of a list a name may mean, without asking each: a large document has thousands of fields and hundreds of
 * resources. Resources are told by where they stand in the list, and always in its order.
 */
export interface ResourceIndex {
  /** By the shape of its collection, or of where its items stand: the first. */
  readonly byPlace: ReadonlyMap<string, number>;
  /** By an operation that makes or reads it: the first. */
  readonly byOperation: ReadonlyMap<string, number>;
  readonly byName: Ranks;
  /** By its name with `Id` behind it. Here and below names are bare: see `bareName`. */
  readonly byNameId: Ranks;
  /** By what the path of its things calls its id. */
  readonly byIdParameter: Ranks;
  /** By its name, and with `Name` behind it, where no path reads one by one. */
  readonly byNameAlone: Ranks;
  readonly byBareName: Ranks;
  /** By the words of its name. */
  readonly byWords: Ranks;
  /** By the last words of its name, where it has more than these. */
  readonly byLastWords: Ranks;
  /** By the last word of its collection's path. */
  readonly bySegment: Ranks;
}

export type Ranks = ReadonlyMap<string, readonly number[]>;

const indexes = new WeakMap<readonly Draft[], ResourceIndex>();

/** Lists of resources never change, so each is indexed once. */
export function resourceIndex(all: readonly Draft[]): ResourceIndex {
  let index = indexes.get(all);
  if (index === undefined) {
    index = createIndex(all);
    indexes.set(all, index);
  }
  return index;
}

/** Says nothing of whose id it is. */
export function isPlainId(name: string): boolean {
  return PLAIN.has(name.toLowerCase());
}

const PLAIN = new Set(["id", "name", "key", "slug", "code", "uuid"]);

/**
 * The resources whose ids a name is: `petId`, or what their paths call it, which a bare `id` does not tell. Only the first
 * of many.
 */
export function ranksOfId(name: string, index: ResourceIndex, most: number): readonly number[] {
  const bare = bareName(name);
  const byParameter = isPlainId(name) ? [] : (index.byIdParameter.get(bare) ?? []).slice(0, most);
  return [...(index.byNameId.get(bare) ?? []).slice(0, most), ...byParameter].sort((a, b) => a - b);
}

function createIndex(all: readonly Draft[]): ResourceIndex {
  const byPlace = new Map<string, number>();
  const byOperation = new Map<string, number>();
  const note = (map: Map<string, number>, key: string, rank: number) => {
    if (!map.has(key)) map.set(key, rank);
  };
  const of = (keys: (resource: Draft) => readonly string[]) => rank(all, keys);
  for (const [rank, { collection, itemPath, create, read }] of all.entries()) {
    note(byPlace, pathShape(collection), rank);
    const shape = itemPath === undefined ? "" : pathShape(itemPath);
    if (shape.endsWith("/{}")) note(byPlace, shape.slice(0, -"/{}".length), rank);
    for (const key of [...create, ...read]) note(byOperation, key, rank);
  }
  return {
    byPlace,
    byOperation,
    byName: of(({ name }) => [name]),
    byNameId: of(({ name }) => [bareName(`${name}Id`)]),
    byIdParameter: of(({ idParameter }) => (idParameter === undefined ? [] : [bareName(idParameter)])),
    byNameAlone: of(({ name, idParameter }) =>
      idParameter === undefined ? [bareName(`${name}Name`), bareName(name)] : [],
    ),
    byBareName: of(({ name }) => [bareName(name)]),
    byWords: of(({ name }) => [nameWords(name).join(" ")]),
    byLastWords: of(({ name }) => {
      const words = nameWords(name);
      return words.slice(1).map((_, at) => words.slice(at + 1).join(" "));
    }),
    bySegment: of(({ collection }) => [bareName(lastStaticSegment(collection) ?? "")]),
  };
}

function rank(all: readonly Draft[], keysOf: (resource: Draft) => readonly string[]): Ranks {
  const ranks = new Map<string, number[]>();
  for (const [rank, resource] of all.entries())
    for (const key of new Set(keysOf(resource))) {
      const known = ranks.get(key);
      if (known === undefined) ranks.set(key, [rank]);
      else known.push(rank);
    }
  return ranks;
}
