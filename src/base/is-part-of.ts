import { isArray, isObject, type Json } from "./json.js";
import { jsonEqual } from "./json-equal.js";

/** How much two values may differ for one to be part of the other. */
export interface Leniency {
  /** Whether this value need not be there at all. */
  readonly mayLack: (value: Json) => boolean;
  /** Arrays are compared as sets. */
  readonly anyOrder: boolean;
}

const TO_THE_LETTER: Leniency = { mayLack: () => false, anyOrder: false };

/**
 * Whether `part` is a substructure of `whole`, as "is part of" in the property-based testing of collections:
 * every member that `part` names is in `whole` with a value that contains it; arrays have equal lengths and
 * are compared element by element; everything else must be equal. Services add fields (ids, timestamps) to
 * what they were sent, so this, and not equality, is how a write is compared with a read.
 */
export function isPartOf(
  part: Json | undefined,
  whole: Json | undefined,
  leniency: Leniency = TO_THE_LETTER,
): boolean {
  const isIn = (one: Json, other: Json | undefined) => isPartOf(one, other, leniency);
  if (isObject(part) && isObject(whole)) {
    return Object.entries(part).every(([key, value]) =>
      Object.hasOwn(whole, key) ? isIn(value, whole[key]) : leniency.mayLack(value),
    );
  }
  if (isArray(part) && isArray(whole)) {
    if (part.length !== whole.length) return false;
    return (
      part.every((item, index) => isIn(item, whole[index])) ||
      (leniency.anyOrder &&
        part.every((item) => whole.some((other) => isIn(item, other))) &&
        whole.every((other) => part.some((item) => isIn(item, other))))
    );
  }
  return jsonEqual(part, whole);
}
