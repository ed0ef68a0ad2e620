import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { isSuccess, succeeded } from "#calls/succeeded";
import { leavesOf } from "./leaves.js";
import { earlier } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { placeOf, placeOfEarlier, same } from "./place-of.js";
import { show } from "./show.js";
import { actionsOf, type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt, seenNow, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  act: "act",
  lookAfter: "look at the effect",
  update: "update",
  lookUpdated: "look at what is left",
} as const;

/** So many actions of a kind are tried. */
const MOST = 3;

/**
 * An action moves a number of a thing, an update that does not name it moves it back: the update writes an old state over
 * the new one. Only numbers, and only back to what they were: an update may well reset a status, or count itself.
 */
export const updateKeepsTheRest: Oracle = {
  id: "update-keeps-the-rest",
  title: "An update does not take back what an action has done to what it does not name.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an update, an action on the same thing, and a read of it",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== updateKeepsTheRest.id || step.exchange.call.id !== CALLS.lookUpdated) return [];
    const update = earlier(step, CALLS.update);
    if (!succeeded(earlier(step, CALLS.act)) || !succeeded(update) || !isSuccess(step.response)) return [];
    const named = leavesOf(sentBy(update)).map(({ pointer }) => parsePointer(pointer).at(-1));
    const field = takenBack(step).find((pointer) => !named.includes(parsePointer(pointer).at(-1)));
    if (field === undefined || update === undefined) return [];
    const { operation } = update.call;
    return [
      finding(updateKeepsTheRest.id, step, {
        operation,
        evidence: [CALLS.make, CALLS.look, CALLS.act, CALLS.lookAfter, CALLS.update],
        verdict: "WARN",
        clause: "what an update does not name stays",
        shape: `${field} is as before the action`,
        check: same(
          placeOfEarlier(step, CALLS.lookAfter, field, undefined),
          placeOf(step, step.exchange, field),
        ),
        message: `${operation} does not send ${field}, and sets it back from ${show(getAtPointer(seenAt(step, CALLS.lookAfter), field), 40)} to ${show(getAtPointer(seenNow(step), field), 40)}, as it was before ${earlier(step, CALLS.act)?.call.operation ?? "the action"}`,
        expected: show(getAtPointer(seenAt(step, CALLS.lookAfter), field)),
        got: show(getAtPointer(seenNow(step), field)),
        why: "The update writes over what was done in between; whoever updates knows nothing of it.",
      }),
    ];
  },
};

/** Numbers that the action has changed, and that are now what they were before it. */
function takenBack(step: Step): readonly JsonPointer[] {
  const [before, between, now] = [seenAt(step, CALLS.look), seenAt(step, CALLS.lookAfter), seenNow(step)];
  return leavesOf(before)
    .filter(({ pointer, value }) => {
      const moved = getAtPointer(between, pointer);
      return typeof value === "number" && typeof moved === "number" && moved !== value;
    })
    .filter(({ pointer, value }) => jsonEqual(getAtPointer(now, pointer), value))
    .map(({ pointer }) => pointer);
}

function planned(ground: Ground, kind: Kind) {
  const { resource, update } = kind;
  if (update === undefined || resource.read[0] === undefined) return [];
  return actionsOf(ground, resource)
    .slice(0, MOST)
    .map((action) => {
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      situation.look(CALLS.look, things);
      situation.add(situation.working(CALLS.act, action, things));
      situation.look(CALLS.lookAfter, things);
      situation.add(situation.working(CALLS.update, update, things));
      situation.look(CALLS.lookUpdated, things);
      return situation.build(
        updateKeepsTheRest.id,
        `call ${update.operation} after ${action.operation}`,
        action.operation,
      );
    });
}
