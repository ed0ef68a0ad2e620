import { isArray, isObject } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { type Template, value } from "./template.js";

/** The template with another one at a place; whatever leads there and is missing is made. */
export function placeTemplate(template: Template | undefined, pointer: JsonPointer, by: Template): Template {
  return placeAlong(template, parsePointer(pointer), by);
}

function placeAlong(template: Template | undefined, tokens: readonly string[], by: Template): Template {
  const [first, ...rest] = tokens;
  if (first === undefined) return by;
  const open = template?.kind === "value" ? opened(template) : template;
  if (open?.kind === "array" && /^(?:0|[1-9]\d{0,3})$/.test(first) && Number(first) <= open.items.length) {
    const index = Number(first);
    const item = placeAlong(open.items[index], rest, by);
    return { kind: "array", items: [...open.items.slice(0, index), item, ...open.items.slice(index + 1)] };
  }
  const members = open?.kind === "object" ? open.members : {};
  const inner = Object.hasOwn(members, first) ? members[first] : undefined;
  const placed = [...Object.entries(members).filter(([name]) => name !== first)];
  return {
    kind: "object",
    members: Object.fromEntries([...placed, [first, placeAlong(inner, rest, by)]]),
  };
}

/** JSON as a template whose parts can be replaced. */
export function opened(template: Template): Template {
  if (template.kind !== "value") return template;
  const json = template.value;
  if (isArray(json)) return { kind: "array", items: json.map(value) };
  if (!isObject(json)) return template;
  const members = Object.entries(json).map(([name, member]) => [name, value(member)] as const);
  return { kind: "object", members: Object.fromEntries(members) };
}

/** What a template says of a place; undefined where it says nothing. */
export function templateAt(template: Template, pointer: JsonPointer): Template | undefined {
  let at: Template | undefined = template;
  for (const token of parsePointer(pointer)) {
    const open: Template | undefined = at?.kind === "value" ? opened(at) : at;
    if (open?.kind === "object") at = Object.hasOwn(open.members, token) ? open.members[token] : undefined;
    else if (open?.kind === "array") at = open.items[Number(token)];
    else return undefined;
  }
  return at;
}
