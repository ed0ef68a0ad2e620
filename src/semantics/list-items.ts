import { isArray, isObject, type Json } from "#base/json";

/**
 * The items of a list, whatever it comes wrapped in: a bare array, `{items: […], total}`, `{data: {rows: […]}}`,
 * HAL's `_embedded`. Undefined where there is no array, or several and none has a usual name.
 */
export function listItems(body: Json | undefined, depth = 0): readonly Json[] | undefined {
  if (isArray(body)) return body;
  if (!isObject(body) || depth > 2) return undefined;
  const arrays = Object.entries(body).filter((entry): entry is [string, readonly Json[]] =>
    isArray(entry[1]),
  );
  const usual = arrays.find(([name]) => USUAL.includes(name.toLowerCase()));
  if (usual !== undefined) return usual[1];
  if (arrays.length === 1) return arrays[0]?.[1];
  if (arrays.length > 1) return undefined;
  const inner = Object.values(body).filter(isObject);
  const found = inner.map((member) => listItems(member, depth + 1)).filter((items) => items !== undefined);
  return found.length === 1 ? found[0] : undefined;
}

/** The way from a body to the items in it, as member names. */
export function pathTo(body: Json | undefined, items: readonly Json[]): readonly string[] | undefined {
  if (body === items) return [];
  if (!isObject(body) || isArray(body)) return undefined;
  for (const [name, member] of Object.entries(body)) {
    const rest = pathTo(member, items);
    if (rest !== undefined) return [name, ...rest];
  }
  return undefined;
}

const USUAL = [
  "items",
  "data",
  "results",
  "content",
  "values",
  "value",
  "records",
  "entries",
  "list",
  "rows",
  "objects",
  "members",
];

/** Whether an item of a list stands for the thing with this id: it is the id, or has it in one of the fields. */
export function hasId(item: Json, id: Json, idFields: readonly string[]): boolean {
  if (!isObject(item)) return sameId(item, id);
  for (const field of idFields) {
    // An envelope may have the name of what is in it, which is one of those that an id may have.
    if (Object.hasOwn(item, field) && !isObject(item[field])) return sameId(item[field], id);
  }
  // One envelope deep: `{data: {id}}`, `{player: {pid}}`.
  return Object.values(item).some(
    (inner) =>
      isObject(inner) && idFields.some((field) => Object.hasOwn(inner, field) && sameId(inner[field], id)),
  );
}

/** An id that went through a path is text; in a body it may be a number. */
export function sameId(a: Json | undefined, b: Json | undefined): boolean {
  const scalar = (value: Json | undefined) => typeof value === "string" || typeof value === "number";
  return scalar(a) && scalar(b) && String(a) === String(b);
}

/** Whether a list may hold more than what one answer shows. */
export function looksPaged(body: Json | undefined, headers: Readonly<Record<string, string>>): boolean {
  if (/rel="?next"?/.test(headers.link ?? "")) return true;
  const items = listItems(body);
  if (items === undefined) return false;
  if (isObject(body)) {
    for (const [name, value] of Object.entries(body)) {
      if (/next|more|cursor|continu/i.test(name) && value !== null && value !== false && value !== "")
        return true;
      if (/total|count/i.test(name) && typeof value === "number" && value > items.length) return true;
    }
  }
  // A round number of items is what a full page looks like: 10, 20, 25, 50, 100 …
  return items.length >= 10 && items.length % 5 === 0;
}
