import { formatPointer, getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { placeOfChosenId } from "#semantics/chosen-id";
import { hasId, listItems, looksPaged } from "#semantics/list-items";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { AS_OTHER, as } from "./access-calls.js";
import { changeCall } from "./change-call.js";
import { compareWritten } from "./compare-written.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Objection, type Oracle, type Step } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { declaresStatus } from "./with-header.js";
import { seenAt, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  list: "list",
  otherRead: `${AS_OTHER}read`,
  otherList: `${AS_OTHER}list`,
  otherUpdate: `${AS_OTHER}update`,
  lookUpdated: "look after the update of another",
  otherSame: `${AS_OTHER}create with the same id`,
  lookSame: "look after the create of another",
  otherParent: `${AS_OTHER}read what it stands under`,
  otherBeside: `${AS_OTHER}create beside it`,
  otherDelete: `${AS_OTHER}delete`,
  lookLast: "look at last",
} as const;

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
  needs: "two users in the auth file, and things that one of them makes",
  sequences: (ground) => {
    const other = ground.access?.actors[1];
    return other === undefined ? [] : kindsOf(ground).flatMap((kind) => planKind(ground, kind, other));
  },
  judge: (step) =>
    step.plannedBy === othersKeptOut.id && step.exchange.call.id === CALLS.lookLast ? judgeAll(step) : [],
};

function planKind(ground: Ground, kind: Kind, other: string): readonly PlannedSequence[] {
  const { resource, create } = kind;
  const { api } = ground.known;
  const [[read], [list], [update], [remove]] = [
    resource.read,
    resource.list,
    resource.update,
    resource.delete,
  ];
  const operations = [read, list, update, remove, create.operation].flatMap((key) =>
    key === undefined ? [] : [operationOf(api, key)],
  );
  // A part of an API that asks nobody who they are keeps nobody out.
  const isOpen = operations.every(({ security }) => security.length === 0);
  const asksAnybody = api.operations.some(({ security }) => security.length > 0);
  if (read === undefined || (isOpen && asksAnybody)) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.look(CALLS.look, things);
  situation.add(as(other, situation.plain(CALLS.otherRead, read, things)));
  if (list !== undefined) {
    situation.add(situation.plain(CALLS.list, list, things));
    situation.add(as(other, situation.plain(CALLS.otherList, list, things)));
  }
  const change =
    update === undefined ? undefined : changeCall(situation, api, update, CALLS.otherUpdate, things);
  if (change !== undefined) {
    situation.add(as(other, change));
    situation.look(CALLS.lookUpdated, things);
  }
  const same = sameId(ground, kind);
  if (same !== undefined) {
    situation.makeBeside(CALLS.otherSame, things, (call) => as(other, same(call)));
    situation.look(CALLS.lookSame, things);
  }
  const parent = parentRead(ground, kind, things);
  if (parent !== undefined) {
    situation.add(as(other, parent));
    situation.makeBeside(CALLS.otherBeside, things, (call) => as(other, call));
  }
  if (remove !== undefined) situation.add(as(other, situation.plain(CALLS.otherDelete, remove, things)));
  situation.look(CALLS.lookLast, things);
  return [situation.build(othersKeptOut.id, `let ${other} at what another user made`)];
}

/** The create with values of its own, but the id of the first thing; undefined where the service gives ids. */
function sameId(ground: Ground, { resource, create }: Kind): ((call: Call) => Call) | undefined {
  const place = placeOfChosenId(resource, operationOf(ground.known.api, create.operation), create.inputs);
  if (place === undefined) return undefined;
  const taken = { kind: "reference", call: CALLS.make, source: create.identity } as const;
  return (call) =>
    place.in === "path"
      ? { ...call, path: { ...call.path, [place.name]: taken } }
      : { ...call, ...replaceInBody(call, formatPointer([place.name]), taken) };
}

/** Reads the thing that the path of the kind runs through, as the other user. */
function parentRead(ground: Ground, kind: Kind, things: Made): Call | undefined {
  const name = kind.create.needs.findLast(({ byPath }) => byPath)?.resource;
  const parent = resourceNamed(ground.known.semantics, name ?? null);
  const [read] = parent?.read ?? [];
  const made = things.get(name ?? "");
  if (parent === undefined || read === undefined || made === undefined) return undefined;
  const recipe = plainRecipe(ground.known, operationOf(ground.known.api, read), parent);
  return callFromRecipe(CALLS.otherParent, recipe, new Map([...things, [SELF, made]]));
}

/** What the other user got to do, and where they were kept out. */
interface Seen {
  readonly isHidden: boolean;
  readonly isUnlisted: boolean;
  readonly refusedWrites: readonly Exchange[];
}

