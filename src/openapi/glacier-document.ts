import { isArray, isObject, type Json, type JsonObject, property, stringProperty } from "#base/json";

/**
 * The GLACIER tools publish their contracts in a JSON form of their own that only resembles OpenAPI: methods in
 * capitals, `pathParams` and `queryParams`, responses as a list, schemas as a list of named things that are
 * referred to by `ref`. It is translated to OpenAPI 3.0 as a whole (such files are small); places of operations
 * stay what they were but for the case of the method.
 */
export function isGlacierDocument(document: Json): boolean {
  return isArray(property(document, "schemas")) && isObject(property(document, "paths"));
}

export function translateGlacier(document: Json): Json {
  if (!isObject(document)) return document;
  const { schemas, paths, ...rest } = document;
  const named = (isArray(schemas) ? schemas : []).filter(isObject);
  const names = new Map(named.map((schema) => [nameOf(schema).toLowerCase(), nameOf(schema)]));
  return {
    openapi: "3.0.3",
    ...rest,
    paths: mapMembers(paths, (item) =>
      mapMembers(item, (operation) => translateOperation(operation, names), toLower),
    ),
    components: {
      schemas: Object.fromEntries(named.map((schema) => [nameOf(schema), objectSchema(schema, names)])),
    },
  };
}

/** Names by their lower case: the tools write `#/components/schemas/Pet` for the schema `pet`. */
type Names = ReadonlyMap<string, string>;

function translateOperation(operation: Json, names: Names): Json {
  if (!isObject(operation)) return operation;
  const { operationID, pathParams, queryParams, requestBody, responses, ...rest } = operation;
  const parameters = [pathParams, queryParams].flatMap((list) => (isArray(list) ? list : []));
  return {
    ...rest,
    ...(operationID === undefined ? {} : { operationId: operationID }),
    parameters: parameters.map((parameter) =>
      isObject(parameter) ? { ...parameter, schema: valueSchema(parameter.schema ?? {}, names) } : parameter,
    ),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { required: true, content: content(["application/json"], requestBody, names) } }),
    responses: Object.fromEntries(
      (isArray(responses) ? responses : []).map((response) => translateResponse(response, names)),
    ),
  };
}

function translateResponse(response: Json, names: Names): [string, Json] {
  const types = property(response, "contentTypes");
  const schema = property(response, "contentSchema");
  const status = String(property(response, "responseCode") ?? "default");
  if (schema === undefined) return [status, { description: "" }];
  const declared = isArray(types) ? types.filter((type) => typeof type === "string") : [];
  return [
    status,
    { description: "", content: content(declared.length > 0 ? declared : ["*/*"], schema, names) },
  ];
}

function content(types: readonly string[], schema: Json, names: Names): Json {
  return Object.fromEntries(types.map((type) => [type, { schema: valueSchema(schema, names) }]));
}

function objectSchema(schema: JsonObject, names: Names): Json {
  const properties = (isArray(schema.properties) ? schema.properties : []).filter(isObject);
  return {
    type: "object",
    properties: Object.fromEntries(properties.map((entry) => [nameOf(entry), valueSchema(entry, names)])),
    required: properties.filter((entry) => entry.required === true).map(nameOf),
  };
}

/** `min` and `max` are bounds; an empty text stands for "not given" throughout. */
function valueSchema(schema: Json, names: Names): Json {
  const ref = stringProperty(schema, "ref");
  if (ref) return reference(ref, names);
  const type = stringProperty(schema, "type") ?? stringProperty(schema, "schemaType");
  const items = stringProperty(schema, "items") ?? stringProperty(schema, "itemsType");
  const kept = ["format", "pattern", "refersTo", "gen"].flatMap((name) => {
    const value = property(schema, name);
    return value ? [[name, value] as const] : [];
  });
  return {
    ...(type ? { type } : {}),
    ...Object.fromEntries(kept),
    ...bound("minimum", property(schema, "min")),
    ...bound("maximum", property(schema, "max")),
    ...(type === "array" ? { items: itemSchema(items, stringProperty(schema, "itemsFormat"), names) } : {}),
  };
}

function itemSchema(type: string | undefined, format: string | undefined, names: Names): Json {
  if (!type) return {};
  return type.startsWith("#") ? reference(type, names) : { type, ...(format ? { format } : {}) };
}

function reference(ref: string, names: Names): Json {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  return { $ref: `#/components/schemas/${names.get(name.toLowerCase()) ?? name}` };
}

function bound(name: string, value: Json | undefined): JsonObject {
  return typeof value === "number" ? { [name]: value } : {};
}

function nameOf(schema: JsonObject): string {
  return stringProperty(schema, "name") ?? "";
}

function toLower(name: string): string {
  return name.toLowerCase();
}

function mapMembers(
  value: Json | undefined,
  map: (member: Json) => Json,
  rename = (name: string) => name,
): Json {
  if (!isObject(value)) return value ?? {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), map(inner)]));
}
