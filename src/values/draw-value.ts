import type { Json } from "#base/json";
import { unreachable } from "#base/unreachable";
import type { Schema } from "#openapi/api";
import { drawArray } from "./draw-array.js";
import { drawNumber } from "./draw-number.js";
import { drawObject, type Presence } from "./draw-object.js";
import { drawString } from "./draw-string.js";
import { DEEPEST, type Drawing, fail, isAcceptable, type Place } from "./drawing.js";
import type { Choice, FlatSchema, JsonType } from "./flat-schema.js";
import { givenValue, knownValue } from "./known-values.js";
import { scalarFits, typeFits } from "./scalar-fits.js";
import { settleChoices } from "./settle-choices.js";

/** A value of a schema, from the surest source to the least sure; undefined where none was found. */
export function drawValue(schema: Schema, place: Place, drawing: Drawing): Json | undefined {
  if (--drawing.steps < 0) return fail(drawing, "too large", place, "it has too many parts");
  if (place.depth > DEEPEST) return fail(drawing, "too large", place, "it is nested without end");
  const flat = drawing.flattener.flatten(schema);
  if (!flat) return fail(drawing, "unsatisfiable", place, "its parts contradict each other");
  return (
    givenValue(flat.names, place, drawing) ??
    knownValue(schema, flat, place, drawing) ??
    drawChecked(schema, flat, place, drawing)
  );
}

/** Enough to meet each of a few alternatives with each presence of optional properties. */
const CHECKED_ATTEMPTS = 24;
const PLAIN_ATTEMPTS = 3;
const PRESENCES: readonly Presence[] = ["usual", "all", "required"];

function drawChecked(schema: Schema, flat: FlatSchema, place: Place, drawing: Drawing): Json | undefined {
  const checked = needsCheck(flat, drawing);
  const attempts = checked ? CHECKED_ATTEMPTS : flat.choices.length > 0 ? PLAIN_ATTEMPTS : 1;
  for (let attempt = 0; attempt < attempts && drawing.steps > 0; attempt++) {
    const settled = settleChoices(flat, place, drawing);
    const value = settled && drawSettled(settled, attempt, place, drawing);
    if (value !== undefined && (!checked || isAcceptable(drawing, schema, value, place))) return value;
  }
  if (drawing.steps <= 0) return fail(drawing, "too large", place, "it has too many parts");
  return fail(drawing, "unsatisfiable", place, "its alternatives and exclusions leave no value");
}

/** Whether drawing by the flat schema alone could miss something that the schema says. */
function needsCheck(flat: FlatSchema, drawing: Drawing): boolean {
  return (
    flat.needsCheck ||
    flat.not.length > 0 ||
    flat.conditions.length > 0 ||
    flat.dependentSchemas.size > 0 ||
    flat.choices.some((choice) => choice.kind === "oneOf" && !excludeEachOther(choice, drawing))
  );
}

function excludeEachOther({ alternatives }: Choice, { flattener }: Drawing): boolean {
  const taken = new Set<JsonType>();
  for (const alternative of alternatives) {
    for (const type of flattener.flatten(alternative)?.types ?? ANY_TYPE) {
      const kind = type === "integer" ? "number" : type;
      if (taken.has(kind)) return false;
      taken.add(kind);
    }
  }
  return true;
}

const ANY_TYPE: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

function drawSettled(flat: FlatSchema, attempt: number, place: Place, drawing: Drawing): Json | undefined {
  if (flat.enumeration) {
    const allowed = flat.enumeration.filter((value) =>
      typeof value === "object" && value !== null ? typeFits(flat, value) : scalarFits(flat, value),
    );
    if (allowed.length === 0)
      return fail(drawing, "unsatisfiable", place, "no value of its enum satisfies the rest");
    // A nullable enum lists null; a service that needs the field does not want it.
    const sensible = drawing.flavour === "plausible" ? allowed.filter((value) => value !== null) : allowed;
    return drawing.dice.pick(sensible.length > 0 ? sensible : allowed);
  }
  const presence = PRESENCES[attempt % PRESENCES.length] ?? "usual";
  const types = typesInOrder(flat, place, drawing);
  // Every presence with the best type, then the next type: `not` may forbid what comes first.
  const first = Math.floor(attempt / PRESENCES.length) % types.length;
  for (const type of [...types.slice(first), ...types.slice(0, first)]) {
    const value = drawOfType(type, flat, presence, place, drawing);
    if (value !== undefined) return value;
  }
  return undefined;
}

function typesInOrder(flat: FlatSchema, place: Place, { dice, flavour }: Drawing): readonly JsonType[] {
  const types = flat.types ?? [...new Set([...likelyTypes(flat), ...ANY_TYPE])];
  const ordered = flavour === "wide" && (flat.types || dice.chance(0.2)) ? dice.shuffled(types) : [...types];
  const rank = (type: JsonType): number => {
    if (place.room <= 0 && (type === "object" || type === "array")) return 2;
    return type === "null" && flavour === "plausible" ? 1 : 0;
  };
  return ordered.sort((a, b) => rank(a) - rank(b));
}

/** Many real schemas leave `type` out; the other keywords then say which one is meant. */
function likelyTypes(flat: FlatSchema): readonly JsonType[] {
  const members =
    flat.properties.size + flat.required.size + flat.patternProperties.size + flat.minProperties;
  const elements = flat.prefixItems.length + flat.contains.length + flat.minItems;
  const text = flat.patterns.length + flat.formats.length + flat.minLength;
  const bounds = [
    flat.minimum,
    flat.maximum,
    flat.exclusiveMinimum,
    flat.exclusiveMaximum,
    flat.multipleOf[0],
  ];
  if (members > 0 || flat.additionalProperties !== undefined) return ["object"];
  if (elements > 0 || flat.items !== undefined) return ["array"];
  if (text > 0 || flat.maxLength < Number.POSITIVE_INFINITY) return ["string"];
  return bounds.some(Number.isFinite) ? ["number"] : ["string", "integer", "object"];
}

function drawOfType(
  type: JsonType,
  flat: FlatSchema,
  presence: Presence,
  place: Place,
  drawing: Drawing,
): Json | undefined {
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return drawing.dice.chance(0.5);
    case "integer":
    case "number":
      return drawNumber(flat, type === "integer", place, drawing);
    case "string":
      return drawString(flat, place, drawing);
    case "array":
      return drawArray(flat, place, drawing);
    case "object":
      return drawObject(flat, presence, place, drawing);
    default:
      return unreachable(type);
  }
}
