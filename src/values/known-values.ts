import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import { createRandom } from "#base/random";
import type { Schema } from "#openapi/api";
import { type Drawing, isAcceptable, type Place } from "./drawing.js";
import type { FlatSchema } from "./flat-schema.js";
import { isHidden } from "./hidden-properties.js";
import { propertySchema } from "./merge-flat-schemas.js";
import { scalarFits } from "./scalar-fits.js";

/** What the user's generators put here. It is taken as it is. */
export function givenValue(schemaNames: readonly string[], place: Place, drawing: Drawing): Json | undefined {
  const generator = drawing.generators.at({
    operation: drawing.operation,
    fragment: place.fragment,
    field: place.name,
    schemaNames,
  });
  if (!generator) return undefined;
  drawing.given.push(place.pointer);
  const { source } = drawing.dice;
  return generator(createRandom(source.nextInt(0, 2 ** 31 - 1)), source);
}

/** Rather often, so that a first call gets through, and not always, so that calls differ. */
const USE_KNOWN = { plausible: 0.8, wide: 0.1 };
const MOST_TRIED = 12;

/** A value that worked before, or that the document shows, where it satisfies the schema. */
export function knownValue(
  schema: Schema,
  flat: FlatSchema,
  place: Place,
  drawing: Drawing,
): Json | undefined {
  const seen = place.name === undefined ? [] : (drawing.seen?.recall(drawing.operation, place.name) ?? []);
  const known = [...seen, ...(drawing.useExamples ? flat.examples : [])].slice(0, MOST_TRIED);
  if (known.length === 0 || !drawing.dice.chance(USE_KNOWN[drawing.flavour])) return undefined;
  // Mostly the first: the latest that worked, or the example that the document puts first.
  const order = drawing.dice.chance(0.7) ? known : drawing.dice.shuffled(known);
  for (const candidate of order) {
    const value = visiblePart(candidate, schema, place, drawing);
    if (satisfies(schema, flat, value, place, drawing)) return value;
  }
  return undefined;
}

function satisfies(schema: Schema, flat: FlatSchema, value: Json, place: Place, drawing: Drawing): boolean {
  const scalar = typeof value !== "object" || value === null;
  if (scalar && !scalarFits(flat, value)) return false;
  const plain = scalar && flat.choices.length === 0 && flat.not.length === 0 && flat.conditions.length === 0;
  return plain || isAcceptable(drawing, schema, value, place);
}

/** An example without its hidden properties, and with the user's values where the user gives some. */
function visiblePart(value: Json, schema: Schema, place: Place, drawing: Drawing): Json {
  const flat = drawing.flattener.flatten(schema);
  if (!flat || place.depth > MOST_LEVELS) return value;
  if (isArray(value)) {
    return value.map((item, index) =>
      visiblePart(item, flat.prefixItems[index] ?? flat.items ?? true, below(place, index), drawing),
    );
  }
  if (!isObject(value)) return value;
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = propertySchema(flat, name);
    const memberFlat = drawing.flattener.flatten(memberSchema);
    if (isHidden(memberFlat, drawing.direction)) continue;
    const memberPlace = below(place, name);
    const given = drawing.generators.isEmpty
      ? undefined
      : givenValue(memberFlat?.names ?? [], memberPlace, drawing);
    members.push([name, given ?? visiblePart(member, memberSchema, memberPlace, drawing)]);
  }
  return Object.fromEntries(members);
}

const MOST_LEVELS = 20;

function below(place: Place, token: string | number): Place {
  const named = typeof token === "string";
  return {
    pointer: appendToPointer(place.pointer, token),
    fragment: named ? appendToPointer(place.fragment, token) : place.fragment,
    name: named ? token : place.name,
    depth: place.depth + 1,
    room: 0,
  };
}
