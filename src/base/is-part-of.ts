import { isArray, isObject, type Json } from "./json.js";
import { jsonEqual } from "./json-equal.js";

/**
 * Whether `part` is a substructure of `whole`, as "is part of" in the property-based testing of collections:
 * every member that `part` names is in `whole` with a value that contains it; arrays have equal lengths and
 * are compared element by element; everything else must be equal. Services add fields (ids, timestamps) to
 * what they were sent, so this, and not equality, is how a write is compared with a read. What `whole` may lack need not be
 * there at all.
 */
export function isPartOf(
  part: Json | undefined,
  whole: Json | undefined,
  mayLack: (value: Json) => boolean = () => false,
): boolean {
  if (isObject(part) && isObject(whole)) {
    return Object.entries(part).every(([key, value]) =>
      Object.hasOwn(whole, key) ? isPartOf(value, whole[key], mayLack) : mayLack(value),
    );
  }
  if (isArray(part) && isArray(whole)) {
    return part.length === whole.length && part.every((item, index) => isPartOf(item, whole[index], mayLack));
  }
  return jsonEqual(part, whole);
}
