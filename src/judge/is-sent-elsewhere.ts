import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { JsonPointer } from "#base/json-pointer";
import { type Leaf, leavesOf } from "./leaves.js";

/**
 * Whether another member of a body was sent the same value: what is shown afterwards may follow from that. Of 25 seats 25
 * are left. Of yes and no there are so few that it says nothing.
 */
export function isSentElsewhere(sent: Json, pointer: JsonPointer, wished: Json): boolean {
  const isOther = (leaf: Leaf) => leaf.pointer !== pointer && jsonEqual(leaf.value, wished);
  return typeof wished !== "boolean" && leavesOf(sent).some(isOther);
}
