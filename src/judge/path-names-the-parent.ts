import { aNoun } from "#base/a-noun";
import { getAtPointer } from "#base/json-pointer";
import { answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { hasId, looksPaged, sameId } from "#semantics/list-items";
import { SELF } from "#semantics/recipe";
import { changeCall } from "./change-call.js";
import { compareWritten } from "./compare-written.js";
import { bodyOf, earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = {
  make: "make it",
  other: `${PROVOKE}make one elsewhere`,
  look: "look",
  read: `${PROVOKE}read it through the other's parent`,
  change: `${PROVOKE}change it through the other's parent`,
  lookChanged: "look after the change",
  remove: `${PROVOKE}delete it through the other's parent`,
  lookLast: "look at last",
} as const;

/**
 * Where the path of a thing runs through its parent, the parent is part of its name. A service that looks at the last part only
 * shows things to whoever may see any parent at all, and lets them change those. A weak norm: what the thing is, is right.
 */
export const pathNamesTheParent: Oracle = {
  id: "path-names-the-parent",
  title: "A thing is found, changed and deleted below its own parent, and not below another one.",
  verdict: "WARN",
  source: "RFC 3986, section 1.2.3: a path is a hierarchy",
  needs: "an operation on a thing whose path runs through a parent",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { resource } = kind;
      const below = (keys: readonly string[]) => keys.find((key) => key.split("{").length > 2);
      const [read, update, remove] = [resource.read, resource.update, resource.delete].map(below);
      const isSeen = resource.read.length + resource.list.length > 0;
      if (!isSeen || (read ?? update ?? remove) === undefined) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const others = situation.makeApart(CALLS.other);
      const mixed = new Map([...others, ...[...things].filter(([role]) => role === SELF)]);
      situation.look(CALLS.look, things);
      if (read !== undefined) situation.add(situation.plain(CALLS.read, read, mixed));
      // A PUT may make what is not there, and nobody would clean that up.
      const isChange = update !== undefined && (resource.idSource === "server" || !update.startsWith("PUT "));
      const change = isChange
        ? changeCall(situation, ground.known.api, update, CALLS.change, mixed)
        : undefined;
      if (change !== undefined) {
        situation.add(change);
        situation.look(CALLS.lookChanged, things);
      }
      if (remove !== undefined) {
        situation.add(situation.plain(CALLS.remove, remove, mixed));
        situation.look(CALLS.lookLast, things);
      }
      const purpose = `reach ${aNoun(resource.name)} through another parent`;
      return [situation.build(pathNamesTheParent.id, purpose)];
    }),
  judge: (step) => {
    const isOurs = step.plannedBy === pathNamesTheParent.id && succeeded(earlier(step, CALLS.look));
    if (!isOurs || !succeeded(earlier(step, CALLS.other))) return [];
    switch (step.exchange.call.id) {
      case CALLS.read:
        return judgeRead(step);
      case CALLS.lookChanged:
        return judgeChange(step);
      case CALLS.lookLast:
        return judgeRemoval(step);
      default:
        return [];
    }
  },
};

function judgeRead(step: Step): readonly Finding[] {
  const { subject, exchange } = step;
  const body = bodyOf(exchange);
  const isServed = isSuccess(step.response) && body !== undefined && subject?.id !== undefined;
  if (!isServed || !hasId(body, subject.id, subject.resource.idFields)) return [];
  return object(step, exchange, "shows", `${step.response.status}, and the ${noun(step)}`);
}

function judgeChange(step: Step): readonly Finding[] {
  const change = earlier(step, CALLS.change);
  const sent = sentBy(change);
  const isDone = writtenChanges(step, seenAt(step, CALLS.look), seenNow(step), sent).some(
    ({ pointer, after }) =>
      after !== undefined && compareWritten(after, getAtPointer(sent, pointer)).length === 0,
  );
  if (change === undefined || !succeeded(change) || !isDone) return [];
  return object(step, change, "changes", "a success, and the change is there");
}

function judgeRemoval(step: Step): readonly Finding[] {
  const remove = earlier(step, CALLS.remove);
  const wasThere = seenAt(step, CALLS.look) !== undefined;
  const { headers } = step.response;
  const isOffTheList =
    step.subject?.resource.list.includes(step.operation.key) === true &&
    isSuccess(step.response) &&
    !looksPaged(bodyOf(step.exchange), headers) &&
    seenNow(step) === undefined;
  if (remove === undefined || !succeeded(remove) || !wasThere) return [];
  return isAbsent(step.exchange) || isOffTheList
    ? object(step, remove, "deletes", `a success, and the ${noun(step)} is gone`)
    : [];
}

/** Nothing where the two stand below the same one after all. */
function object(step: Step, exchange: Exchange, verb: string, got: string): readonly Finding[] {
  const look = earlier(step, CALLS.look)?.request.inputs.path ?? {};
  const isElsewhere = Object.entries(exchange.request.inputs.path).some(
    ([name, value]) => Object.hasOwn(look, name) && !sameId(look[name], value),
  );
  if (!isElsewhere) return [];
  const { operation, id } = exchange.call;
  return [
    finding(pathNamesTheParent.id, step, {
      operation,
      evidence: [CALLS.make, CALLS.other, CALLS.look, ...(exchange === step.exchange ? [] : [id])],
      comparisons: [CALLS.other],
      verdict: "WARN",
      clause: "a thing is below its own parent",
      // Whoever looks a thing up without its parent does so in each operation.
      cause: `${pathNamesTheParent.id} · ${noun(step)}`,
      place: operation,
      check: answers(id, REFUSED),
      message: `${operation} ${verb} ${aNoun(noun(step))} below a parent that is not its own`,
      expected: "404",
      got,
      why: `The ${noun(step)} was created below another parent; the one in the path is there, but has nothing to do with it.`,
    }),
  ];
}
