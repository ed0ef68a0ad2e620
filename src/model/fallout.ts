import { unreachable } from "#base/unreachable";
import { and, type Bound, type Formula } from "./formula.js";
import type { Effect } from "./model.js";
import {
  type Children,
  childrenOf,
  isInKey,
  isKept,
  keptChildren,
  type Link,
  some,
  type Thing,
} from "./thing.js";

/** What deleting a thing does to those that need it. */
export interface Fallout {
  /** Conditions under which the delete is refused. */
  readonly blocked: readonly Formula[];
  readonly effects: readonly Effect[];
}

/** The way from the deleted thing to one that is touched: what was bound and what holds along it. */
interface Way {
  readonly bound: Readonly<Record<string, string>>;
  readonly where: readonly Formula[];
}

/**
 * Follows the links that lead to a thing, and those that lead to what goes with it. A restriction deep down stops
 * the whole delete, as it does in a database. Links lead to what was planned before, so this ends.
 */
export function fallout(things: ReadonlyMap<string, Thing>, deleted: Thing, key: readonly string[]): Fallout {
  const blocked = new Map<string, Formula>();
  const effects = new Map<string, Effect>();
  // Several ways may lead to one thing and say the same of it.
  const note = <T>(into: Map<string, T>, item: T): void => void into.set(JSON.stringify(item), item);

  const follow = (thing: Thing, own: readonly string[], way: Way, depth: number): void => {
    for (const child of things.values()) {
      for (const link of child.links) {
        if (link.parent !== thing.resource.name || !isKept(link)) continue;
        const prefix = PREFIXES[depth] ?? `z${depth}`;
        const children = childrenOf(child, link, own, prefix);
        const here = wayOn(way, children);
        const { key: at } = children;
        // Below a path that is gone nothing can be asked for, not even what is in the trash.
        const below = isInKey(link) ? wayOn(way, keptChildren(child, link, own, prefix)) : here;
        const removal: Effect = { kind: "remove", map: child.map, key: at };
        switch (link.onDelete) {
          case "restrict":
            note(blocked, some(here.bound, and(...here.where)));
            if (child.trashes && isInKey(link)) note(effects, forAll(below, at, removal));
            break;
          case "cascade":
            note(effects, forAll(below, at, removal));
            follow(child, at, here, depth + 1);
            break;
          case "orphan":
            for (const effect of detach(child, link, at)) note(effects, forAll(here, at, effect));
            break;
          default:
            unreachable(link.onDelete);
        }
      }
    }
  };
  follow(deleted, key, { bound: {}, where: [] }, 0);
  return { blocked: [...blocked.values()], effects: [...effects.values()] };
}

const PREFIXES = ["x", "y", "z"];

function wayOn(way: Way, { bound, where }: Children): Way {
  return { bound: { ...way.bound, ...bound }, where: [...way.where, where] };
}

/** The reference leads nowhere from now on, where it is not known to find the next thing with that id. */
function detach(child: Thing, link: Link, key: readonly string[]): Effect[] {
  return link.parts.flatMap((part): Effect[] =>
    part.from === "reference" && part.field !== undefined && part.type.optional === true
      ? [{ kind: "set", map: child.map, key, field: part.field, value: { kind: "none" } }]
      : [],
  );
}

/** An effect on every entry that some way leads to: what its key does not name is only asked for. */
function forAll({ bound, where }: Way, key: readonly string[], effect: Effect): Effect {
  const entries = Object.entries(bound);
  const variables: Bound[] = entries
    .filter(([name]) => key.includes(name))
    .map(([name, sort]) => ({ name, sort }));
  const rest = Object.fromEntries(entries.filter(([name]) => !key.includes(name)));
  return { kind: "each", variables, where: some(rest, and(...where)), effects: [effect] };
}
