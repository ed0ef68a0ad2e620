import { isArray, isObject, type Json } from "#base/json";
import { mendType } from "./mend-type.js";
import { elements, member, members, type Part } from "./part.js";
import type { Draft, SchemaNormaliser } from "./schema-draft.js";
import { referenceKey } from "./schema-reference.js";
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from "./subschemas.js";

/**
 * What each keyword may hold. A keyword gives the value to keep, or undefined to leave itself out; it may set
 * other keywords of the draft. What is not in the table (annotations, `x-…`, plain values) is kept as it is.
 */
export type Keyword = (normaliser: SchemaNormaliser, part: Part, draft: Draft) => Json | undefined;

const drop: Keyword = () => undefined;

const schema: Keyword = (normaliser, part) => {
  const flag = flagOf(part.value);
  if (flag === undefined || typeof part.value === "boolean") return normaliser.normalise(part);
  noteMended(normaliser, part, `"${part.value}" is a text`, String(flag));
  return flag;
};

const schemaList: Keyword = (normaliser, part) => {
  if (isObject(part.value)) {
    noteMended(normaliser, part, "one schema stands where a list is needed", "a list of one");
    return [normaliser.normalise(part)];
  }
  const list = elements(part);
  if (list.length === 0) return noteInvalid(normaliser, part, "a list of schemas");
  return list.map((element) => normaliser.normalise(element));
};

const schemaMap: Keyword = (normaliser, part) => {
  if (!isObject(part.value)) return noteInvalid(normaliser, part, "a map of schemas");
  return Object.fromEntries(members(part).map(([name, child]) => [name, normaliser.normalise(child)]));
};

const number: Keyword = (normaliser, part) => {
  if (typeof part.value === "number") return part.value;
  const value = typeof part.value === "string" && part.value.trim() !== "" ? Number(part.value) : Number.NaN;
  if (!Number.isFinite(value)) return noteInvalid(normaliser, part, "a number");
  noteMended(normaliser, part, "a number stands as text", String(value));
  return value;
};

const exclusive: Keyword = (normaliser, part, draft) =>
  typeof part.value === "boolean" ? part.value : number(normaliser, part, draft);

const positive: Keyword = (normaliser, part, draft) => {
  const value = number(normaliser, part, draft);
  return value === undefined || Number(value) > 0 ? value : noteInvalid(normaliser, part, "a number above 0");
};

const count: Keyword = (normaliser, part, draft) => {
  const value = number(normaliser, part, draft);
  if (value === undefined || (Number.isInteger(value) && Number(value) >= 0)) return value;
  return noteInvalid(normaliser, part, "a whole number from 0");
};

const flag: Keyword = (normaliser, part) => {
  const value = flagOf(part.value);
  if (value === undefined) return noteInvalid(normaliser, part, "true or false");
  if (typeof part.value !== "boolean") noteMended(normaliser, part, "a flag stands as text", String(value));
  return value;
};

const text: Keyword = (normaliser, part) =>
  typeof part.value === "string" ? part.value : noteInvalid(normaliser, part, "a text");

const type: Keyword = (normaliser, part, draft) => {
  const names = isArray(part.value) ? part.value : [part.value];
  const mended = names.map((name) => (typeof name === "string" ? mendType(name) : undefined));
  const types = [...new Set(mended.flatMap((found) => found?.type ?? []))];
  mended.forEach((found, index) => {
    if (found === undefined) noteInvalid(normaliser, part, "one of the JSON types");
    else if (found.type !== names[index]) {
      if (found.type === undefined || names[index] !== "file") {
        noteMended(normaliser, part, `"${names[index]}" is not a JSON type`, found.type ?? "any value");
      }
      if (found.format !== undefined && !draft.has("format")) draft.set("format", found.format);
    }
  });
  // One name that allows everything, or none that is known, allows everything.
  if (types.length === 0 || mended.some((found) => found !== undefined && found.type === undefined))
    return undefined;
  return types.length === 1 ? types[0] : types;
};

const items: Keyword = (normaliser, part, draft) => {
  if (!isArray(part.value)) return schema(normaliser, part, draft);
  if (part.value.length > 0) draft.set("prefixItems", schemaList(normaliser, part, draft) ?? []);
  return undefined;
};

const required: Keyword = (normaliser, part) => {
  if (isArray(part.value)) {
    const names = part.value.filter((name) => typeof name === "string");
    if (names.length < part.value.length) noteInvalid(normaliser, part, "a list of property names");
    return [...new Set(names)];
  }
  if (typeof part.value === "boolean") {
    noteMended(normaliser, part, "`required` is a flag", "the list `required` of the schema around it");
    return undefined;
  }
  if (typeof part.value !== "string") return noteInvalid(normaliser, part, "a list of property names");
  noteMended(normaliser, part, "one name stands where a list is needed", "a list of one");
  return [part.value];
};

