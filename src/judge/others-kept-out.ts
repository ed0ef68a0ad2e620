import { aNoun } from "#base/a-noun";
import { getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { answers, either, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { looksPaged } from "#semantics/list-items";
import { AS_OTHER, isSecured } from "./access-calls.js";
import { compareWritten } from "./compare-written.js";
import { unasked } from "./credentials-needed.js";
import { asBefore, intrusionsIn, lists } from "./intrusions-in.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Objection, type Oracle, type Step } from "./oracle.js";
import { otherUser } from "./other-user.js";
import { listed } from "./place-of.js";
import { INTRUSION, planIntrusion } from "./plan-intrusion.js";
import { kindsOf } from "./situation.js";
import { declaresStatus } from "./with-header.js";
import { seenAt, sentBy } from "./written-changes.js";

/**
 * One user makes a thing; another reads, lists, changes, replaces and deletes it, and calls every action on it. Whether that is wrong depends on
 * whose the thing is, and documents do not say it. So it is an error only where the service itself keeps the other one
 * out elsewhere: a list that hides what a read then shows, a write that is taken where another one is forbidden.
 */
export const othersKeptOut: Oracle = {
  id: "others-kept-out",
  title: "What belongs to one user is neither served to another nor changed by them.",
  verdict: "ERR",
  source: "OWASP API Security 2023, API1 (broken object level authorization)",
  needs: "two users in the auth file or accounts that can be registered, and things that one of them makes",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const other = otherUser(ground, kind);
      return other === undefined ? [] : planIntrusion(othersKeptOut.id, ground, kind, other);
    }),
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
    refusedWrites: [
      ...[INTRUSION.otherUpdate, INTRUSION.otherAct, INTRUSION.otherDelete, INTRUSION.otherSame].map(at),
    ].filter(isKeptOut),
  };
  return [
    ...judgeServed(step, seen),
    ...judgeViews(step, seen),
    ...judgeChanged(step, seen),
    ...judgeBeside(step),
    ...judgeExistence(step),
  ];
}

function isKeptOut(exchange: Exchange | undefined): exchange is Exchange {
  return means(exchange, "denied", "absent");
}

/** The owner's list has it, and the other one's, which is complete, has not. */
function isMissingFor(step: Step): boolean {
  const [own, others] = [earlier(step, INTRUSION.list), earlier(step, INTRUSION.otherList)];
  if (others?.outcome.kind !== "response" || !succeeded(own) || !succeeded(others)) return false;
  return lists(step, own) && !lists(step, others) && !looksPaged(bodyOf(others), others.outcome.headers);
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
    if (means(earlier(step, INTRUSION.nobodyRead), "done")) return openToNobody(step, read);
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
    if (lists(step, earlier(step, INTRUSION.nobodyList))) return openToNobody(step, list);
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
  return intrusionsIn(step).flatMap(({ call, nobody, verb }) => {
    const exchange = earlier(step, call);
    const byNobody = earlier(step, nobody ?? "");
    if (byNobody !== undefined && means(byNobody, "done")) return letInNobody(step, byNobody, verb);
    if (exchange === undefined || !means(exchange, "done")) return [];
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
          verdict: isDeclared || !isRegistered(step) ? "WARN" : "NOTE",
          check,
          ...(isDeclared ? {} : { habit: true, shape: "everybody's" }),
        },
      ),
    ];
  });
}

/**
 * Nobody had to be another user for it. Where the document asks for credentials, `credentials-needed` tells it, unless
 * there are none but those of people who were registered; where it asks for some elsewhere, this is open as described.
 */
function letInNobody(step: Step, exchange: Exchange, verb: string): readonly Finding[] {
  const operation = operationOf(step.api, exchange.call.operation);
  const asksAnybody = step.api.operations.some(({ security }) => security.length > 0);
  if (isSecured(step.api, operation) ? !isRegistered(step) : asksAnybody) return [];
  const isHidden = [INTRUSION.nobodyRead, INTRUSION.nobodyList].some((id) =>
    means(earlier(step, id), "denied", "absent"),
  );
  return [
    object(
      step,
      exchange,
      "who changes a thing proves who they are",
      `${verb} one user's ${noun(step)} for anybody, without credentials`,
      isHidden
        ? "Without credentials the same service does not even show it."
        : "The service has users, and asks nobody who they are.",
      {
        verdict: isHidden ? "ERR" : isRegistered(step) ? "NOTE" : "WARN",
        check: answers(exchange.call.id, REFUSED),
        expected: "401 or 403",
        ...(isHidden ? {} : { habit: true, shape: "nobody is asked" }),
      },
    ),
  ];
}

/** The other user is not one of the auth file. */
function isRegistered(step: Step): boolean {
  return earlier(step, REGISTERED) !== undefined;
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
      `as another user makes ${aNoun(noun(step))} where they may not look`,
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

/** What nobody is kept from is no matter of other users: where the document wants it closed, `credentials-needed` says so. */
function openToNobody(step: Step, read: Exchange): readonly Finding[] {
  const isTold = isSecured(step.api, operationOf(step.api, read.call.operation)) && !isRegistered(step);
  return isTold ? [] : [openNote(step, read)];
}

/** Shown in another way than by the read that hides it: something that its owner wrote is in the answer. */
function judgeViews(step: Step, { isHidden }: Seen): readonly Finding[] {
  const written = leavesOf(sentBy(earlier(step, INTRUSION.make)) ?? null).flatMap(({ value }) =>
    typeof value === "string" && value.length >= TELLING ? [value] : [],
  );
  const shows = (exchange: Exchange | undefined) =>
    exchange !== undefined &&
    succeeded(exchange) &&
    written.some((text) => JSON.stringify(bodyOf(exchange) ?? null).includes(JSON.stringify(text)));
  if (!isHidden) return [];
  return step.before
    .filter((exchange) => exchange.call.id.startsWith(INTRUSION.otherView) && shows(exchange))
    .filter(({ call }) => !shows(earlier(step, INTRUSION.nobodyView + call.operation)))
    .map((view) =>
      object(
        step,
        view,
        "another's data is served",
        `shows one user's ${noun(step)} to another`,
        "The same service refuses to show it to the other user by itself.",
      ),
    );
}

/** So many letters are not in an answer by chance. */
const TELLING = 4;

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
    // Whoever lets in anybody keeps nobody out: that is told of the operation, and not of this user.
    explainedBy: unasked(exchange.call.operation),
    message: `${exchange.call.operation} ${what}`,
    expected: "403 or 404",
    got: String(status),
    why,
    ...more,
  });
}
