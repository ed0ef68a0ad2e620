import fc from "fast-check";
import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { problem } from "#base/problem";
import { rememberFor } from "#base/remember-for";
import { failed, ok, type Result } from "#base/result";
import type { Schema, Schemas } from "#openapi/api";
import { compileValidator } from "./compile-validator.js";
import { createDice } from "./dice.js";
import { drawValue } from "./draw-value.js";
import {
  type Drawing,
  type DrawingRules,
  type Failure,
  type Flavour,
  isAcceptable,
  MOST_STEPS,
  type Place,
} from "./drawing.js";
import { flattenerOf } from "./flatten-schema.js";
import { type Generators, NO_GENERATORS } from "./generators.js";
import type { Direction } from "./hidden-properties.js";
import type { SeenValues } from "./seen-values.js";
import { shrinkJson } from "./shrink-json.js";

/**
 * A schema as a fast-check arbitrary. Values are drawn by walking the schema, and each is validated before it is
 * handed out; shrinking proposes simpler values and keeps those that are still valid. Built from fast-check's
 * combinators instead, every `oneOf` and `not` would be a filter, which never ends on a schema without values,
 * and only values fresh from the generator could shrink.
 */
export interface ArbitraryOptions {
  readonly schemas: Schemas;
  readonly direction: Direction;
  /** Of the parameter; for a body, what the user's generators and field-name knowledge may call it. */
  readonly name?: string;
  /** `METHOD /path`: for generators and seen values that belong to one operation. */
  readonly operation?: string;
  /** How the user's generators name this place: "" for a body, the name for a parameter. */
  readonly fragment?: string;
  /** `plausible` unless told otherwise. */
  readonly flavour?: Flavour;
  readonly generators?: Generators;
  readonly seen?: SeenValues;
  /** Of the media type or parameter, before those in the schema. */
  readonly examples?: readonly Json[];
  /** False: only values that the document does not show. */
  readonly useExamples?: boolean;
}

export function arbitraryForSchema(schema: Schema, options: ArbitraryOptions): Result<fc.Arbitrary<Json>> {
  const { schemas, generators = NO_GENERATORS, seen, examples = [] } = options;
  // What the document alone decides is found once: a draft is made for every call that is planned.
  if (typeof schema === "boolean" || !generators.isEmpty || seen !== undefined || examples.length > 0)
    return findArbitrary(schema, options);
  const { direction, flavour, name, useExamples } = options;
  const text = JSON.stringify([direction, flavour, name, useExamples]);
  return known([schemas, schema], text, () => findArbitrary(schema, options));
}

const known = rememberFor<Result<fc.Arbitrary<Json>>>();

function findArbitrary(schema: Schema, options: ArbitraryOptions): Result<fc.Arbitrary<Json>> {
  const root = withExamples(schema, options.examples ?? []);
  const place: Place = {
    pointer: "",
    fragment: options.fragment ?? "",
    name: options.name,
    depth: 0,
    room: ROOM[options.flavour ?? "plausible"],
  };
  const strict = arbitraryByRules(root, place, drawingRules(options, false));
  if (strict.ok) return strict;
  // Modesty may have looked in the wrong place: `not: { minimum: 1 }` excludes all that is plausible.
  const wide =
    options.flavour === "wide"
      ? strict
      : arbitraryByRules(root, place, drawingRules({ ...options, flavour: "wide" }, false));
  if (wide.ok) return wide;
  // Where the alternatives of a `oneOf` cannot be told apart, nothing satisfies it to the letter. A value of
  // one of them is still what the operation expects, and without any it could not be called.
  const tolerant = arbitraryByRules(root, place, drawingRules(options, true));
  return tolerant.ok ? ok(tolerant.value, strict.problems) : strict;
}

function arbitraryByRules(schema: Schema, place: Place, rules: DrawingRules): Result<fc.Arbitrary<Json>> {
  const witness = findWitness(schema, place, rules);
  return witness.ok ? ok(new SchemaArbitrary(schema, place, rules, witness.value)) : witness;
}

/** A page of JSON. Wide values are many, so each is smaller. */
const ROOM: Readonly<Record<Flavour, number>> = { plausible: 120, wide: 60 };
const PROBES = 30;
const ATTEMPTS = 10;

class SchemaArbitrary extends fc.Arbitrary<Json> {
  constructor(
    private readonly schema: Schema,
    private readonly place: Place,
    private readonly rules: DrawingRules,
    /** A value that is known to be valid: what is handed out when luck fails. */
    private readonly witness: Json,
  ) {
    super();
  }

  generate(source: fc.Random): fc.Value<Json> {
    const { value, given } = attemptOften(ATTEMPTS, () =>
      attemptValue(this.schema, this.place, this.rules, source),
    );
    return value === undefined ? new fc.Value(this.witness, []) : new fc.Value(value, given);
  }

