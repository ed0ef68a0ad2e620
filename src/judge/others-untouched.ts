import type { Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { LIFE } from "#semantics/life";
import { looksPaged } from "#semantics/list-items";
import { namesPlace } from "#semantics/place-name";
import { bodyOf, earlier, isAbsent, thingIn } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed, placeOf, same } from "./place-of.js";
import { show } from "./show.js";

/** A write to one thing leaves another of the same kind as it was. */
export const othersUntouched: Oracle = {
  id: "others-untouched",
  title: "Updating or deleting a thing leaves the others as they were.",
  verdict: "ERR",
  source: "the lifecycle of a resource",
  judge: (step) => {
    const { id } = step.exchange.call;
    const write =
      id === LIFE.otherAfterUpdate ? LIFE.update : id === LIFE.otherAfterDelete ? LIFE.delete : undefined;
    const baseline = step.before.findLast((exchange) => isReadOfOther(exchange));
    return write === undefined ? [] : judgeOther(othersUntouched.id, step, earlier(step, write), baseline);
  },
};

/** The other thing, at which this step looks, is as it was at an earlier look, before a write that did not name it. */
export function judgeOther(
  oracle: string,
  step: Step,
  write: Exchange | undefined,
  baseline: Exchange | undefined,
): Finding[] {
  if (write === undefined || !succeeded(write) || baseline === undefined || !succeeded(baseline)) return [];
  const operation = write.call.operation;
  const { status, headers } = step.response;
  const before = thingIn(step, baseline, step.subject?.otherId);
  const now = isSuccess(step.response) ? thingIn(step, step.exchange, step.subject?.otherId) : undefined;
  const isOffTheList = isSuccess(step.response) && !looksPaged(bodyOf(step.exchange), headers);
  if (before === undefined) return [];
  if (now === undefined) {
    if (!isAbsent(step.exchange) && !isOffTheList) return [];
    return [
      finding(oracle, step, {
        operation,
        evidence: [baseline.call.id, write.call.id],
        verdict: "ERR",
        clause: "another thing stays",
        check: isOffTheList ? listed(step, true, "other") : answers(step.exchange.call.id, ACCEPTED),
        message: `${operation} on one thing makes another one disappear`,
        expected: isOffTheList
          ? "the other one among the items, as before"
          : "200 for the thing that was not named",
        got: isOffTheList ? "a list without it" : String(status),
        why: "The call named one thing; a second one, which nobody touched, is gone.",
      }),
    ];
  }
  const changed = jsonDifferences(before, now).filter(
    (pointer) =>
      !looksLikeDate(getAtPointer(now, pointer)) && !namesPlace(parsePointer(pointer).at(-1) ?? ""),
  );
  const first = changed[0];
  if (first === undefined) return [];
  const spilled = changed.some((pointer) => wrote(write, getAtPointer(now, pointer)));
  return [
    finding(oracle, step, {
      operation,
      evidence: [baseline.call.id, write.call.id],
      verdict: spilled ? "ERR" : "WARN",
      clause: "another thing is unchanged",
      check: same(
        placeOf(step, baseline, first, { which: "other" }),
        placeOf(step, step.exchange, first, { which: "other" }),
      ),
      message: `${operation} on one thing changes another one at ${changed.join(", ")}`,
      expected: show(getAtPointer(before, first)),
      got: show(getAtPointer(now, first)),
      why: spilled
        ? "The other thing now holds a value that was written to this one."
        : "Nobody named the other thing; a counter may legitimately move.",
    }),
  ];
}

function isReadOfOther(exchange: Exchange): boolean {
  return exchange.call.id === LIFE.readOther || exchange.call.id === LIFE.otherAfterUpdate;
}

/** Whether the write sent this value anywhere in its body. Small values are everywhere and prove nothing. */
function wrote(write: Exchange, value: Json | undefined): boolean {
  if (value === undefined || value === null || typeof value === "boolean" || value === "") return false;
  const holds = (json: Json | undefined): boolean =>
    jsonEqual(json, value) || (typeof json === "object" && json !== null && Object.values(json).some(holds));
  return holds(write.request.inputs.body?.content);
}
