import { isArray, isObject, type Json } from "#base/json";
import { nameWords } from "#values/name-words";
import { singular } from "../singular.js";
import type { Lab } from "./lab.js";
import type { Subject } from "./subject.js";
import type { Parents } from "./thing.js";

/**
 * Whether one of these parents may be full: a number it was made with is no greater than the children it has. A
 * capacity of 1 and "no two of these" refuse the same calls, so nothing is learned beside such a number.
 */
export function isCrowded(lab: Lab, parents: Parents, { resource }: Subject): boolean {
  return [...parents.values()].some((parent) => {
    const sent = parent.created?.request.inputs.body?.content;
    const children = lab.stock.childrenOf(parent, resource.name).length;
    return numbersIn(sent).some((number) => number >= 0 && number <= children);
  });
}

function numbersIn(value: Json | undefined): readonly number[] {
  if (typeof value === "number") return [value];
  if (isArray(value)) return value.flatMap(numbersIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (isMeasure(name) ? [] : numbersIn(member)));
}

/** Words that say what a thing is or is worth: nobody counts children by them. */
const MEASURES = new Set(
  "credit point price cost amount fee tax discount balance cent rating score star grade year age level priority weight height width depth duration minute hour day version revision position order index rank latitude longitude lat lng km percent".split(
    " ",
  ),
);

function isMeasure(name: string): boolean {
  return nameWords(name).some((word) => MEASURES.has(singular(word)));
}
