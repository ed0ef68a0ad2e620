import { isArray, isObject, type Json } from "./json.js";
import { jsonEqual } from "./json-equal.js";
import { appendToPointer, type JsonPointer } from "./json-pointer.js";

/** Where two values differ: pointers to the smallest parts that do, in the order of the first value. */
export function jsonDifferences(
  a: Json | undefined,
  b: Json | undefined,
  pointer: JsonPointer = "",
): JsonPointer[] {
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].flatMap((name) =>
      jsonDifferences(
        Object.hasOwn(a, name) ? a[name] : undefined,
        Object.hasOwn(b, name) ? b[name] : undefined,
        appendToPointer(pointer, name),
      ),
    );
  }
  if (isArray(a) && isArray(b) && a.length === b.length) {
    return a.flatMap((item, index) => jsonDifferences(item, b[index], appendToPointer(pointer, index)));
  }
  return jsonEqual(a, b) ? [] : [pointer];
}
