import { collectionsAlong, lastStaticSegment, pathShape } from "./path-template.js";
import { isPlainId, resourceIndex } from "./resource-index.js";
import type { Resource } from "./semantics.js";
import { bareName } from "./singular.js";

type Draft = Omit<Resource, "parents">;

/**
 * The resource whose id a nested one borrows: `/configurations/{c}/features/{feature}` puts a feature, which
 * was made under `/features/{feature}`, into a configuration. The shallower path owns the id, and so does one, however
 * deep, whose ids the service gives: `/albums/{a}/tracks/{trackId}` makes what a client names under
 * `/playlists/{p}/tracks/{trackId}`. Where the two have different names the parameter must say whose id it is:
 * `/price-lists/{list}/prices/{itemId}` has a price per item.
 */
export function associated<R extends Draft>(resource: Draft, all: readonly R[]): R | undefined {
  const { idParameter, collection } = resource;
  if (idParameter === undefined || resource.idSource !== "client") return undefined;
  const own = depth(collection);
  const { called, known } = lendersOf(all);
  const bare = bareName(idParameter);
  const segment = lastStaticSegment(collection) ?? "";
  const likely = [
    called.get(`${segment} ${bare}`),
    isPlainId(idParameter) ? undefined : known.get(`${segment} ${bare}`),
  ];
  const first = (ranks: readonly (number | undefined)[]) => {
    const least = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
    return all[least];
  };
  const shallower = first(likely.map((lenders) => lenders?.shallow.find((one) => one.depth < own)?.rank));
  if (shallower !== undefined) return shallower;
  const serving = first(likely.map((lenders) => lenders?.serving));
  if (serving !== undefined) return serving;
  const along = collectionsAlong(collection).map((step) => pathShape(step.collection));
  return (resourceIndex(all).byNameId.get(bare) ?? [])
    .flatMap((rank) => all[rank] ?? [])
    .find(
      (other) =>
        other.create.length > 0 &&
        other.idParameter !== undefined &&
        depth(other.collection) < own &&
        !along.includes(pathShape(other.collection)),
    );
}

/** A name that two kinds go by means the one whose own id it is, not the one that borrows it. */
export function ownersFirst<R extends Draft>(all: readonly R[]): readonly R[] {
  let order = orders.get(all);
  if (order === undefined) {
    const borrows = all.map((one) => associated(one, all) !== undefined);
    order = [...all.filter((_, rank) => !borrows[rank]), ...all.filter((_, rank) => borrows[rank])];
    orders.set(all, order);
  }
  // The same resources in another order.
  return order as readonly R[];
}

const orders = new WeakMap<readonly Draft[], readonly Draft[]>();

function depth(path: string): number {
  return path.split("/").length;
}

/** Those whose paths end in one word, and whose ids have one name, as far as any of them can be the first that is asked for. */
interface Lenders {
  /** Each shallower than those before it. */
  readonly shallow: { readonly rank: number; readonly depth: number }[];
  /** The first whose ids the service gives. */
  serving?: number;
}

interface LendersByName {
  /** By the name of the resource. */
  readonly called: Map<string, Lenders>;
  /** By what its path calls the id. */
  readonly known: Map<string, Lenders>;
}

const lenders = new WeakMap<readonly Draft[], LendersByName>();

function lendersOf(all: readonly Draft[]): LendersByName {
  const found = lenders.get(all);
  if (found !== undefined) return found;
  const made: LendersByName = { called: new Map(), known: new Map() };
  for (const [rank, resource] of all.entries()) {
    if (resource.create.length === 0) continue;
    const segment = lastStaticSegment(resource.collection) ?? "";
    note(made.called, `${segment} ${bareName(`${resource.name}Id`)}`, resource, rank);
    note(made.known, `${segment} ${bareName(resource.idParameter ?? "")}`, resource, rank);
  }
  lenders.set(all, made);
  return made;
}

function note(map: Map<string, Lenders>, key: string, resource: Draft, rank: number): void {
  const own = map.get(key) ?? { shallow: [] };
  map.set(key, own);
  if (resource.idSource === "server") own.serving ??= rank;
  const deep = depth(resource.collection);
  const least = own.shallow.at(-1)?.depth ?? Number.POSITIVE_INFINITY;
  if (resource.idParameter !== undefined && deep < least) own.shallow.push({ rank, depth: deep });
}
