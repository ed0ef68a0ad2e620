import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import type { Api, Schema } from "#openapi/api";

type Described = Pick<Api, "operations"> & Partial<Pick<Api, "schemas">>;

/**
 * Whether the document has a text for a name: of a member, a parameter, a part of a path, a choice. Who takes such a word
 * for a password has no secret that anybody could find by it, and answers are full of the word. The document is read
 * when it is asked for the first time: most runs have no secret that is a word.
 */
export function isNameIn(api: Described | undefined): (text: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return (text) => {
    if (api === undefined || !/^[\p{L}\p{N}_.-]+$/u.test(text)) return false;
    names ??= namesIn(api);
    return names.has(text.toLowerCase());
  };
}

function namesIn({ operations, schemas }: Described): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const take = (text: string) => names.add(text.toLowerCase());
  const read = (schema: Schema | undefined): void => {
    if (schema === undefined || typeof schema === "boolean" || seen.has(schema)) return;
    seen.add(schema);
    const { $ref, enum: choices } = schema;
    if (typeof $ref === "string") read(schemas?.resolve($ref));
    for (const choice of isArray(choices) ? choices : []) if (typeof choice === "string") take(choice);
    const members = property(schema, "properties");
    for (const [name, member] of Object.entries(isObject(members) ? members : {})) {
      take(name);
      read(asSchema(member));
    }
    for (const inner of INNER.flatMap((name) => schema[name] ?? [])) read(asSchema(inner));
  };
  for (const { path, parameters, body, responses } of operations) {
    for (const part of path.split(/[/{}]+/)) take(part);
    for (const { name } of parameters) take(name);
    for (const { schema } of [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)])
      read(schema);
  }
  return names;
}

/** Where a schema has others in it. */
const INNER = ["items", "additionalProperties", "allOf", "anyOf", "oneOf", "not", "prefixItems"] as const;

function asSchema(json: Json): JsonObject | undefined {
  return isObject(json) ? json : undefined;
}
