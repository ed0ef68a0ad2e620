import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer } from "#base/json-pointer";
import type { Schema } from "#openapi/api";
import { type Drawing, fail, MOST_ITEMS, type Place } from "./drawing.js";
import type { FlatSchema } from "./flat-schema.js";
import { both } from "./merge-flat-schemas.js";

export function drawArray(flat: FlatSchema, place: Place, drawing: Drawing): Json | undefined {
  const wanted = flat.contains.flatMap(({ schema, min }) =>
    Array<Schema>(Math.min(min, MOST_ITEMS)).fill(schema),
  );
  const least = Math.max(flat.minItems, wanted.length);
  if (least > flat.maxItems)
    return fail(drawing, "unsatisfiable", place, "fewer elements are allowed than needed");
  if (least > MOST_ITEMS) return fail(drawing, "too large", place, `the array would need ${least} elements`);

  const count = chooseCount(flat, least, place, drawing);
  const items: Json[] = [];
  for (let index = 0; index < count; index++) {
    const own = flat.prefixItems[index] ?? flat.items ?? true;
    // What has to be contained comes last: the first places may be spoken for by prefixItems.
    const contained = wanted[wanted.length - (count - index)];
    const schema = contained === undefined ? own : both(own, contained);
    const item = drawItem(schema, flat.uniqueItems ? items : [], elementPlace(place, index, count), drawing);
    if (item !== undefined) items.push(item);
    else if (index < least) return undefined;
    else break;
  }
  return items;
}

function chooseCount(flat: FlatSchema, least: number, place: Place, { dice, flavour }: Drawing): number {
  const usual = flavour === "plausible" ? 3 : 6;
  // A closed tuple (`items: false`) is as long as its prefix.
  const longest = flat.items === false ? Math.min(flat.maxItems, flat.prefixItems.length) : flat.maxItems;
  const most = Math.min(longest, Math.max(least, Math.min(usual, place.room), flat.prefixItems.length));
  // An empty list shows nothing of its elements, so a plausible one has some where there is room.
  const first =
    flavour === "plausible" && place.room > 0 ? Math.max(least, 1, flat.prefixItems.length) : least;
  return dice.between(Math.min(first, Math.max(most, least)), Math.max(most, least));
}

function elementPlace(place: Place, index: number, count: number): Place {
  return {
    ...place,
    pointer: appendToPointer(place.pointer, index),
    depth: place.depth + 1,
    room: Math.floor((place.room - count) / count),
  };
}

const UNIQUE_ATTEMPTS = 30;

function drawItem(schema: Schema, taken: readonly Json[], place: Place, drawing: Drawing): Json | undefined {
  for (let attempt = 0; attempt < UNIQUE_ATTEMPTS; attempt++) {
    const item = drawing.draw(schema, place);
    if (item === undefined) return undefined;
    if (!taken.some((other) => jsonEqual(other, item))) return item;
  }
  return fail(drawing, "unsatisfiable", place, "too few different elements were found");
}
