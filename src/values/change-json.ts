import { isArray, isObject, type Json } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";

/** The value with another part at a place, or without it where `part` is undefined. A way that ends changes nothing. */
export function changeJson(value: Json, pointer: JsonPointer, part: Json | undefined): Json {
  return changeAlong(value, parsePointer(pointer), part) ?? null;
}

function changeAlong(
  value: Json | undefined,
  [first, ...rest]: readonly string[],
  part: Json | undefined,
): Json | undefined {
  if (first === undefined) return part;
  if (isArray(value)) {
    return value.flatMap((item, index) => {
      const changed = String(index) === first ? changeAlong(item, rest, part) : item;
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(value)) return value;
  const before = Object.hasOwn(value, first) ? value[first] : undefined;
  if (before === undefined && rest.length > 0) return value;
  const changed = changeAlong(before, rest, part);
  const others = Object.entries(value).filter(([name]) => name !== first);
  // As own properties, whatever they are called.
  if (changed === undefined) return Object.fromEntries(others);
  return Object.fromEntries(
    before === undefined
      ? [...others, [first, changed]]
      : Object.entries(value).map(([name, member]) => [name, name === first ? changed : member]),
  );
}
