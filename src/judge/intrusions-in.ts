import { jsonDifferences } from "#base/json-differences";
import { getAtPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import { hasId, listItems } from "#semantics/list-items";
import { compareWritten } from "./compare-written.js";
import { bodyOf, earlier } from "./lifecycle.js";
import type { Step } from "./oracle.js";
import { listed, placeOfEarlier, same as sameAt } from "./place-of.js";
import { INTRUSION } from "./plan-intrusion.js";
import { seenAt, sentBy, writtenChanges } from "./written-changes.js";

/** A call on another's thing that was answered with success, and that the owner sees the effect of. */
export interface SeenIntrusion {
  readonly call: string;
  /** The same as nobody, just before. */
  readonly nobody?: string;
  readonly verb: string;
}

/** What came of each attempt, by what the owner saw before and after it. */
export function intrusionsIn(step: Step): readonly SeenIntrusion[] {
  const acted = earlier(step, INTRUSION.otherAct)?.call.operation;
  return [
    {
      call: INTRUSION.otherUpdate,
      nobody: INTRUSION.nobodyUpdate,
      isDone: [INTRUSION.nobodyUpdate, INTRUSION.otherUpdate].some((call) =>
        isWritten(step, call, INTRUSION.look, INTRUSION.lookUpdated),
      ),
      verb: "changes",
    },
    {
      call: INTRUSION.otherAct,
      nobody: INTRUSION.nobodyAct,
      isDone: acted !== undefined && isActedOn(step),
      verb: "acts on",
    },
    { call: INTRUSION.otherSame, isDone: isReplaced(step), verb: "replaces" },
    {
      call: INTRUSION.otherDelete,
      nobody: INTRUSION.nobodyDelete,
      isDone: isDeleted(step),
      verb: "deletes",
    },
  ].filter(({ isDone }) => isDone);
}

/** The owner sees it otherwise than before, and not only where two looks with nothing between them differ. */
function isActedOn(step: Step): boolean {
  const isDone = [INTRUSION.nobodyAct, INTRUSION.otherAct].some((id) => succeeded(earlier(step, id)));
  const [first, before, after] = [INTRUSION.look, INTRUSION.lookAgain, INTRUSION.lookActed].map((id) =>
    seenAt(step, id),
  );
  if (!isDone || first === undefined || before === undefined) return false;
  if (after === undefined) return isGone(step, earlier(step, INTRUSION.lookActed));
  const volatile = new Set(jsonDifferences(first, before));
  return jsonDifferences(before, after).some((pointer) => !volatile.has(pointer));
}

function isWritten(step: Step, write: string, before: string, after: string): boolean {
  const exchange = earlier(step, write);
  const sent = sentBy(exchange);
  if (!succeeded(exchange) || sent === undefined) return false;
  return writtenChanges(step, seenAt(step, before), seenAt(step, after), sent).some(
    ({ pointer, after: now }) =>
      now !== undefined && compareWritten(now, getAtPointer(sent, pointer)).length === 0,
  );
}

function isReplaced(step: Step): boolean {
  const before = earlier(step, INTRUSION.lookUpdated) === undefined ? INTRUSION.look : INTRUSION.lookUpdated;
  return (
    (succeeded(earlier(step, INTRUSION.otherSame)) &&
      succeeded(earlier(step, before)) &&
      isGone(step, earlier(step, INTRUSION.lookSame))) ||
    isWritten(step, INTRUSION.otherSame, before, INTRUSION.lookSame)
  );
}

function isDeleted(step: Step): boolean {
  const looks = [INTRUSION.lookActed, INTRUSION.lookSame, INTRUSION.lookUpdated, INTRUSION.look];
  const last = looks.map((id) => earlier(step, id)).find((look) => look !== undefined);
  const isDone = [INTRUSION.nobodyDelete, INTRUSION.otherDelete].some((id) => succeeded(earlier(step, id)));
  return isDone && succeeded(last) && isGone(step, step.exchange);
}

/** It cannot be read any more, or is not listed where that is the only way to see it. */
function isGone(step: Step, exchange: Exchange | undefined): boolean {
  if (exchange !== undefined && step.subject?.resource.list.includes(exchange.call.operation) === true)
    return succeeded(exchange) && !lists(step, exchange);
  return means(exchange, "absent");
}

/** The owner sees the thing as it was: then the other one may well have been told of a success. */
export function asBefore(step: Step, write: string): readonly Condition[] {
  if (write === INTRUSION.otherDelete) return stillThere(step, step.exchange);
  if (write === INTRUSION.otherAct) return [];
  const isUpdate = write === INTRUSION.otherUpdate;
  const before =
    isUpdate || earlier(step, INTRUSION.lookUpdated) === undefined ? INTRUSION.look : INTRUSION.lookUpdated;
  const after = isUpdate ? INTRUSION.lookUpdated : INTRUSION.lookSame;
  const look = earlier(step, after);
  if (look !== undefined && isGone(step, look)) return stillThere(step, look);
  const sent = sentBy(earlier(step, write));
  const same = writtenChanges(step, seenAt(step, before), seenAt(step, after), sent).flatMap(
    ({ pointer }) =>
      sameAt(placeOfEarlier(step, before, pointer, sent), placeOfEarlier(step, after, pointer, sent)) ?? [],
  );
  return same.length === 0 ? [] : [{ kind: "all", of: same }];
}

function stillThere(step: Step, look: Exchange): readonly Condition[] {
  if (step.subject?.resource.list.includes(look.call.operation) !== true)
    return [answers(look.call.id, ACCEPTED)];
  const isListed = listed({ ...step, exchange: look }, true);
  return isListed === undefined ? [] : [isListed];
}

export function lists(step: Step, exchange: Exchange | undefined): boolean {
  const { subject } = step;
  const id = subject?.id;
  if (subject === undefined || id === undefined || !succeeded(exchange)) return false;
  return listItems(bodyOf(exchange))?.some((item) => hasId(item, id, subject.resource.idFields)) === true;
}
