import { jsonDifferences } from "#base/json-differences";
import { getAtPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { LIFE } from "#semantics/life";
import { listItems, looksPaged } from "#semantics/list-items";
import { bodyOf, earlier, noun, shows, thingIn } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";

/** The list of a collection shows a thing from its creation to its removal, and not after. */
export const listedWhileItLives: Oracle = {
  id: "listed-while-it-lives",
  title: "A collection lists what was created in it, and no longer lists what was deleted.",
  verdict: "ERR",
  source: "the lifecycle of a resource: list and item must agree",
  judge: (step) => {
    if (!isSuccess(step.response)) return [];
    if (step.exchange.call.id === LIFE.listCreated) return judgeCreated(step);
    if (step.exchange.call.id === LIFE.listDeleted) return judgeDeleted(step);
    return [];
  },
};

function judgeCreated(step: Step) {
  const create = earlier(step, LIFE.create);
  const items = listItems(bodyOf(step.exchange));
  const id = step.subject?.id;
  if (items === undefined || create === undefined || !succeeded(create)) return [];
  if (id === undefined || shows(step, step.exchange, id)) return [];
  if (looksPaged(bodyOf(step.exchange), step.response.headers)) return [];
  // A list that shows the other thing shows things of this kind; one that shows neither may be another view.
  const contradiction = shows(step, step.exchange, step.subject?.otherId);
  return [
    finding(listedWhileItLives.id, step, {
      evidence: contradiction ? [LIFE.createOther, create.call.id] : [create.call.id],
      verdict: contradiction ? "ERR" : "WARN",
      clause: "a created thing is listed",
      check: listed(step, true),
      message: `${step.operation.key} does not list what ${create.call.operation} created`,
      expected: `the new ${noun(step)} among the items`,
      got: `${items.length} item${items.length === 1 ? "" : "s"}, without it`,
      why: contradiction
        ? "The list shows a thing that was created the same way, and leaves this one out."
        : "The list shows nothing that was created; it may be another view, but the path says that it is the collection.",
    }),
  ];
}

function judgeDeleted(step: Step) {
  const removal = earlier(step, LIFE.delete);
  const id = step.subject?.id;
  if (removal === undefined || !succeeded(removal) || !shows(step, step.exchange, id)) return [];
  const listedBefore = earlier(step, LIFE.listCreated);
  if (listedBefore !== undefined && !shows(step, listedBefore, id)) return [];
  // A list that shows it in another state may be meant to: expired, archived.
  const isKept = !readDenies(step) && showsAnotherState(step, listedBefore);
  return [
    finding(listedWhileItLives.id, step, {
      operation: readDenies(step) ? step.operation.key : removal.call.operation,
      evidence: [LIFE.create, removal.call.id, ...(readDenies(step) ? [LIFE.readDeleted] : [])],
      verdict: isKept ? "WARN" : "ERR",
      clause: "a deleted thing is not listed",
      check: listed(step, false),
      message: `${step.operation.key} still lists what ${removal.call.operation} deleted`,
      expected: `a list without the ${noun(step)}`,
      got: `the ${noun(step)} among the items`,
      why: readDenies(step)
        ? "Reading the thing says that it is gone; the list says that it is there."
        : isKept
          ? "The list shows it in another state: it is kept, and whoever lists has to leave it out."
          : "The service confirmed the removal and lists the thing all the same.",
    }),
  ];
}

/** The list says itself that the thing is no longer what it was. */
function showsAnotherState(step: Step, before: Exchange | undefined): boolean {
  const { subject, exchange } = step;
  const [was, is] = [before, exchange].map((list) => thingIn(step, list, subject?.id));
  if (was === undefined || is === undefined) return false;
  const update = earlier(step, LIFE.update);
  // An update came in between: what was read after it is the measure.
  const known = update === undefined ? was : thingIn(step, earlier(step, LIFE.readUpdated), subject?.id);
  return jsonDifferences(known ?? was, is).some((pointer) => {
    const now = getAtPointer(is, pointer);
    return (typeof now === "string" || typeof now === "boolean") && !looksLikeDate(now);
  });
}

function readDenies(step: Step): boolean {
  const read = earlier(step, LIFE.readDeleted);
  return read?.outcome.kind === "response" && !isSuccess(read.outcome);
}
