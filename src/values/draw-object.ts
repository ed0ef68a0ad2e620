import { isObject, type Json } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import type { Schema } from "#openapi/api";
import { compilePattern } from "./compile-pattern.js";
import { drawFromPattern } from "./draw-from-pattern.js";
import { type Drawing, fail, MOST_ITEMS, type Place } from "./drawing.js";
import type { FlatSchema } from "./flat-schema.js";
import { hiddenProperties } from "./hidden-properties.js";
import { propertySchema } from "./merge-flat-schemas.js";
import { type SpanPart, spanPart } from "./span.js";

/** How many of the optional properties appear. Where a value fails a check, another presence may pass. */
export type Presence = "usual" | "all" | "required";

export function drawObject(
  flat: FlatSchema,
  presence: Presence,
  place: Place,
  drawing: Drawing,
): Json | undefined {
  const names = chooseNames(flat, presence, place, drawing);
  if (!names) return undefined;
  const complete = withDependentSchemas(flat, names.chosen, drawing);
  if (!complete) return fail(drawing, "unsatisfiable", place, "a dependent schema contradicts the rest");

  const members: [string, Json][] = [];
  const room = roomForParts(complete, names.chosen, place, drawing);
  for (const name of inDeclaredOrder(names.chosen, complete)) {
    const schema = propertySchema(complete, name);
    const needed = names.needed.has(name) || complete.required.has(name);
    const inner = {
      pointer: appendToPointer(place.pointer, name),
      fragment: appendToPointer(place.fragment, name),
      name,
      depth: place.depth + 1,
      room,
    };
    const value = alikeIn(members, name, () => drawing.draw(schema, inner));
    if (value !== undefined) members.push([name, value]);
    else if (needed) return undefined;
  }
  if (members.length < complete.minProperties && !addExtras(complete, members, place, drawing)) {
    return fail(
      drawing,
      "unsatisfiable",
      place,
      `fewer than ${complete.minProperties} properties are possible`,
    );
  }
  // From entries, and never by assignment: a document may name a property `__proto__`.
  return Object.fromEntries(members);
}

const MOST_ALIKE = 6;

/** A stretch of time that begins with a day ends with one: of what is either a day or a moment, both ends are the same. */
function alikeIn(
  members: readonly (readonly [string, Json])[],
  name: string,
  draw: () => Json | undefined,
): Json | undefined {
  const part = spanPart(name);
  const [, twin] = members.find(([other]) => part !== undefined && isOtherPart(spanPart(other), part)) ?? [];
  let value = draw();
  if (!isObject(twin)) return value;
  const shape = Object.keys(twin).join();
  for (let turn = 0; turn < MOST_ALIKE && isObject(value) && Object.keys(value).join() !== shape; turn++)
    value = draw() ?? value;
  return value;
}

function isOtherPart(other: SpanPart | undefined, part: SpanPart): boolean {
  return other !== undefined && other !== part;
}

interface ChosenNames {
  readonly chosen: ReadonlySet<string>;
  readonly needed: ReadonlySet<string>;
}

function chooseNames(
  flat: FlatSchema,
  presence: Presence,
  place: Place,
  drawing: Drawing,
): ChosenNames | undefined {
  const hidden = hiddenProperties(flat, drawing.flattener, drawing.direction);
  const needed = withDependentRequired(new Set([...flat.required].filter((name) => !hidden.has(name))), flat);
  if (needed.size > flat.maxProperties) {
    return fail(drawing, "unsatisfiable", place, "more properties are required than allowed");
  }
  if (![...needed].every((name) => namesAllow(flat, name, drawing))) {
    return fail(drawing, "unsatisfiable", place, "a required property has a name that is not allowed");
  }
  if (flat.minProperties > MOST_ITEMS) {
    return fail(drawing, "too large", place, `the object would need ${flat.minProperties} properties`);
  }
  const chosen = new Set(needed);
  let room = place.room - needed.size;
  for (const [name, schema] of drawing.dice.shuffled([...flat.properties])) {
    const short = chosen.size < flat.minProperties;
    if (chosen.has(name) || hidden.has(name) || schema === false) continue;
    if (!short && !isWelcome(schema, presence, room, drawing)) continue;
    if (!namesAllow(flat, name, drawing)) continue;
    const more = withDependentRequired(new Set([...chosen, name]), flat);
    if (more.size > flat.maxProperties || [...more].some((other) => hidden.has(other))) continue;
    room -= more.size - chosen.size + (isScalar(schema, drawing) ? 0 : PART_ROOM);
    for (const other of more) chosen.add(other);
  }
  return { chosen, needed };
}

