import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { listItems, looksPaged, sameId } from "#semantics/list-items";
import { bodyOf, earlier, isAbsent, madeBy, noun, shows } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const FIRST = "make number 1";

/** For the rest there may be no room, which is no fault. */
const SECOND = `${PROVOKE}make number 2`;
const MIDDLE = `${PROVOKE}make number 3`;
const FOURTH = `${PROVOKE}make number 4`;
const LAST = `${PROVOKE}make number 5`;

const CALLS = {
  read: "read the first",
  list: "list the first",
  readAmongMany: "read the first among many",
  listMany: "list many",
  delete: "delete one of many",
  readOfRest: "read the first of the rest",
  listRest: "list the rest",
} as const;

/**
 * In every life two things of a kind stand side by side. Here are five: a store that keeps the last three, a list that
 * forgets its oldest, a delete that takes a neighbour along show only with more of them.
 */
export const manySideBySide: Oracle = {
  id: "many-side-by-side",
  title: "Creating more things, or deleting one of several, leaves all the others there.",
  verdict: "ERR",
  source: "the lifecycle of a resource",
  needs: "a create, and a way to see what it made",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== manySideBySide.id) return [];
    switch (step.exchange.call.id) {
      case CALLS.readAmongMany:
        return judgeRead(step, lastMade(step));
      case CALLS.readOfRest:
        return judgeRead(step, earlier(step, CALLS.delete));
      case CALLS.listMany:
        return judgeMany(step);
      case CALLS.listRest:
        return judgeRest(step);
      default:
        return [];
    }
  },
};

function planned(ground: Ground, kind: Kind) {
  const { read, list, delete: removes } = kind.resource;
  const situation = new Situation(ground, kind);
  const first = situation.make(FIRST);
  const look = (reading: string, listing: string) => {
    if (read[0] !== undefined) situation.add(situation.plain(reading, read[0], first));
    if (list[0] !== undefined) situation.add(situation.plain(listing, list[0], first));
  };
  look(CALLS.read, CALLS.list);
  situation.make(SECOND);
  const middle = situation.make(MIDDLE);
  situation.make(FOURTH);
  situation.make(LAST);
  look(CALLS.readAmongMany, CALLS.listMany);
  if (removes[0] !== undefined) {
    situation.add(situation.plain(CALLS.delete, removes[0], middle));
    look(CALLS.readOfRest, CALLS.listRest);
  }
  return [situation.build(manySideBySide.id, "make five things, and delete one of them")];
}

function judgeRead(step: Step, write: Exchange | undefined): Finding[] {
  const { status } = step.response;
  if (!succeeded(earlier(step, CALLS.read)) || !succeeded(write) || !isAbsent(step.exchange)) return [];
  const isDelete = write?.call.id === CALLS.delete;
  // What the delete of another took is told of the delete; what was gone before it is not.
  if (isDelete && (!deletesAnother(step) || !succeeded(earlier(step, CALLS.readAmongMany)))) return [];
  return [lost(step, write, "ERR", String(status), answers(step.exchange.call.id, ACCEPTED))];
}

/** The first was listed, the last one is: what is missing is not on a page that nobody asked for. */
function judgeMany(step: Step): Finding[] {
  const items = itemsOf(step);
  const write = lastMade(step);
  if (items === undefined || write === undefined || !shows(step, earlier(step, CALLS.list), step.subject?.id))
    return [];
  if (
    !shows(step, step.exchange, madeBy(step, write.call.id)) ||
    shows(step, step.exchange, step.subject?.id)
  )
    return [];
  // A list of two may be the two newest, by design.
  const verdict = items.length < 5 ? "WARN" : "ERR";
  return [lost(step, write, verdict, `${items.length} items, without it`, listed(step, true))];
}

function judgeRest(step: Step): Finding[] {
  const [before, removal] = [earlier(step, CALLS.listMany), earlier(step, CALLS.delete)];
  if (itemsOf(step) === undefined || !succeeded(removal) || !deletesAnother(step)) return [];
  const gone = [FIRST, SECOND, FOURTH, LAST].filter((call) => {
    const id = madeBy(step, call);
    return shows(step, before, id) && !shows(step, step.exchange, id);
  });
  if (gone.length === 0) return [];
  const check = gone.includes(FIRST) ? listed(step, true) : undefined;
  const got = gone.length === 1 ? "one of the others is missing" : `${gone.length} of the others are missing`;
  return [lost(step, removal, "ERR", got, check)];
}

/** Where ids are few, the one in the middle may never have been, or be the first again. */
function deletesAnother(step: Step): boolean {
  const id = madeBy(step, MIDDLE);
  const others = [FIRST, SECOND, FOURTH, LAST].map((call) => madeBy(step, call));
  return id !== undefined && !others.some((other) => sameId(other, id));
}

function lost(
  step: Step,
  write: Exchange | undefined,
  verdict: "ERR" | "WARN",
  got: string,
  check: Parameters<typeof finding>[2]["check"],
): Finding {
  const isDelete = write?.call.id === CALLS.delete;
  const operation = write?.call.operation ?? step.operation.key;
  const isList = step.subject?.resource.list.includes(step.operation.key) === true;
  return finding(manySideBySide.id, step, {
    operation,
    evidence: [FIRST, isList ? CALLS.list : CALLS.read, ...(write === undefined ? [] : [write.call.id])],
    verdict,
    clause: isDelete ? "deleting one leaves the others" : "creating one leaves the others",
    check,
    message: isDelete
      ? `${operation} of one ${noun(step)} makes others disappear from ${step.operation.key}`
      : `${operation} of more makes an earlier ${noun(step)} disappear from ${step.operation.key}`,
    expected: isList ? `the other ${noun(step)}s among the items` : "200, as before",
    got,
    why: "Nobody touched what is missing, and it was there before.",
  });
}

function itemsOf(step: Step) {
  const body = bodyOf(step.exchange);
  if (!succeeded(step.exchange) || looksPaged(body, step.response.headers)) return undefined;
  return listItems(body);
}

function lastMade(step: Step): Exchange | undefined {
  return [LAST, FOURTH, MIDDLE, SECOND]
    .map((call) => earlier(step, call))
    .find((exchange) => succeeded(exchange));
}
