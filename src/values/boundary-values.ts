import { isArray, isObject, type Json } from "#base/json";
import { formatPointer, getAtPointer, parsePointer } from "#base/json-pointer";
import type { Random } from "#base/random";
import type { Schema, Schemas } from "#openapi/api";
import { type Candidate, scalarCandidates } from "./boundary-scalars.js";
import { changeJson } from "./change-json.js";
import { compileValidator, type SchemaError, type Validator } from "./compile-validator.js";
import type { FlatSchema } from "./flat-schema.js";
import { type Flattener, flattenerOf } from "./flatten-schema.js";
import { hiddenProperties } from "./hidden-properties.js";
import { propertySchema } from "./merge-flat-schemas.js";
import type { Variation } from "./variation.js";

export interface VariationOptions {
  readonly schemas: Schemas;
  readonly random: Random;
}

/** Deeper parts are rarely validated differently. */
const DEPTH = 3;

/** Every constraint at its boundary, seen from a valid value; none where the value itself is not valid. */
export function boundaryValues(
  schema: Schema,
  base: Json,
  { schemas, random }: VariationOptions,
): readonly Variation[] {
  const compiled = compileValidator(schema, { schemas, direction: "request" });
  if (!compiled.ok || compiled.value(base).length > 0) return [];
  const flattener = flattenerOf(schemas);
  const seen = new Set<string>();
  return variationsAt(schema, base, [], { flattener, random, depth: DEPTH })
    .filter((variation) => isAsItSays(variation, base, compiled.value))
    .filter(({ kind, keyword, pointer, label }) => {
      const name = JSON.stringify([kind, keyword, pointer, label]);
      return !seen.has(name) && seen.add(name);
    });
}

interface Walk {
  readonly flattener: Flattener;
  readonly random: Random;
  readonly depth: number;
}

function variationsAt(
  schema: Schema,
  base: Json,
  path: readonly (string | number)[],
  walk: Walk,
): readonly Variation[] {
  const flat = walk.flattener.flatten(schema);
  if (flat === undefined) return [];
  const pointer = formatPointer(path);
  const here = (candidate: Candidate): Variation => ({ pointer, ...candidate });
  return [
    ...scalarCandidates(flat, base, walk.random.derive(pointer)).map(here),
    ...(isArray(base) ? ofArray(flat, base, path, walk) : []),
    ...(isObject(base) ? ofObject(flat, base, path, walk) : []),
  ];
}

function ofObject(
  flat: FlatSchema,
  base: Readonly<Record<string, Json>>,
  path: readonly (string | number)[],
  walk: Walk,
): readonly Variation[] {
  const hidden = hiddenProperties(flat, walk.flattener, "request");
  const known = [...flat.properties.keys()].filter((name) => !hidden.has(name) && Object.hasOwn(base, name));
  const left = known.map((name): Variation => {
    const isRequired = flat.required.has(name);
    return {
      pointer: formatPointer([...path, name]),
      value: undefined,
      keyword: "required",
      kind: isRequired ? "forbidden" : "promised",
      label: isRequired ? "nothing, though it is required" : "nothing, since it is optional",
    };
  });
  const inner =
    walk.depth === 0
      ? []
      : known.flatMap((name) =>
          variationsAt(propertySchema(flat, name), base[name] ?? null, [...path, name], {
            ...walk,
            depth: walk.depth - 1,
          }).map((variation) =>
            // Null for nothing is a habit of half of all clients, and so of services.
            variation.value === null && variation.kind === "forbidden" && !flat.required.has(name)
              ? { ...variation, lenient: true as const }
              : variation,
          ),
        );
  const isClosed = flat.additionalProperties === false;
  const extra: Variation = {
    pointer: formatPointer([...path, UNDECLARED]),
    value: "undeclared",
    keyword: "additionalProperties",
    kind: isClosed ? "forbidden" : "open",
    label: "a member that is not declared",
    lenient: true,
  };
  return [...left, ...inner, ...(known.length > 0 ? [extra] : [])];
}

const UNDECLARED = "undeclaredMember";

/** Lists longer than this say more about the network than about the service. */
const MOST_ITEMS = 100;

function ofArray(
  flat: FlatSchema,
  base: readonly Json[],
  path: readonly (string | number)[],
  walk: Walk,
): readonly Variation[] {
  const pointer = formatPointer(path);
  const [first] = base;
  const inner =
    first === undefined || walk.depth === 0 || flat.prefixItems.length > 0
      ? []
      : variationsAt(flat.items ?? true, first, [...path, 0], { ...walk, depth: walk.depth - 1 });
  const sized = (length: number): Json | undefined =>
    length === 0
      ? []
      : first === undefined || length < 0 || length > MOST_ITEMS
        ? undefined
        : Array.from({ length }, (_, index) => base[index % base.length] ?? first);
  const entry = (
    length: number,
    rest: Pick<Variation, "keyword" | "kind" | "label">,
  ): readonly Variation[] => {
    const value = sized(length);
    return value === undefined ? [] : [{ pointer, value, ...rest }];
  };
  const { minItems, maxItems } = flat;
  return [
    ...entry(minItems, {
      keyword: "minItems",
      kind: "promised",
      label: `as few items as may be, ${minItems}`,
    }),
    ...entry(minItems - 1, { keyword: "minItems", kind: "forbidden", label: "one item too few" }),
    ...entry(maxItems, {
      keyword: "maxItems",
      kind: "promised",
      label: `as many items as may be, ${maxItems}`,
    }),
    ...entry(maxItems + 1, { keyword: "maxItems", kind: "forbidden", label: "one item too many" }),
    ...(flat.uniqueItems && first !== undefined
      ? entry(base.length + 1, { keyword: "uniqueItems", kind: "forbidden", label: "an item twice" })
      : []),
    ...inner,
  ];
}

/** Keywords that a validator reports under another name. */
const SAME: Readonly<Record<string, string>> = { const: "enum" };

function isAsItSays(variation: Variation, base: Json, validate: Validator): boolean {
  const { kind, keyword, pointer, inside } = variation;
  const errors = validate(changeJson(base, pointer, variation.value));
  if (kind !== "forbidden")
    return (
      errors.length === 0 &&
      (inside === undefined || validate(changeJson(base, pointer, inside)).length === 0)
    );
  const place =
    keyword === "required" || keyword === "additionalProperties"
      ? formatPointer(parsePointer(pointer).slice(0, -1))
      : pointer;
  const isMeant = (error: SchemaError) =>
    (SAME[error.keyword] ?? error.keyword) === keyword && error.pointer === place;
  return errors.length > 0 && errors.every(isMeant) && getAtPointer(base, pointer) !== variation.value;
}
