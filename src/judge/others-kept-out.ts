import { getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Condition } from "#calls/check";
import { ACCEPTED, answers, either, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { hasId, listItems, looksPaged } from "#semantics/list-items";
import { AS_OTHER } from "./access-calls.js";
import { compareWritten } from "./compare-written.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Objection, type Oracle, type Step } from "./oracle.js";
import { listed, placeOfEarlier, same as sameAt } from "./place-of.js";
import { INTRUSION, planIntrusion } from "./plan-intrusion.js";
import { kindsOf } from "./situation.js";
import { declaresStatus } from "./with-header.js";
import { seenAt, sentBy, writtenChanges } from "./written-changes.js";

/**
 * One user makes a thing; another reads, lists, changes, replaces and deletes it. Whether that is wrong depends on
 * whose the thing is, and documents do not say it. So it is an error only where the service itself keeps the other one
 * out elsewhere: a list that hides what a read then shows, a write that is taken where another one is forbidden.
 */
export const othersKeptOut: Oracle = {
  id: "others-kept-out",
  title: "What belongs to one user is neither served to another nor changed by them.",
  verdict: "ERR",
  source: "OWASP API Security 2023, API1 (broken object level authorization)",
  needs: "two users in the auth file or accounts that can be registered, and things that one of them makes",
  sequences: (ground) => {
    const other = ground.access?.actors[1] ?? ground.book.account;
    return other === undefined
      ? []
      : kindsOf(ground).flatMap((kind) => planIntrusion(othersKeptOut.id, ground, kind, other));
  },
  judge: (step) =>
    step.plannedBy === othersKeptOut.id && step.exchange.call.id === INTRUSION.lookLast ? judgeAll(step) : [],
};

const REGISTERED = "register another";

/** What the other user got to do, and where they were kept out. */
interface Seen {
  readonly isHidden: boolean;
  readonly isUnlisted: boolean;
  readonly refusedWrites: readonly Exchange[];
}

function judgeAll(step: Step): readonly Finding[] {
  const at = (id: string) => earlier(step, id);
  if (seenAt(step, INTRUSION.look) === undefined) return [];
  const seen: Seen = {
    isHidden: isKeptOut(at(INTRUSION.otherRead)),
    isUnlisted: isKeptOut(at(INTRUSION.otherList)) || isMissingFor(step),
    refusedWrites: [at(INTRUSION.otherUpdate), at(INTRUSION.otherDelete), at(INTRUSION.otherSame)].filter(
      isKeptOut,
    ),
  };
  return [
    ...judgeServed(step, seen),
    ...judgeChanged(step, seen),
    ...judgeBeside(step),
    ...judgeExistence(step),
  ];
}

function isKeptOut(exchange: Exchange | undefined): exchange is Exchange {
  return exchange?.outcome.kind === "response" && [403, 404].includes(exchange.outcome.status);
}

/** The owner's list has it, and the other one's, which is complete, has not. */
function isMissingFor(step: Step): boolean {
  const [own, others] = [earlier(step, INTRUSION.list), earlier(step, INTRUSION.otherList)];
  if (others?.outcome.kind !== "response" || !succeeded(own) || !succeeded(others)) return false;
  return lists(step, own) && !lists(step, others) && !looksPaged(bodyOf(others), others.outcome.headers);
}

function lists(step: Step, exchange: Exchange | undefined): boolean {
  const { subject } = step;
  const id = subject?.id;
  if (subject === undefined || id === undefined || !succeeded(exchange)) return false;
  return listItems(bodyOf(exchange))?.some((item) => hasId(item, id, subject.resource.idFields)) === true;
}

/** All that the owner wrote and sees, the other one sees as well. */
function isServed(step: Step): boolean {
  const other = earlier(step, INTRUSION.otherRead);
  const sent = sentBy(earlier(step, INTRUSION.make));
  const own = seenAt(step, INTRUSION.look);
  if (!succeeded(other) || sent === undefined || own === undefined) return false;
  const shown = leavesOf(sent).filter(
    ({ pointer, value }) => compareWritten(value, getAtPointer(unwrap(own, sent), pointer)).length === 0,
  );
  const theirs = unwrap(bodyOf(other), sent);
  return (
    shown.length > 0 &&
    shown.every(({ pointer, value }) => compareWritten(value, getAtPointer(theirs, pointer)).length === 0)
  );
}

function judgeServed(step: Step, seen: Seen): readonly Finding[] {
  const [read, list] = [earlier(step, INTRUSION.otherRead), earlier(step, INTRUSION.otherList)];
  if (read !== undefined && isServed(step)) {
    // Who may see a thing and not change it is told 403. 404 says that for them there is no such thing.
    const denied = seen.refusedWrites.find(
      ({ outcome }) => outcome.kind === "response" && outcome.status === 404,
    );
    const why =
      denied === undefined
        ? "The same service leaves it out of the other user's list."
        : `The same service answers ${denied.call.operation} of the other user with 404, as if there were none.`;
    if (seen.isUnlisted || denied !== undefined)
      return [
        object(step, read, "another's data is served", `shows one user's ${noun(step)} to another`, why),
      ];
    return [openNote(step, read)];
  }
  if (list !== undefined && seen.isHidden && lists(step, list)) {
    const why = "The same service refuses to show it to the other user alone.";
    const isListed = listed({ ...step, exchange: list }, false);
    const check = either(answers(list.call.id, REFUSED), ...(isListed === undefined ? [] : [isListed]));
    return [
      object(step, list, "another's data is served", `lists one user's ${noun(step)} for another`, why, {
        check,
      }),
    ];
  }
  return [];
}

function judgeChanged(step: Step, { isHidden, isUnlisted, refusedWrites }: Seen): readonly Finding[] {
  const changes = [
    {
      call: INTRUSION.otherUpdate,
      isDone: isWritten(step, INTRUSION.otherUpdate, INTRUSION.look, INTRUSION.lookUpdated),
      verb: "changes",
    },
    { call: INTRUSION.otherSame, isDone: isReplaced(step), verb: "replaces" },
    { call: INTRUSION.otherDelete, isDone: isDeleted(step), verb: "deletes" },
  ];
  return changes.flatMap(({ call, isDone, verb }) => {
    const exchange = earlier(step, call);
    if (exchange === undefined || !isDone) return [];
    const check = either(answers(call, REFUSED), ...asBefore(step, call));
    const what = `as another user ${verb} one user's ${noun(step)}`;
    const [refused] = refusedWrites;
    const why = isHidden
      ? "The other user may not even see it."
      : isUnlisted
        ? "The same service leaves it out of the other user's list."
        : refused === undefined
          ? undefined
          : `The same service refuses ${refused.call.operation} to the other user.`;
    if (why !== undefined)
      return [object(step, exchange, "another's thing is changed", what, why, { check })];
    const isDeclared = declaresStatus(operationOf(step.api, exchange.call.operation), 403);
    return [
      object(
        step,
        exchange,
        "another's thing is changed",
        what,
        isDeclared
          ? "The document declares that this can be forbidden; perhaps not to this user."
          : "Nothing shows whose it is; perhaps it is everybody's.",
        {
          // Nobody has said that the two should be kept apart where the other one was registered by the run.
          verdict: isDeclared || earlier(step, REGISTERED) === undefined ? "WARN" : "NOTE",
          check,
          ...(isDeclared ? {} : { habit: true, shape: "everybody's" }),
        },
      ),
    ];
  });
}

/** The owner sees the thing as it was: then the other one may well have been told of a success. */
function asBefore(step: Step, write: string): readonly Condition[] {
  if (write === INTRUSION.otherDelete) return stillThere(step, step.exchange);
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
  const looks = [INTRUSION.lookSame, INTRUSION.lookUpdated, INTRUSION.look].map((id) => earlier(step, id));
  const last = looks.find((look) => look !== undefined);
  return succeeded(earlier(step, INTRUSION.otherDelete)) && succeeded(last) && isGone(step, step.exchange);
}

/** It cannot be read any more, or is not listed where that is the only way to see it. */
function isGone(step: Step, exchange: Exchange | undefined): boolean {
  if (exchange !== undefined && step.subject?.resource.list.includes(exchange.call.operation) === true)
    return succeeded(exchange) && !lists(step, exchange);
  return exchange?.outcome.kind === "response" && [404, 410].includes(exchange.outcome.status);
}

function judgeBeside(step: Step): readonly Finding[] {
  const [parent, made] = [earlier(step, INTRUSION.otherParent), earlier(step, INTRUSION.otherBeside)];
  if (made === undefined || !succeeded(made) || !isKeptOut(parent)) return [];
  const why = "The other user may not see what the path runs through.";
  return [
    object(
      step,
      made,
      "another's thing is no parent",
      `as another user makes a ${noun(step)} where they may not look`,
      why,
    ),
  ];
}

function judgeExistence(step: Step): readonly Finding[] {
  const read = earlier(step, INTRUSION.otherRead);
  if (read?.outcome.kind !== "response" || read.outcome.status !== 403) return [];
  return [
    object(
      step,
      read,
      "403 tells that something is there",
      `answers 403 for another user's ${noun(step)}`,
      "404 would not tell the other user that there is such a thing.",
      {
        verdict: "NOTE",
        habit: true,
        expected: "404",
      },
    ),
  ];
}

function openNote(step: Step, read: Exchange): Finding {
  return object(
    step,
    read,
    "another's data is served",
    `shows one user's ${noun(step)} to another`,
    "Nothing shows whose it is; perhaps it is everybody's.",
    {
      verdict: "NOTE",
      habit: true,
      shape: "served to all",
    },
  );
}

function object(
  step: Step,
  exchange: Exchange,
  clause: string,
  what: string,
  why: string,
  more: Partial<Objection> = {},
): Finding {
  const status = exchange.outcome.kind === "response" ? exchange.outcome.status : 0;
  const evidence = step.before
    .map(({ call }) => call.id)
    .filter((id) => id.startsWith("look") || id.startsWith(AS_OTHER));
  return finding(othersKeptOut.id, step, {
    operation: exchange.call.operation,
    evidence: ["log in as another", INTRUSION.make, INTRUSION.list, ...evidence].filter(
      (id) => earlier(step, id) !== undefined,
    ),
    // What else the other one tried says how much it weighs.
    comparisons: evidence.filter((id) => id.startsWith(AS_OTHER) && id !== exchange.call.id),
    verdict: "ERR",
    clause,
    check: answers(exchange.call.id, REFUSED),
    message: `${exchange.call.operation} ${what}`,
    expected: "403 or 404",
    got: String(status),
    why,
    ...more,
  });
}
