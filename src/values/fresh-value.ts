import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Random } from "#base/random";
import type { Schema, Schemas } from "#openapi/api";
import { arbitraryForSchema } from "./arbitrary-for-schema.js";
import { compileValidator } from "./compile-validator.js";
import { knownNumbers } from "./field-knowledge.js";
import type { FlatSchema } from "./flat-schema.js";
import { flattenerOf } from "./flatten-schema.js";
import type { Generators } from "./generators.js";
import { SEEDS, sampleSeeded } from "./sample-arbitrary.js";
import { looksLikeClock } from "./time-of-day.js";

export interface FreshOptions {
  readonly schemas: Schemas;
  readonly name?: string;
  readonly operation?: string;
  readonly fragment?: string;
  readonly generators?: Generators;
  /** Values that are taken. */
  readonly avoid: readonly Json[];
  readonly random: Random;
}

/**
 * Another value of the same kind that has not been used: the id of a thing to be created, a unique name. A
 * service may hold values that nobody here knows of, so texts and numbers are taken from a range so wide that
 * a clash is unlikely, and only then from what the schema still leaves. Undefined where it leaves nothing.
 */
export function freshValue(schema: Schema, options: FreshOptions): Json | undefined {
  const { avoid, random } = options;
  const validator = compileValidator(schema, { schemas: options.schemas, direction: "request" });
  const isValid = (value: Json): boolean => !validator.ok || validator.value(value).length === 0;
  const isFresh = (value: Json): boolean => !avoid.some((taken) => jsonEqual(taken, value));
  for (const candidate of candidates(schema, options, random)) {
    if (isFresh(candidate.value) && (candidate.drawn || isValid(candidate.value))) return candidate.value;
  }
  return undefined;
}

interface Candidate {
  readonly value: Json;
  /** From the arbitrary, which has validated it already. */
  readonly drawn: boolean;
}

const FEW = 5;
const MANY = 40;

function* candidates(schema: Schema, options: FreshOptions, random: Random): Iterable<Candidate> {
  const flat = flattenerOf(options.schemas).flatten(schema);
  if (!flat) return;
  const plausible = draws(schema, options, "plausible", random);
  const byUser = mayBeGenerated(schema, options);
  if (!flat.enumeration && !byUser) {
    for (const example of flat.examples) yield* below(example, random);
    for (const value of plausible(FEW)) yield* distinctive(value, flat, options.name, random);
  }
  for (const value of plausible(MANY)) yield { value, drawn: true };
  for (const value of flat.enumeration ?? []) yield { value, drawn: false };
  for (const value of draws(schema, options, "wide", random)(MANY)) yield { value, drawn: true };
  yield* countedUp(flat);
}

/** A generator of the user's is for this place; or may be, where the schema has a name or parts of its own. */
function mayBeGenerated(
  schema: Schema,
  { generators, operation, fragment = "", name }: FreshOptions,
): boolean {
  if (generators === undefined || generators.isEmpty) return false;
  const hasParts = ["$ref", "allOf", "oneOf", "anyOf", "properties", "items"].some(
    (keyword) => isObject(schema) && Object.hasOwn(schema, keyword),
  );
  return hasParts || generators.at({ operation, fragment, field: name, schemaNames: [] }) !== undefined;
}

/** The first so many values of one stream, in batches: mostly the very first will do, and all take as long as a request. */
function draws(
  schema: Schema,
  { avoid: _avoid, random: _random, ...options }: FreshOptions,
  flavour: "plausible" | "wide",
  random: Random,
): (most: number) => Iterable<Json> {
  const arbitrary = arbitraryForSchema(schema, {
    ...options,
    direction: "request",
    flavour,
    useExamples: false,
  });
  const seed = random.below(SEEDS);
  return function* (most) {
    let given = 0;
    for (const count of [1, FEW, MANY].filter((size) => size <= most)) {
      if (arbitrary.ok) yield* sampleSeeded(arbitrary.value, count, seed).slice(given);
      given = count;
    }
  };
}

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const LARGE = 2 ** 31 - 1;

/** Names with dots are read from their end, which is often fixed: a new one stands below the one that is shown. */
function* below(example: Json, random: Random): Iterable<Candidate> {
  if (typeof example === "string" && DOMAIN.test(example))
    yield { value: `${markOf(random)}.${example}`, drawn: false };
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z][a-z0-9-]+)+\.?$/i;

function markOf(random: Random): string {
  return Array.from({ length: 6 }, () => LETTERS[random.below(LETTERS.length)]).join("");
}

/** The value made unlikely to exist: a text with a random end, a number from a large range. */
function* distinctive(
  value: Json,
  flat: FlatSchema,
  name: string | undefined,
  random: Random,
): Iterable<Candidate> {
  if (typeof value === "string" && looksLikeClock(value)) return;
  if (typeof value === "string") {
    // A format or pattern that accepts an appendage (`uri`, `email`) is still asked: the caller validates.
    const mark = markOf(random);
    const at = value.indexOf("@");
    if (at > 0) yield { value: `${value.slice(0, at)}.${mark}${value.slice(at)}`, drawn: false };
    else if (flat.formats.length === 0 || flat.formats.includes("uri"))
      yield { value: `${value}-${mark}`, drawn: false };
    if (flat.formats.length === 0) yield { value: mark, drawn: false };
  } else if (typeof value === "number" && Number.isInteger(value) && !isMeasure(flat, name)) {
    const min = Math.max(1_000, flat.minimum);
    const max = Math.min(LARGE, flat.maximum);
    if (min < max) yield { value: Math.floor(min) + random.below(max - min), drawn: false };
  }
}

/** A price that happens to be whole is no number that things are told apart by, and few services take one of a billion. */
function isMeasure(flat: FlatSchema, name: string | undefined): boolean {
  return flat.types?.includes("integer") !== true && knownNumbers(name, flat.formats) !== undefined;
}

/** A narrow range may be nearly used up: then its numbers one by one. */
function* countedUp(flat: FlatSchema): Iterable<Candidate> {
  const first = Math.ceil(Math.max(flat.minimum, flat.exclusiveMinimum, -LARGE));
  const numeric =
    flat.types === undefined || flat.types.some((type) => type === "integer" || type === "number");
  for (let step = 0; numeric && step < 2_000; step++) yield { value: first + step, drawn: false };
}
