import { isArray, isObject, type Json, property, stringProperty } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { parseJsonPath } from "./json-path.js";
import { selectJsonPath } from "./select-json-path.js";

/**
 * Where in an overlay a part of the document stands that it was applied to; undefined where it is not from there. Lists grow
 * by an overlay, so their entries are found by what they hold.
 */
export function originInOverlay(
  document: Json,
  overlay: Json,
  pointer: JsonPointer,
): JsonPointer | undefined {
  const wanted = parsePointer(pointer);
  const actions = property(overlay, "actions");
  for (const [index, action] of (isArray(actions) ? actions : []).entries()) {
    const update = property(action, "update");
    const parsed = parseJsonPath(stringProperty(action, "target") ?? "");
    const places = parsed.ok ? (selectJsonPath(document, parsed.path) ?? []) : [];
    for (const place of update === undefined ? [] : places) {
      const tokens = place.map(String);
      if (!tokens.every((token, depth) => token === wanted[depth])) continue;
      const rest = follow(document, update ?? null, wanted, tokens.length);
      if (rest !== undefined) return formatPointer(["actions", index, "update", ...rest]);
    }
  }
  return undefined;
}

/** The way through an update to what it has become in the document at `wanted`, of which `depth` tokens lead to the target. */
function follow(
  document: Json,
  update: Json,
  wanted: readonly string[],
  depth: number,
): readonly (string | number)[] | undefined {
  const way: (string | number)[] = [];
  let node: Json | undefined = update;
  for (let at = depth; at < wanted.length; at++) {
    const token = wanted[at] ?? "";
    if (isArray(node)) {
      const merged = getAtPointer(document, formatPointer(wanted.slice(0, at + 1)));
      const index: number = node.findIndex((one) => merged !== undefined && jsonEqual(one, merged));
      if (index < 0) return undefined;
      way.push(index);
      node = node[index];
    } else if (isObject(node) && Object.hasOwn(node, token)) {
      way.push(token);
      node = node[token];
      // What a formula of the catalogue lacks stands nowhere: its entry does.
    } else return at > depth && isObject(node) && at === wanted.length - 1 ? way : undefined;
  }
  return way;
}
