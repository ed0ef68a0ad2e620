import { property } from "#base/json";
import type { Schema } from "#openapi/api";
import type { Drawing, Place } from "./drawing.js";
import type { Condition, Discriminator, FlatSchema } from "./flat-schema.js";
import { schemaName } from "./flatten-schema.js";
import { propertySchema } from "./merge-flat-schemas.js";

const MOST_CHOICES = 50;

/**
 * Takes one alternative of every `oneOf` and `anyOf`, and one side of every `if`, and merges them in. What was
 * merged may bring further choices, which stand behind the present ones, so both lists are walked by index
 * until they no longer grow. Whether exactly one alternative of a `oneOf` holds is checked on the value.
 */
export function settleChoices(flat: FlatSchema, place: Place, drawing: Drawing): FlatSchema | undefined {
  let settled: FlatSchema | undefined = withHeir(flat, place, drawing);
  let choice = 0;
  let condition = 0;
  while (settled && choice + condition < MOST_CHOICES) {
    const nextChoice = settled.choices[choice];
    const nextCondition = settled.conditions[condition];
    if (nextChoice) {
      settled = settleChoice(settled, nextChoice.alternatives, place, drawing);
      choice++;
    } else if (nextCondition) {
      settled = settleCondition(settled, nextCondition, drawing);
      condition++;
    } else return settled;
  }
  return undefined;
}

function settleChoice(
  flat: FlatSchema,
  alternatives: readonly Schema[],
  place: Place,
  drawing: Drawing,
): FlatSchema | undefined {
  const order = drawing.dice.shuffled(alternatives);
  if (place.room <= 0) order.sort((a, b) => weight(a, drawing) - weight(b, drawing));
  else if (drawing.flavour === "plausible") order.sort((a, b) => nullness(a, drawing) - nullness(b, drawing));
  for (const alternative of order) {
    const merged = drawing.flattener.also(flat, alternative);
    if (merged) return pinned(merged, flat.discriminator, nameOf(alternative), drawing);
  }
  return undefined;
}

function settleCondition(
  flat: FlatSchema,
  { when, holds, fails }: Condition,
  drawing: Drawing,
): FlatSchema | undefined {
  const { also } = drawing.flattener;
  const holding = (): FlatSchema | undefined => {
    const base = also(flat, when);
    return base && also(base, holds);
  };
  const failing = (): FlatSchema | undefined => also(flat, fails);
  return drawing.dice.chance(0.5) ? (holding() ?? failing()) : (failing() ?? holding());
}

/**
 * A parent schema with a discriminator and a mapping, but no `oneOf`: OpenAPI's inheritance. A value of the
 * parent alone would name no kind, so one of its heirs is drawn.
 */
function withHeir(flat: FlatSchema, place: Place, drawing: Drawing): FlatSchema {
  const { discriminator, names } = flat;
  if (!discriminator || flat.choices.length > 0) return flat;
  const heirs = Object.values(discriminator.mapping).filter((target) => typeof target === "string");
  const [own] = names;
  if (heirs.length === 0 || heirs.some((heir) => names.includes(schemaName(heir)))) {
    return pinned(flat, discriminator, own, drawing);
  }
  const schemas = heirs
    .map((heir) => drawing.flattener.reference(heir))
    .filter((schema) => schema !== undefined);
  return (schemas.length > 0 ? settleChoice(flat, schemas, place, drawing) : undefined) ?? flat;
}

/** Sets the discriminating property to the value that stands for the schema of this name, where that is allowed. */
function pinned(
  flat: FlatSchema,
  discriminator: Discriminator | undefined,
  name: string | undefined,
  drawing: Drawing,
): FlatSchema {
  if (!discriminator || name === undefined) return flat;
  const mapped = Object.entries(discriminator.mapping).find(
    ([, target]) => typeof target === "string" && schemaName(target) === name,
  );
  const pin = drawing.flattener.pin(discriminator.propertyName, mapped?.[0] ?? name);
  const merged = drawing.flattener.also(flat, pin);
  const allowed = merged && drawing.flattener.flatten(propertySchema(merged, discriminator.propertyName));
  return merged && allowed ? merged : flat;
}

function nameOf(schema: Schema): string | undefined {
  const ref = property(schema, "$ref");
  return typeof ref === "string" ? schemaName(ref) : undefined;
}

function nullness(schema: Schema, { flattener }: Drawing): number {
  const types = flattener.flatten(schema)?.types;
  return types?.length === 1 && types[0] === "null" ? 1 : 0;
}

/** A guess at how much an alternative needs at least: where there is no room left, the lightest is taken. */
function weight(schema: Schema, { flattener }: Drawing): number {
  const flat = flattener.flatten(schema);
  if (!flat) return 0;
  const compound = !flat.types || flat.types.some((type) => type === "object" || type === "array");
  return (compound ? 1 : 0) + flat.required.size + flat.minItems + flat.minProperties;
}