/** An optional part that itself has parts is left out where it could only be empty. */
const PART_ROOM = 3;

function isWelcome(schema: Schema, presence: Presence, room: number, drawing: Drawing): boolean {
  if (presence === "required") return false;
  if (room < (isScalar(schema, drawing) ? 1 : 1 + PART_ROOM)) return false;
  return presence === "all" || drawing.dice.chance(drawing.flavour === "plausible" ? 0.85 : 0.5);
}

function isScalar(schema: Schema, { flattener }: Drawing): boolean {
  const types = flattener.flatten(schema)?.types;
  return types !== undefined && !types.includes("object") && !types.includes("array");
}

function namesAllow(flat: FlatSchema, name: string, drawing: Drawing): boolean {
  return flat.propertyNames.every((schema) => drawing.errorsOf(schema, name).length === 0);
}

function withDependentRequired(names: ReadonlySet<string>, flat: FlatSchema): ReadonlySet<string> {
  if (flat.dependentRequired.size === 0) return names;
  const all = new Set(names);
  // A set may grow while it is walked: what a dependency needs is visited too.
  for (const name of all) for (const other of flat.dependentRequired.get(name) ?? []) all.add(other);
  return all;
}

function withDependentSchemas(
  flat: FlatSchema,
  names: ReadonlySet<string>,
  drawing: Drawing,
): FlatSchema | undefined {
  let complete: FlatSchema | undefined = flat;
  for (const [name, schema] of flat.dependentSchemas) {
    if (complete && names.has(name)) complete = drawing.flattener.also(complete, schema);
  }
  return complete;
}

function roomForParts(flat: FlatSchema, names: ReadonlySet<string>, place: Place, drawing: Drawing): number {
  const parts = [...names].filter((name) => !isScalar(propertySchema(flat, name), drawing)).length;
  return Math.floor((place.room - names.size) / Math.max(1, parts));
}

/** People and reports read an object in the order in which it is documented. */
function inDeclaredOrder(names: ReadonlySet<string>, flat: FlatSchema): readonly string[] {
  const declared = [...flat.properties.keys()].filter((name) => names.has(name));
  return [...declared, ...[...names, ...flat.required].filter((name) => !flat.properties.has(name))].filter(
    (name, index, all) => all.indexOf(name) === index,
  );
}

/** Properties that no one named, until there are enough. */
function addExtras(flat: FlatSchema, members: [string, Json][], place: Place, drawing: Drawing): boolean {
  const taken = new Set(members.map(([name]) => name));
  for (
    let attempt = 0;
    members.length < flat.minProperties && attempt < 4 * flat.minProperties + 20;
    attempt++
  ) {
    const name = extraName(flat, attempt, drawing);
    if (name === undefined || taken.has(name) || flat.properties.has(name)) continue;
    const schema = extraSchema(flat, name);
    if (schema === false || !namesAllow(flat, name, drawing)) continue;
    const value = drawing.draw(schema, {
      pointer: appendToPointer(place.pointer, name),
      fragment: appendToPointer(place.fragment, name),
      name: undefined,
      depth: place.depth + 1,
      room: 0,
    });
    if (value === undefined) continue;
    taken.add(name);
    members.push([name, value]);
  }
  return members.length >= flat.minProperties;
}

function extraSchema(flat: FlatSchema, name: string): Schema {
  const schema = propertySchema(flat, name);
  return schema === true ? (flat.unevaluatedProperties ?? true) : schema;
}

function extraName(flat: FlatSchema, attempt: number, drawing: Drawing): string | undefined {
  const patterns = [...flat.patternProperties]
    .filter(([, schema]) => schema !== false)
    .map(([pattern]) => pattern);
  const [pattern] = patterns.length > 0 && attempt % 2 === 0 ? [drawing.dice.pick(patterns)] : [];
  if (pattern !== undefined) {
    const start = drawFromPattern(pattern, { min: 0, max: 64 }, "plausible", drawing.dice);
    // `^x-` matches only `x-` itself, but is meant as a beginning.
    const longer = `${start}key${attempt + 1}`;
    return start !== undefined && compilePattern(pattern)?.test(longer) ? longer : start;
  }
  const [names] = flat.propertyNames;
  if (names === undefined) return `key${attempt + 1}`;
  const drawn = drawing.draw(names, { pointer: "", fragment: "", name: undefined, depth: 0, room: 0 });
  return typeof drawn === "string" ? drawn : undefined;
}
