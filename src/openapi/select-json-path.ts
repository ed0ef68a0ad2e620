import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { unreachable } from "#base/unreachable";
import type { Filter, JsonPath, Selector } from "./json-path.js";

/** A place in a document, as the keys and indices that lead there. */
export type Tokens = readonly (string | number)[];

/**
 * Beyond this a path does not select but enumerate. `$..[?@..x]` visits a node once for each node above it, and
 * shared parts (YAML aliases, earlier copies) count as often as they are reached.
 */
const MAX_VISITS = 1_000_000;

/** Every place that a path selects, each once, in the order of the document; undefined after too many visits. */
export function selectJsonPath(document: Json, path: JsonPath): readonly Tokens[] | undefined {
  const visits: Visits = { left: MAX_VISITS };
  const root: Place = { value: document, parent: undefined, token: "", known: undefined };
  const found = select(root, path, visits);
  return visits.left < 0 ? undefined : [...found].map(tokensOf);
}

/** There is one object per place, so that a set holds each place once, by whatever way it was reached. */
interface Place {
  readonly value: Json;
  readonly parent: Place | undefined;
  readonly token: string | number;
  /** The places below that were asked for; most places are leaves and need none. */
  known: Map<string | number, Place> | undefined;
}

interface Visits {
  left: number;
}

function select(from: Place, path: JsonPath, visits: Visits): ReadonlySet<Place> {
  let found: ReadonlySet<Place> = new Set([from]);
  for (const { descend, selectors } of path) {
    const next = new Set<Place>();
    for (const place of descend ? withDescendants(found, visits) : found) {
      for (const selector of selectors)
        for (const selected of apply(selector, place, visits)) next.add(selected);
    }
    found = next;
  }
  return found;
}

function apply(selector: Selector, place: Place, visits: Visits): readonly Place[] {
  switch (selector.kind) {
    case "wildcard":
      return childrenOf(place, visits);
    case "name":
      return isObject(place.value) && Object.hasOwn(place.value, selector.name)
        ? child(place, selector.name)
        : [];
    case "index": {
      if (!isArray(place.value)) return [];
      return child(place, selector.index < 0 ? place.value.length + selector.index : selector.index);
    }
    case "filter":
      return childrenOf(place, visits).filter((inner) => holds(selector.filter, inner, visits));
    default:
      return unreachable(selector);
  }
}

function holds(filter: Filter, place: Place, visits: Visits): boolean {
  switch (filter.kind) {
    case "exists":
      return select(place, filter.path, visits).size > 0;
    case "compare": {
      const [first] = select(place, filter.path, visits);
      return jsonEqual(first?.value, filter.value) === filter.equal;
    }
    case "not":
      return !holds(filter.filter, place, visits);
    case "and":
      return holds(filter.left, place, visits) && holds(filter.right, place, visits);
    case "or":
      return holds(filter.left, place, visits) || holds(filter.right, place, visits);
    default:
      return unreachable(filter);
  }
}

function childrenOf(place: Place, visits: Visits): readonly Place[] {
  const keys = isArray(place.value)
    ? [...place.value.keys()]
    : isObject(place.value)
      ? Object.keys(place.value)
      : [];
  visits.left -= keys.length;
  return visits.left < 0 ? [] : keys.flatMap((key) => child(place, key));
}

function child(place: Place, token: string | number): readonly Place[] {
  const known = place.known?.get(token);
  if (known !== undefined) return [known];
  const value = (place.value as Record<string | number, Json>)[token];
  if (value === undefined) return [];
  const found: Place = { value, parent: place, token, known: undefined };
  place.known ??= new Map();
  place.known.set(token, found);
  return [found];
}

/** The places and all below them, each before its children. */
function withDescendants(places: Iterable<Place>, visits: Visits): ReadonlySet<Place> {
  const found = new Set<Place>();
  const open = [...places].reverse();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    for (const below of [...childrenOf(place, visits)].reverse()) open.push(below);
  }
  return found;
}

function tokensOf(place: Place): Tokens {
  const tokens: (string | number)[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) tokens.unshift(at.token);
  return tokens;
}
