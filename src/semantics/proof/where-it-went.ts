import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Lab } from "../experiments/lab.js";
import { type Thing, withSelf } from "../experiments/thing.js";
import { wholeList } from "../guess-rules.js";
import { hasId, listItems, pathTo, sameId } from "../list-items.js";
import { type Made, SELF } from "../recipe.js";
import { kindOfRole } from "../role.js";
import type { Observation } from "./effect.js";

/**
 * What is no longer at its address may be at another one: it was renamed, or moved to another parent. Then it was not
 * deleted, and is still ours to delete. Undefined where it is nowhere.
 */
export async function whereItWent(
  lab: Lab,
  thing: Thing,
  [before, after]: readonly [Observation, Observation],
  /** What the call named, with where the thing was to go. */
  made: Made,
  elsewhere: ReadonlySet<string>,
): Promise<Thing | undefined> {
  return underAnotherId(lab, thing, before, after) ?? (await inAnotherPlace(lab, thing, made, elsewhere));
}

/** The list has one more, in which everything is as it was but for the id. */
function underAnotherId(lab: Lab, thing: Thing, before: Observation, after: Observation): Thing | undefined {
  const { resource } = thing.subject;
  const key = wholeList(resource);
  const old = lab.idOf(thing);
  const shown = before.sight.kind === "there" ? before.sight.content : undefined;
  const listed = lab.exchanges.findLast(({ call }) => call.operation === key);
  const body =
    listed?.outcome.kind === "response" && listed.outcome.body.kind === "json"
      ? listed.outcome.body.value
      : undefined;
  const items = listItems(body);
  const within = items === undefined ? undefined : pathTo(body, items);
  if (listed === undefined || items === undefined || within === undefined || !isObject(shown))
    return undefined;
  const isNew = (item: Json) => ![...(before.listed ?? [])].some((id) => hasId(item, id, resource.idFields));
  const isIt = (item: Json) => isObject(item) && isSameBut(shown, item, old, resource.idFields);
  const index = after.listed === undefined ? -1 : items.findIndex((item) => isNew(item) && isIt(item));
  const item = items[index];
  const field = resource.idFields.find((name) => isObject(item) && Object.hasOwn(item, name));
  if (field === undefined) return undefined;
  const pointer: JsonPointer = appendToPointer(appendToPointer(formatPointer(within), index), field);
  return { ...thing, made: withSelf(thing.made, listed.call.id, { in: "response body", pointer }) };
}

/** All members that both show are alike, but for those that held the id. */
function isSameBut(
  was: Readonly<Record<string, Json>>,
  is: Readonly<Record<string, Json>>,
  old: Json | undefined,
  idFields: readonly string[],
): boolean {
  const names = Object.keys(was).filter((name) => Object.hasOwn(is, name));
  const kept = names.filter((name) => !idFields.includes(name) && !sameId(was[name], old));
  return kept.length > 0 && kept.every((name) => jsonEqual(was[name], is[name]));
}

/** Under the other parent that the call named it can be read. */
async function inAnotherPlace(
  lab: Lab,
  thing: Thing,
  made: Made,
  elsewhere: ReadonlySet<string>,
): Promise<Thing | undefined> {
  for (const role of elsewhere) {
    const place = made.get(role);
    const same = [...thing.made.keys()].filter((one) => one !== SELF && kindOfRole(one) === kindOfRole(role));
    if (place === undefined || same.length === 0) continue;
    const moved = { ...thing, made: new Map([...thing.made, ...same.map((one) => [one, place] as const)]) };
    if ((await lab.look(moved)).kind === "there") return moved;
  }
  return undefined;
}
