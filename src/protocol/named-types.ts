import { parsePointer } from "#base/json-pointer";
import type { Api, Schema } from "#openapi/api";
import { walkReferences } from "#openapi/walk-schemas";
import { spelling } from "./find-named-operation.js";
import type { ValueType } from "./protocol.js";

/** The document's named schemas, and the types of a protocol as schemas. */
export interface NamedTypes {
  /** The schema that a type stands for; undefined where a name in it stands for nothing. */
  schemaOf(type: ValueType): Schema | undefined;
  readonly names: readonly string[];
}

const scalar = (type: string): Schema => ({ type });

/** Scala's names, since the published models have them, and JSON Schema's. */
const SCALARS: ReadonlyMap<string, Schema> = new Map([
  ...["String", "Date", "LocalDate", "OffsetDateTime", "DateTime", "UUID", "URI", "File"].map(
    (name) => [name, scalar("string")] as const,
  ),
  ...["Int", "Integer", "Long", "Short", "BigInt"].map((name) => [name, scalar("integer")] as const),
  ...["Double", "Float", "Number", "BigDecimal"].map((name) => [name, scalar("number")] as const),
  ...["Boolean", "Bool"].map((name) => [name, scalar("boolean")] as const),
  ...["Any", "Json", "Object"].map((name) => [name, true] as const),
  ...["Unit", "Null"].map((name) => [name, scalar("null")] as const),
]);

const LISTS: ReadonlySet<string> = new Set([
  "Seq",
  "List",
  "Array",
  "Vector",
  "Set",
  "IndexedSeq",
  "Iterable",
]);

export function nameTypes(api: Api): NamedTypes {
  const exact = new Map<string, Schema>();
  const spelt = new Map<string, Schema>();
  walkReferences(api, (ref) => {
    const name = parsePointer(ref.slice(ref.indexOf("#") + 1)).at(-1) ?? "";
    if (!exact.has(name)) exact.set(name, { $ref: ref });
    // Code generators make other names of a schema's: `Get customers response` is `GetCustomersResponse`.
    if (!spelt.has(spelling(name))) spelt.set(spelling(name), { $ref: ref });
  });
  const schemaOf = ({ name, of }: ValueType): Schema | undefined => {
    const [first, second] = of;
    if (first && of.length === 1 && LISTS.has(name))
      return wrap(schemaOf(first), (items) => ({ type: "array", items }));
    if (first && of.length === 1 && name === "Option")
      return wrap(schemaOf(first), (some) => ({ anyOf: [some, { type: "null" }] }));
    if (second && of.length === 2 && name === "Map") {
      return wrap(schemaOf(second), (values) => ({ type: "object", additionalProperties: values }));
    }
    if (of.length > 0) return undefined;
    return exact.get(name) ?? SCALARS.get(name) ?? spelt.get(spelling(name));
  };
  return { schemaOf, names: [...exact.keys(), "String", "Int", "Double", "Boolean"] };
}

function wrap(schema: Schema | undefined, around: (schema: Schema) => Schema): Schema | undefined {
  return schema === undefined ? undefined : around(schema);
}
