import type { Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Check, Condition } from "#calls/check";
import { answers, either, equal, expecting, inRequest, REFUSED } from "#calls/checks";
import { referencesOf } from "#calls/references";
import { memberPlace } from "./check-of.js";
import type { Lab } from "./lab.js";
import type { Sight } from "./sight.js";
import type { Thing } from "./thing.js";

type Shown = Extract<Sight, { kind: "there" }>;

/** A create with an id that is taken is refused. The thing may itself have replaced another: that, too, may be refused. */
export function refusedCheck(lab: Lab, { created }: Thing, call: string): Check {
  const check = expecting(answers(call, REFUSED));
  const operationOf = (id: string) => lab.exchanges.find((one) => one.call.id === id)?.call.operation;
  const isSecond =
    created !== undefined &&
    referencesOf(created.call).some(
      ({ reference }) => operationOf(reference.call) === created.call.operation,
    );
  return isSecond ? { ...check, open: [created.call.id] } : check;
}

/** It is refused, or what it answers with is there afterwards. */
export function writtenCheck(
  lab: Lab,
  thing: Thing,
  after: Shown,
  names: readonly string[],
  call: string,
  sent: Json,
): Check | null {
  const same = names.map((name) => {
    const place = memberPlace(lab, after, thing, name, sent);
    return place && equal(place, inRequest(call, formatPointer([name])));
  });
  return allOf(same, (expect) => either(answers(call, REFUSED), expect));
}

/** What a refused call wrote is as it was before. */
export function keptCheck(
  lab: Lab,
  thing: Thing,
  [before, after]: readonly [Shown, Shown],
  names: readonly string[],
  sent: Json,
): Check | null {
  const same = names.map((name) => {
    const [was, is] = [before, after].map((sight) => memberPlace(lab, sight, thing, name, sent));
    return was && is && equal(is, was);
  });
  return allOf(same, (expect) => expect);
}

/** Null where one of them cannot be said. */
function allOf(
  conditions: readonly (Condition | undefined)[],
  within: (expect: Condition) => Condition,
): Check | null {
  const of = conditions.filter((condition) => condition !== undefined);
  const [first] = of;
  if (first === undefined || of.length < conditions.length) return null;
  return expecting(within(of.length === 1 ? first : { kind: "all", of }));
}
