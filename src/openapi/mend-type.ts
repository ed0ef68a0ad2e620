/**
 * The JSON type that a wrong name in `type` means. The names are those of programming languages, databases and
 * the `format` keyword, which people mistake for types. No `type` in the answer: every value is allowed.
 */
interface MendedType {
  readonly type?: string;
  readonly format?: string;
}

const JSON_TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

const MEANT: Readonly<Record<string, MendedType>> = {
  file: { type: "string", format: "binary" },
  binary: { type: "string", format: "binary" },
  byte: { type: "string", format: "byte" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  "date-time": { type: "string", format: "date-time" },
  timestamp: { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
  guid: { type: "string", format: "uuid" },
  email: { type: "string", format: "email" },
  uri: { type: "string", format: "uri" },
  url: { type: "string", format: "uri" },
  password: { type: "string", format: "password" },
  str: { type: "string" },
  text: { type: "string" },
  char: { type: "string" },
  enum: { type: "string" },
  int: { type: "integer" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  long: { type: "integer", format: "int64" },
  short: { type: "integer" },
  float: { type: "number", format: "float" },
  double: { type: "number", format: "double" },
  decimal: { type: "number" },
  numeric: { type: "number" },
  bool: { type: "boolean" },
  list: { type: "array" },
  set: { type: "array" },
  map: { type: "object" },
  dict: { type: "object" },
  hash: { type: "object" },
  json: {},
  any: {},
  mixed: {},
};

export function mendType(name: string): MendedType | undefined {
  if (JSON_TYPES.has(name)) return { type: name };
  const lower = name.trim().toLowerCase();
  if (JSON_TYPES.has(lower)) return { type: lower };
  return Object.hasOwn(MEANT, lower) ? MEANT[lower] : undefined;
}