const enumeration: Keyword = (normaliser, part) => {
  if (isArray(part.value)) {
    return part.value.length > 0
      ? part.value
      : noteInvalid(normaliser, part, "a list with at least one value");
  }
  if (part.value === null || isObject(part.value)) return noteInvalid(normaliser, part, "a list of values");
  noteMended(normaliser, part, "one value stands where a list is needed", "a list of one");
  return part.value === undefined ? undefined : [part.value];
};

/** 2.0 named the property only; mappings hold names or references, and become keys of `Schemas.resolve`. */
const discriminator: Keyword = (normaliser, part) => {
  if (typeof part.value === "string") return { propertyName: part.value };
  const { value: propertyName } = member(part, "propertyName");
  if (typeof propertyName !== "string") return noteInvalid(normaliser, part, "an object with propertyName");
  const mapping = members(member(part, "mapping")).flatMap(([name, target]) => {
    if (typeof target.value !== "string") return [];
    const bare = /^[\w.-]+$/.test(target.value) ? `#/components/schemas/${target.value}` : target.value;
    const isName = normaliser.documents.locate(target.document, bare) !== undefined;
    const key = referenceKey(normaliser, target, isName ? bare : target.value);
    return key === undefined ? [] : [[name, key]];
  });
  return { propertyName, ...(mapping.length === 0 ? {} : { mapping: Object.fromEntries(mapping) }) };
};

/** A list in JSON Schema; some documents have OpenAPI's map of example objects here. */
const examples: Keyword = (normaliser, part) => {
  if (isArray(part.value)) return part.value;
  if (!isObject(part.value)) return noteInvalid(normaliser, part, "a list of examples");
  noteMended(normaliser, part, "a map stands where a list of examples is needed", "the list of its values");
  return Object.values(part.value).map((example) =>
    isObject(example) && example.value !== undefined ? example.value : example,
  );
};

/** Draft 4's one keyword became two. */
const dependencies: Keyword = (normaliser, part, draft) => {
  const schemas = members(part).filter(([, child]) => !isArray(child.value));
  const names = members(part).filter(([, child]) => isArray(child.value));
  if (names.length > 0) {
    draft.set(
      "dependentRequired",
      Object.fromEntries(names.map(([name, child]) => [name, child.value ?? []])),
    );
  }
  if (schemas.length > 0) {
    draft.set(
      "dependentSchemas",
      Object.fromEntries(schemas.map(([name, child]) => [name, normaliser.normalise(child)])),
    );
  }
  return undefined;
};

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...each(schema, ...SCHEMA_KEYWORDS, "additionalItems"),
  ...each(schemaList, ...SCHEMA_LIST_KEYWORDS),
  ...each(schemaMap, ...SCHEMA_MAP_KEYWORDS),
  ...each(number, "minimum", "maximum"),
  ...each(exclusive, "exclusiveMinimum", "exclusiveMaximum"),
  ...each(positive, "multipleOf"),
  ...each(count, "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
  ...each(count, "minContains", "maxContains"),
  ...each(flag, "readOnly", "writeOnly", "deprecated", "uniqueItems", "nullable", "x-nullable"),
  ...each(text, "format", "pattern", "contentEncoding", "contentMediaType"),
  ...each(type, "type"),
  ...each(items, "items"),
  ...each(required, "required"),
  ...each(enumeration, "enum"),
  ...each(discriminator, "discriminator"),
  ...each(examples, "examples"),
  ...each(dependencies, "dependencies"),
  // References are keys of `Schemas.resolve`, so names and bases of schemas would only mislead a validator.
  ...each(drop, "$id", "id", "$schema", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"),
  ...each(drop, "$defs", "definitions", "$comment", "$ref", "$dynamicRef", "$recursiveRef"),
]);

function each(keyword: Keyword, ...names: readonly string[]): [string, Keyword][] {
  return names.map((name) => [name, keyword]);
}

function flagOf(value: Json | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  return undefined;
}

function nameOf(part: Part): string {
  return part.pointer.slice(part.pointer.lastIndexOf("/") + 1);
}

function noteInvalid({ problems }: SchemaNormaliser, part: Part, expected: string): undefined {
  problems.add(
    "schema-invalid",
    part,
    `\`${nameOf(part)}\` must be ${expected}; what is not is left out.`,
    "Correct the schema; until then it allows more than it should.",
  );
}

function noteMended({ problems }: SchemaNormaliser, part: Part, wrong: string, meant: string): void {
  problems.add(
    "schema-mended",
    part,
    `In \`${nameOf(part)}\` ${wrong}; read as ${meant}.`,
    "Correct the schema.",
  );
}
