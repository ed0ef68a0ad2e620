import type { Expression, Read } from "#glacier/formula";
import type { Operation } from "#openapi/api";
import { collectionsAlong, pathShape } from "#semantics/path-template";
import type { Resource } from "#semantics/semantics";
import {
  at,
  binary,
  bodyOf,
  codeOf,
  equal,
  every,
  getOf,
  listOf,
  literal,
  some,
  unequal,
} from "./build-formula.js";
import { collectionShapes } from "./call-terms.js";
import type { ItemView, ListView, ResourceView } from "./resource-view.js";

/** The values that a read's path parameters take, by the collection that each picks from. */
export type Places = (collectionShape: string) => Expression | undefined;

export const NO_PLACES: Places = () => undefined;

/** The parameters of a call's own path: what it is about lies below the same parents. */
export function placesOf({ path }: Operation, nameOf: (parameter: string) => Expression): Places {
  const along = new Map(
    collectionsAlong(path).map(({ collection, parameter }) => [pathShape(collection), parameter]),
  );
  return (shape) => {
    const parameter = along.get(shape);
    return parameter === undefined ? undefined : nameOf(parameter);
  };
}

export function withThing(places: Places, resource: Resource, id: Expression): Places {
  const shapes = collectionShapes(resource);
  return (shape) => (shapes.has(shape) ? id : places(shape));
}

/** A GET of a path; undefined where a value for one of its parameters is not known. */
export function readAt(path: string, places: Places): Read | undefined {
  const along = new Map(
    collectionsAlong(path).map(({ collection, parameter }) => [parameter, pathShape(collection)]),
  );
  return getOf(path, (parameter) => {
    const shape = along.get(parameter);
    return shape === undefined ? undefined : places(shape);
  });
}

export function listAt(list: Pick<ListView, "path" | "within">, places: Places): Expression | undefined {
  const read = readAt(list.path, places);
  return read === undefined ? undefined : at(bodyOf(read), list.within);
}

/** The GET of one thing of a resource. */
export function readThing(view: ResourceView, id: Expression, places: Places): Read | undefined {
  return view.item === undefined ? undefined : readAt(view.item.path, withThing(places, view.resource, id));
}

export function thingAt(view: ResourceView, id: Expression, places: Places): Expression | undefined {
  const read = readThing(view, id, places);
  return read === undefined ? undefined : at(bodyOf(read), view.item?.within ?? []);
}

/** Ways to say one thing. The first is written; all of them are read. */
export type Spellings = readonly Expression[];

/** The same with the elements of a quantifier: one formula for each way to say something of an element. */
export function inEachSpelling(
  ways: (one: Expression) => Spellings,
  say: (statement: (one: Expression) => Expression) => Expression,
): Spellings {
  // How many ways there are depends on the API alone, never on which element is meant.
  return ways(literal(null)).map((_, index) => say((one) => ways(one)[index] ?? one));
}

/** That a thing is there: by its own GET, else by the list of all. */
export function isThere(view: ResourceView, id: Expression, places: Places): Spellings {
  return [
    ...byStatus(
      view,
      id,
      places,
      ({ present }) => present,
      ({ absent }) => absent,
    ),
    ...byList(view, places, (list, key) =>
      key.length === 0
        ? binary(id, "in", list)
        : some(view.resource.name, list, (one) => equal(at(one, key), id)),
    ),
  ];
}

export function isNotThere(view: ResourceView, id: Expression, places: Places): Spellings {
  return [
    ...byStatus(
      view,
      id,
      places,
      ({ absent }) => absent,
      ({ present }) => present,
    ),
    ...byList(view, places, (list, key) =>
      every(view.resource.name, list, (one) => unequal(at(one, key), id)),
    ),
  ];
}

function byStatus(
  view: ResourceView,
  id: Expression,
  places: Places,
  wanted: (item: ItemView) => readonly number[],
  unwanted: (item: ItemView) => readonly number[],
): Spellings {
  const read = readThing(view, id, places);
  const { item } = view;
  if (read === undefined || item === undefined) return [];
  const [first, ...others] = wanted(item);
  const status = codeOf(read);
  return [
    others.length === 0 ? equal(status, literal(first ?? 200)) : binary(status, "in", listOf(wanted(item))),
    ...wanted(item).map((one) => equal(status, literal(one))),
    ...unwanted(item).map((one) => unequal(status, literal(one))),
  ];
}

function byList(
  view: ResourceView,
  places: Places,
  say: (list: Expression, key: readonly string[]) => Expression,
): Spellings {
  const key = view.list?.whole === true ? view.list.key : undefined;
  const list = view.list === undefined ? undefined : listAt(view.list, places);
  return key === undefined || list === undefined ? [] : [say(list, key)];
}
