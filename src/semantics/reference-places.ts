import { isArray } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Schema, Schemas } from "#openapi/api";
import { payloadOf, RELATIONSHIPS } from "#openapi/payload";
import { itemsOf, keywordOf, memberSchemaAt, membersOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";

/** A place in a body that may name a thing. */
export interface ReferencePlace {
  /** The member that says what it is for: `customer` of `{"customer": {"id": 7}}`. */
  readonly name: string;
  readonly pointer: JsonPointer;
  /** Of the value at that place. */
  readonly schema: Schema;
  readonly required: boolean;
  /** What the document says its kind is: `speakers`. */
  readonly type?: string;
}

/**
 * The members of a body by which it may name things: plain ones, objects that hold nothing but an id and what kind
 * that is of, what is called an id in an object that must be sent: `{"recipients": {"list_id": 7, "all": true}}`, and those
 * of the first entry of a list: the `product_id` of an order's lines. In JSON:API such linkages stand beside the attributes.
 */
export function referencePlaces(schema: Schema | undefined, schemas: Schemas): readonly ReferencePlace[] {
  const { path, members } = payloadOf(schema, schemas);
  const beside = path.at(-1) === "attributes" ? [...path.slice(0, -1), RELATIONSHIPS] : undefined;
  const around = beside && membersOf(memberSchemaAt(schema, beside.slice(0, -1), schemas), schemas);
  const isNeeded = around?.get(RELATIONSHIPS)?.required === true;
  const linked = beside ? membersOf(memberSchemaAt(schema, beside, schemas), schemas) : new Map();
  return [
    ...[...members].flatMap(([name, { schema: own, required }]): ReferencePlace[] => {
      const within = idWithin(own, schemas);
      return [
        { name, required, ...placeAt([...path, name], own, within, schemas) },
        ...(within === undefined && required ? idsWithin([...path, name], own, schemas) : []),
        ...placesInList([...path, name], own, required, schemas),
      ];
    }),
    ...[...linked].flatMap(([name, { schema: own, required }]): ReferencePlace[] => {
      const within = idWithin(own, schemas);
      if (within === undefined) return [];
      return [
        { name, required: required && isNeeded, ...placeAt([...(beside ?? []), name], own, within, schemas) },
      ];
    }),
  ];
}

/** What the first entry of a list names: by a member, or as a whole where the list is one of ids, as `tag_ids` is. */
function placesInList(
  path: readonly string[],
  schema: Schema,
  required: boolean,
  schemas: Schemas,
): readonly ReferencePlace[] {
  const items = itemsOf(schema, schemas);
  if (items === undefined || !isListOfOne(schema, schemas)) return [];
  const first = [...path, FIRST];
  const members = [...membersOf(items, schemas)];
  const name = idOfOne(path.at(-1) ?? "");
  if (members.length === 0)
    return name === undefined ? [] : [{ name, required, pointer: formatPointer(first), schema: items }];
  return members.map(([inner, member]): ReferencePlace => {
    const within = idWithin(member.schema, schemas);
    return {
      name: inner,
      required: required && member.required,
      ...placeAt([...first, inner], member.schema, within, schemas),
    };
  });
}

const FIRST = "0";

/** Whether a reference stands in an entry of a list: which entry that is in an answer, nobody has said. */
export function isListed(pointer: JsonPointer): boolean {
  return parsePointer(pointer).includes(FIRST);
}

/** One entry will do. */
export function isListOfOne(schema: Schema, schemas: Schemas): boolean {
  const least = keywordOf(schema, "minItems", schemas);
  return typeof least !== "number" || least <= 1;
}

/** `tag_id` of `tag_ids`. */
function idOfOne(name: string): string | undefined {
  const words = nameWords(name);
  return words.length > 1 && words.at(-1) === "ids" ? [...words.slice(0, -1), "id"].join("_") : undefined;
}

function placeAt(
  path: readonly string[],
  schema: Schema,
  within: readonly string[] | undefined,
  schemas: Schemas,
): Pick<ReferencePlace, "pointer" | "schema" | "type"> {
  if (within === undefined) return { pointer: formatPointer(path), schema };
  const place = {
    pointer: formatPointer([...path, ...within]),
    schema: memberSchemaAt(schema, within, schemas) ?? true,
  };
  const type = onlyChoice(memberSchemaAt(schema, [...within.slice(0, -1), "type"], schemas), schemas);
  return type === undefined ? place : { ...place, type };
}

/** Where the id stands in an object that does nothing but name a thing: `{id}`, `{type, id}`, `{data: {type, id}}`. */
function idWithin(schema: Schema, schemas: Schemas): readonly string[] | undefined {
  if (typesOf(schema, schemas).has("array")) return undefined;
  const members = membersOf(schema, schemas);
  const names = [...members.keys()].filter((name) => !ASIDE.has(name));
  const [only = "", ...others] = names;
  if (others.length > 0) return undefined;
  if (only === "id") return [only];
  const inner = only === "data" ? members.get(only) : undefined;
  const within = inner && idWithin(inner.schema, schemas);
  return within?.length === 1 ? [only, ...within] : undefined;
}

/** Only what must be sent, and says that it is an id. */
function idsWithin(path: readonly string[], schema: Schema, schemas: Schemas): readonly ReferencePlace[] {
  if (typesOf(schema, schemas).has("array")) return [];
  return [...membersOf(schema, schemas)].flatMap(([name, { schema: own, required }]): ReferencePlace[] => {
    const words = nameWords(name);
    const isId = words.length > 1 && words.at(-1) === "id";
    return required && isId ? [{ name, required, pointer: formatPointer([...path, name]), schema: own }] : [];
  });
}

const ASIDE = new Set(["type", "meta", "links"]);

function onlyChoice(schema: Schema | undefined, schemas: Schemas): string | undefined {
  const choices = keywordOf(schema, "enum", schemas);
  const only = isArray(choices) && choices.length === 1 ? choices[0] : keywordOf(schema, "const", schemas);
  return typeof only === "string" ? only : undefined;
}
