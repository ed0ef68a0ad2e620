import { type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import type { Operation } from "#openapi/api";
import { PROVOKE } from "#semantics/life";
import { wholeSpans } from "#semantics/short-spans";
import { earlier } from "./lifecycle.js";
import { inputsOf } from "./list-inputs.js";
import { finding, type Ground, type Step } from "./oracle.js";
import { ownItems } from "./own-items.js";
import { show } from "./show.js";
import type { Situation } from "./situation.js";

/** A thing that has what another one is sorted by. */
export const ALIKE = `${PROVOKE}make one alike`;

/**
 * How a list orders what is equal is the service's to choose, unless the document says it: "Equal keys are ordered by
 * ascending id". Nothing else is read out of it.
 */
export function saysTiesById(list: Operation, { api }: Pick<Ground["known"], "api">): boolean {
  const texts = [list.summary, list.description, ...inputsOf(list, api).map(({ says }) => says)];
  return texts
    .flatMap((text = "") => text.split(/[.;]/))
    .some(
      (sentence) =>
        /\b(equal|ties?|same)\b/i.test(sentence) &&
        /\bids?\b/i.test(sentence) &&
        /\bascending\b/i.test(sentence) &&
        !/\bdescending\b/i.test(sentence),
    );
}

/** Makes one more thing with what the last one is sorted by; with the begin of a stretch of time goes its end. */
export function makeAlike(situation: Situation, last: string, pointer: string): void {
  situation.make(ALIKE, (call) => {
    let alike = call;
    for (const place of wholeSpans(call.body?.content, new Set([pointer])))
      alike = { ...alike, ...replaceInBody(alike, place, inRequest(last, place)) };
    return alike;
  });
}

/** Both lists are sorted; of two that are equal the one with the smaller id comes first in either. */
export function judgeTies(step: Step, oracle: string, { last, lists, valueIn }: Looks): readonly Finding[] {
  const pairs = lists.map((id) => {
    const list = id === step.exchange.call.id ? step.exchange : earlier(step, id);
    return tiedIn(step, list, last, valueIn);
  });
  if (!saysTiesById(step.operation, step) || pairs.some((pair) => pair === undefined)) return [];
  const reversed = pairs.findIndex((pair) => pair !== undefined && !comesFirst(pair[0], pair[1]));
  if (reversed < 0) return [];
  return [
    finding(oracle, step, {
      evidence: [last, ALIKE, ...lists].filter((id) => id !== step.exchange.call.id),
      verdict: "WARN",
      clause: "what is equal stands as the document says",
      shape: "ties",
      message: `${step.operation.key} does not list what is equal by ascending id, as its document says`,
      expected: show(pairs[reversed]?.toReversed()),
      got: show(pairs[reversed]),
      why: "The two have the same value in what the list is sorted by, in whichever direction.",
    }),
  ];
}

interface Looks {
  /** The create of the thing that the one alike is like. */
  readonly last: string;
  readonly lists: readonly string[];
  readonly valueIn: (item: Json) => Json | undefined;
}

/** The ids of the two, in the order of the list, where it shows both as equal. */
function tiedIn(
  step: Step,
  list: Exchange | undefined,
  last: string,
  valueIn: (item: Json) => Json | undefined,
): readonly [Json, Json] | undefined {
  const [one, two, ...more] = ownItems(step, list, (call) => call === last || call === ALIKE) ?? [];
  if (one === undefined || two === undefined || more.length > 0) return undefined;
  const value = valueIn(one);
  const idOf = (item: Json) =>
    step.subject?.resource.idFields.flatMap((field) => property(item, field) ?? [])[0];
  const ids = [idOf(one), idOf(two)];
  const [first, second] = ids;
  return value === undefined || !jsonEqual(value, valueIn(two)) || first === undefined || second === undefined
    ? undefined
    : [first, second];
}

/** By any usual order: as numbers, or as text by code units or the order of a language. */
function comesFirst(a: Json, b: Json): boolean {
  if (typeof a === "number" && typeof b === "number") return a < b;
  const [left, right] = [String(a), String(b)];
  const asNumbers = /^\d+$/.test(left) && /^\d+$/.test(right) && Number(left) < Number(right);
  return asNumbers || left < right || left.localeCompare(right, "en") < 0;
}