function judgeAll(step: Step): readonly Finding[] {
  const at = (id: string) => earlier(step, id);
  if (!succeeded(at(CALLS.look))) return [];
  const seen: Seen = {
    isHidden: isKeptOut(at(CALLS.otherRead)),
    isUnlisted: isKeptOut(at(CALLS.otherList)) || isMissingFor(step),
    refusedWrites: [at(CALLS.otherUpdate), at(CALLS.otherDelete), at(CALLS.otherSame)].filter(isKeptOut),
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
  const [own, others] = [earlier(step, CALLS.list), earlier(step, CALLS.otherList)];
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
  const other = earlier(step, CALLS.otherRead);
  const sent = sentBy(earlier(step, CALLS.make));
  const own = seenAt(step, CALLS.look);
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
  const [read, list] = [earlier(step, CALLS.otherRead), earlier(step, CALLS.otherList)];
  if (read !== undefined && isServed(step)) {
    const why = "The same service leaves it out of the other user's list.";
    if (seen.isUnlisted)
      return [
        object(step, read, "another's data is served", `shows one user's ${noun(step)} to another`, why),
      ];
    return [openNote(step, read)];
  }
  if (list !== undefined && seen.isHidden && lists(step, list)) {
    const why = "The same service refuses to show it to the other user alone.";
    return [
      object(step, list, "another's data is served", `lists one user's ${noun(step)} for another`, why),
    ];
  }
  return [];
}

function judgeChanged(step: Step, { isHidden, isUnlisted, refusedWrites }: Seen): readonly Finding[] {
  const changes = [
    {
      call: CALLS.otherUpdate,
      isDone: isWritten(step, CALLS.otherUpdate, CALLS.look, CALLS.lookUpdated),
      verb: "changes",
    },
    { call: CALLS.otherSame, isDone: isReplaced(step), verb: "replaces" },
    { call: CALLS.otherDelete, isDone: isDeleted(step), verb: "deletes" },
  ];
  return changes.flatMap(({ call, isDone, verb }) => {
    const exchange = earlier(step, call);
    if (exchange === undefined || !isDone) return [];
    const what = `as another user ${verb} one user's ${noun(step)}`;
    const [refused] = refusedWrites;
    const why = isHidden
      ? "The other user may not even see it."
      : isUnlisted
        ? "The same service leaves it out of the other user's list."
        : refused === undefined
          ? undefined
          : `The same service refuses ${refused.call.operation} to the other user.`;
    if (why !== undefined) return [object(step, exchange, "another's thing is changed", what, why)];
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
        { verdict: "WARN", ...(isDeclared ? {} : { habit: true, shape: "everybody's" }) },
      ),
    ];
  });
}

function isWritten(step: Step, write: string, before: string, after: string): boolean {
  const exchange = earlier(step, write);
  const sent = sentBy(exchange);
  if (!succeeded(exchange) || sent === undefined) return false;
  return writtenChanges(seenAt(step, before), seenAt(step, after), sent).some(
    ({ pointer, after: now }) =>
      now !== undefined && compareWritten(now, getAtPointer(sent, pointer)).length === 0,
  );
}

function isReplaced(step: Step): boolean {
  const before = earlier(step, CALLS.lookUpdated) === undefined ? CALLS.look : CALLS.lookUpdated;
  return (
    (succeeded(earlier(step, CALLS.otherSame)) &&
      succeeded(earlier(step, before)) &&
      isGone(earlier(step, CALLS.lookSame))) ||
    isWritten(step, CALLS.otherSame, before, CALLS.lookSame)
  );
}

function isDeleted(step: Step): boolean {
  const looks = [CALLS.lookSame, CALLS.lookUpdated, CALLS.look].map((id) => earlier(step, id));
  const last = looks.find((look) => look !== undefined);
  return succeeded(earlier(step, CALLS.otherDelete)) && succeeded(last) && isGone(step.exchange);
}

function isGone(exchange: Exchange | undefined): boolean {
  return exchange?.outcome.kind === "response" && [404, 410].includes(exchange.outcome.status);
}

function judgeBeside(step: Step): readonly Finding[] {
  const [parent, made] = [earlier(step, CALLS.otherParent), earlier(step, CALLS.otherBeside)];
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
  const read = earlier(step, CALLS.otherRead);
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
    evidence: [CALLS.make, CALLS.list, ...evidence].filter((id) => earlier(step, id) !== undefined),
    verdict: "ERR",
    clause,
    message: `${exchange.call.operation} ${what}`,
    expected: "403 or 404",
    got: String(status),
    why,
    ...more,
  });
}
