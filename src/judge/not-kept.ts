import type { JsonPointer } from "#base/json-pointer";
import type { OperationKey } from "#openapi/api";
import { anyItem } from "#semantics/habits";

/** The cause of all findings that say that a write does not keep what it is sent at a place. */
export function notKept(operation: OperationKey, pointer: JsonPointer): string {
  return `${operation} does not keep ${anyItem(pointer)}`;
}