  canShrinkWithoutContext(value: unknown): value is Json {
    return this.rules.errorsOf(this.schema, value as Json).length === 0;
  }

  /** The context holds where the user's generators spoke: those parts may break the schema and still stand. */
  shrink(value: Json, context: unknown): fc.Stream<fc.Value<Json>> {
    const given = Array.isArray(context) ? context.filter((pointer) => typeof pointer === "string") : [];
    return fc
      .stream(shrinkJson(value)[Symbol.iterator]() as IterableIterator<Json>)
      .filter((simpler) => errorsOutside(this.rules.errorsOf(this.schema, simpler), given).length === 0)
      .map((simpler) => new fc.Value(simpler, context));
  }
}

function errorsOutside(
  errors: readonly JsonPointer[],
  given: readonly JsonPointer[],
): readonly JsonPointer[] {
  return errors.filter((error) => !given.some((pointer) => `${error}/`.startsWith(`${pointer}/`)));
}

interface Attempt {
  /** Undefined where it failed. */
  readonly value: Json | undefined;
  readonly steps: number;
  readonly given: readonly JsonPointer[];
  readonly failure: Failure | undefined;
}

/** Until one succeeds, or the work of a full attempt is spent: a schema may be written to waste time. */
function attemptOften(times: number, attempt: () => Attempt): Attempt {
  let last = attempt();
  let steps = last.steps;
  for (let count = 1; last.value === undefined && count < times && steps < MOST_STEPS; count++) {
    last = attempt();
    steps += last.steps;
  }
  return last;
}

function attemptValue(schema: Schema, place: Place, rules: DrawingRules, source: fc.Random): Attempt {
  const drawing: Drawing = {
    ...rules,
    dice: createDice(source),
    given: [],
    steps: MOST_STEPS,
    failure: undefined,
    draw: (part, at) => drawValue(part, at, drawing),
  };
  const value = drawValue(schema, place, drawing);
  const steps = MOST_STEPS - drawing.steps;
  if (value === undefined) return { value, steps, given: [], failure: drawing.failure };
  if (isAcceptable(drawing, schema, value, place)) {
    return { value, steps, given: drawing.given, failure: undefined };
  }
  const [pointer = ""] = rules.errorsOf(schema, value);
  const failure: Failure = {
    kind: "unsatisfiable",
    pointer,
    reason: "what was found there does not validate",
  };
  return { value: undefined, steps, given: [], failure: drawing.failure ?? failure };
}

/** Looks for one valid value before the arbitrary is handed out, so that drawing from it later cannot fail. */
function findWitness(schema: Schema, place: Place, rules: DrawingRules): Result<Json> {
  let failure: Failure | undefined;
  const probe = new Probe((source) => attemptValue(schema, place, rules, source));
  for (const { value, failure: reason } of fc.sample(probe, { seed: 1, numRuns: 1 })) {
    if (value !== undefined) return ok(value);
    failure = reason;
  }
  const tooLarge = failure?.kind === "too large";
  const where = failure && failure.pointer !== "" ? ` at ${failure.pointer}` : "";
  return failed(
    problem(
      tooLarge ? "schema-too-large" : "schema-unsatisfiable",
      `No value was found for a schema${where}: ${failure?.reason}.`,
      "Correct the schema, or give an example or a generator for it.",
    ),
  );
}

/** Up to `PROBES` attempts in one draw, so that a schema whose first attempt succeeds costs one. */
class Probe extends fc.Arbitrary<Attempt> {
  constructor(private readonly attempt: (source: fc.Random) => Attempt) {
    super();
  }

  generate(source: fc.Random): fc.Value<Attempt> {
    return new fc.Value(
      attemptOften(PROBES, () => this.attempt(source)),
      undefined,
    );
  }

  canShrinkWithoutContext(_value: unknown): _value is Attempt {
    return false;
  }

  shrink(): fc.Stream<fc.Value<Attempt>> {
    return fc.Stream.nil();
  }
}

function drawingRules(options: ArbitraryOptions, tolerant: boolean): DrawingRules {
  const { schemas, direction } = options;
  return {
    flattener: flattenerOf(schemas),
    direction,
    flavour: options.flavour ?? "plausible",
    generators: options.generators ?? NO_GENERATORS,
    seen: options.seen,
    operation: options.operation,
    useExamples: options.useExamples ?? true,
    errorsOf: (schema, value) => {
      const validator = compileValidator(schema, { schemas, direction, tolerant });
      // What cannot be compiled cannot be checked; it is drawn as well as the flat schema allows.
      return validator.ok ? validator.value(value).map((error) => error.pointer) : [];
    },
  };
}

function withExamples(schema: Schema, examples: readonly Json[]): Schema {
  if (examples.length === 0 || schema === false) return schema;
  return { allOf: [{ examples }, schema] };
}
