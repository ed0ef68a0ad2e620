import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Schema, Schemas } from "#openapi/api";
import { compilePattern } from "./compile-pattern.js";
import { flattenerOf } from "./flatten-schema.js";
import { NUMBER_FORMATS, TEXT_FORMATS } from "./format-checks.js";
import type { Direction } from "./hidden-properties.js";
import { toValidationSchema } from "./validation-schema.js";

/**
 * Schemas into validators, on ajv. One ajv per document and direction: the schemas of a document refer to each
 * other, and so each is compiled once (Stripe's `charge` pulls in most of 775 schemas: 0.8 s the first time,
 * 0.3 s for all the others together). Loads ajv; import this file only where values are validated.
 */
export interface SchemaError {
  /** Into the value. */
  readonly pointer: JsonPointer;
  readonly keyword: string;
  /** What the keyword asks for: the types, the member that is missing. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Empty where the value satisfies the schema. Never throws, whatever the value. */
export type Validator = (value: Json) => readonly SchemaError[];

export interface ValidatorOptions {
  readonly schemas: Schemas;
  readonly direction: Direction;
  /** Several alternatives of a `oneOf` may hold at once: the document is ambiguous, not the value wrong. */
  readonly tolerant?: boolean;
}

export function compileValidator(schema: Schema, options: ValidatorOptions): Result<Validator> {
  return workshopOf(options).compile(schema);
}

interface Referenced {
  readonly ref: string;
  readonly hidden: readonly string[];
  readonly identifier: string;
}

interface Workshop {
  compile(schema: Schema): Result<Validator>;
}

const workshops = new WeakMap<Schemas, Map<string, Workshop>>();

function workshopOf({ schemas, direction, tolerant = false }: ValidatorOptions): Workshop {
  const known = workshops.get(schemas) ?? new Map<string, Workshop>();
  workshops.set(schemas, known);
  const key = `${direction} ${tolerant}`;
  const workshop = known.get(key) ?? createWorkshop(schemas, direction, tolerant);
  known.set(key, workshop);
  return workshop;
}

function createWorkshop(schemas: Schemas, direction: Direction, tolerant: boolean): Workshop {
  const ajv = createAjv();
  const flattener = flattenerOf(schemas);
  const identifiers = new Map<string, string>();
  const waiting: Referenced[] = [];
  const compiled = new WeakMap<object, Result<Validator>>();

  const identify = (ref: string, hidden: readonly string[]): string => {
    const key = JSON.stringify([ref, ...hidden]);
    const known = identifiers.get(key);
    if (known !== undefined) return known;
    // A number, because a reference may hold anything and an identifier must be a URI.
    const identifier = `schema:/${identifiers.size}`;
    identifiers.set(key, identifier);
    waiting.push({ ref, hidden, identifier });
    return identifier;
  };
  const options = { flattener, direction, tolerant, identify };

  const addReferenced = (problems: Problem[]): void => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const target = schemas.resolve(next.ref);
      if (target === undefined) problems.push(missing(next.ref));
      ajv.addSchema(toValidationSchema(target ?? true, options, problems, next.hidden), next.identifier);
    }
  };

  const compile = (schema: Schema): Result<Validator> => {
    if (typeof schema !== "boolean") {
      const known = compiled.get(schema);
      if (known) return known;
    }
    const problems: Problem[] = [];
    const root = toValidationSchema(schema, options, problems);
    addReferenced(problems);
    const result = toResult(() => ajv.compile(root), problems);
    if (typeof schema !== "boolean") compiled.set(schema, result);
    return result;
  };
  return { compile };
}

function toResult(compile: () => ValidateFunction, problems: readonly Problem[]): Result<Validator> {
  try {
    const validate = compile();
    // A schema that is only references to itself recurses on every value, on this one too.
    validate(null);
    return ok((value) => run(validate, value), problems);
  } catch (error) {
    return failed(
      ...problems,
      problem(
        "schema-not-compilable",
        `A schema cannot be used for validation: ${error instanceof Error ? error.message : String(error)}.`,
        "Correct the schema; values that it describes are not validated until then.",
      ),
    );
  }
}

const MOST_ERRORS = 100;

function run(validate: ValidateFunction, value: Json): readonly SchemaError[] {
  try {
    if (validate(value)) return [];
  } catch (error) {
    // A value nested so deep that a recursive schema exhausts the stack: it cannot be judged.
    if (error instanceof RangeError) return [];
    throw error;
  }
  return (validate.errors ?? []).slice(0, MOST_ERRORS).map(toSchemaError);
}

function toSchemaError({ instancePath, keyword, message, params }: ErrorObject): SchemaError {
  return {
    pointer: instancePath,
    keyword,
    params,
    message: `${message ?? keyword}${detail(keyword, params)}`,
  };
}

function detail(keyword: string, params: Readonly<Record<string, unknown>>): string {
  switch (keyword) {
    case "additionalProperties":
      return `: ${JSON.stringify(params.additionalProperty)}`;
    case "unevaluatedProperties":
      return `: ${JSON.stringify(params.unevaluatedProperty)}`;
    case "enum":
      return `: ${shortened(JSON.stringify(params.allowedValues))}`;
    case "const":
      return `: ${shortened(JSON.stringify(params.allowedValue))}`;
    default:
      return "";
  }
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function missing(ref: string): Problem {
  return problem(
    "reference-unresolved",
    `A schema refers to ${ref}, which is not there; any value is accepted in its place.`,
    "Correct the reference.",
  );
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    inlineRefs: false,
    allErrors: true,
    // Otherwise `required: ["constructor"]` is satisfied by every object there is.
    ownProperties: true,
    // 19.99 is a multiple of 0.01 to everyone but a floating-point unit.
    multipleOfPrecision: 8,
    code: { regExp: Object.assign(patternEngine, { code: "patternEngine" }) },
  });
  for (const [name, validate] of TEXT_FORMATS) ajv.addFormat(name, { type: "string", validate });
  for (const [name, validate] of NUMBER_FORMATS) ajv.addFormat(name, { type: "number", validate });
  return ajv;
}

/** In ajv's shape. A match that ran out of time counts as one: what cannot be decided is not reported. */
function patternEngine(pattern: string) {
  const matcher = compilePattern(pattern);
  // ajv keys its patterns by their `toString`: without one, all patterns of a schema are the first.
  return { test: (text: string) => matcher?.test(text) ?? true, toString: () => pattern };
}
