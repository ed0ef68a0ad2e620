import { isArray, isObject, type Json } from "#base/json";
import { originalOf } from "#http/filter-exchange";
import type { Lab } from "./lab.js";
import type { Subject } from "./subject.js";
import type { Parents } from "./thing.js";

/**
 * Whether one of these parents may be full: a number it was made with is no greater than the children it has. A
 * capacity of 1 and "no two of these" refuse the same calls, so nothing is learned beside such a number.
 */
export function isCrowded(lab: Lab, parents: Parents, { resource }: Subject): boolean {
  return [...parents.values()].some((parent) => {
    const sent = parent.created && originalOf(parent.created).request.inputs.body?.content;
    const children = lab.stock.childrenOf(parent, resource.name).length;
    return numbersIn(sent).some((number) => number >= 0 && number <= children);
  });
}

function numbersIn(value: Json | undefined): readonly number[] {
  if (typeof value === "number") return [value];
  if (isArray(value)) return value.flatMap(numbersIn);
  return isObject(value) ? Object.values(value).flatMap(numbersIn) : [];
}
