import { isObject, type Json } from "./json.js";

/**
 * The part of a read that corresponds to what was sent: services wrap what they store (`{data: …}`), and
 * requests may be wrapped where responses are not.
 */
export function unwrap(read: Json | undefined, like: Json): Json | undefined {
  if (!isObject(read) || !isObject(like)) return read;
  const shared = (value: Json): number =>
    isObject(value) ? Object.keys(like).filter((name) => Object.hasOwn(value, name)).length : 0;
  let best: Json = read;
  for (const inner of Object.values(read)) if (shared(inner) > shared(best)) best = inner;
  return best;
}
