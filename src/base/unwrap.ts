import { isObject, type Json } from "./json.js";

/** JSON:API puts what was sent three objects deep: `{data: {attributes: {…}}}`. */
const DEEPEST = 3;

/**
 * The part of a read that corresponds to what was sent: services wrap what they store (`{data: …}`), and
 * requests may be wrapped where responses are not. It is the outermost object that shares most members with it.
 */
export function unwrap(read: Json | undefined, like: Json): Json | undefined {
  if (!isObject(read) || !isObject(like)) return read;
  const names = Object.keys(like);
  const shared = (value: Json): number =>
    isObject(value) ? names.filter((name) => Object.hasOwn(value, name)).length : 0;
  let best: Json = read;
  let layer: readonly Json[] = [read];
  for (let depth = 0; depth < DEEPEST; depth++) {
    layer = layer.flatMap((value) => (isObject(value) ? Object.values(value).filter(isObject) : []));
    for (const inner of layer) if (shared(inner) > shared(best)) best = inner;
  }
  return best;
}
