import { isObject, type Json } from "#base/json";
import { unwrap } from "#base/unwrap";
import { succeeded } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { membersOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { kindsByUpdate } from "./kinds-by-update.js";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { saidBy } from "./sent-members.js";
import { show } from "./show.js";
import { Situation } from "./situation.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  pause: ["look on", "look on still"],
  update: "update",
  lookAfter: "look after the update",
} as const;

/**
 * A member such as `updatedAt` tells when a thing was last changed. After an update that changed the thing it must be
 * another. Times by the second may be the same in two calls, so only those count that tell parts of a second, and only
 * where the looks in between took longer than such a part; and one that is still empty after the change tells nothing at
 * all.
 */
export const changeMovesItsTime: Oracle = {
  id: "change-moves-its-time",
  title: "A thing that an update has changed does not say that it was last changed before.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an update, and a read that shows a member such as `updatedAt`",
  sequences: (ground) =>
    kindsByUpdate(ground).flatMap((kind) => {
      const [read] = kind.resource.read;
      const { update } = kind;
      if (read === undefined || update === undefined || !tellsTime(ground.known.api, read)) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      for (const id of LOOKS) situation.look(id, things);
      situation.add(situation.working(CALLS.update, update, things));
      situation.look(CALLS.lookAfter, things);
      return [
        situation.build(changeMovesItsTime.id, `change ${kind.resource.name} with ${update.operation}`),
      ];
    }),
  judge: (step) => {
    if (step.plannedBy !== changeMovesItsTime.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    const update = earlier(step, CALLS.update);
    const [before, after] = [seenAt(step, CALLS.look), seenNow(step)];
    const said = saidBy(step.api, update);
    if (!succeeded(update) || before === undefined || after === undefined || !isObject(said)) return [];
    const [was, is] = [unwrap(before, said), unwrap(after, said)];
    const [changed] = writtenChanges(step, before, after, sentBy(update));
    if (changed === undefined || !isObject(was) || !isObject(is)) return [];
    const hasPassed = LOOKS.reduce((sum, id) => sum + (earlier(step, id)?.milliseconds ?? 0), 0) >= A_WHILE;
    const stale = Object.keys(is).find(
      (name) => isLastChange(name) && !Object.hasOwn(said, name) && isStale(was[name], is[name], hasPassed),
    );
    if (stale === undefined) return [];
    return [
      finding(changeMovesItsTime.id, step, {
        operation: update?.call.operation ?? step.operation.key,
        evidence: [CALLS.make, CALLS.look, CALLS.update],
        verdict: "WARN",
        clause: "a change moves the time of the last change",
        shape: stale,
        message: `${update?.call.operation} changes the ${noun(step)}, but its ${stale} stays the same`,
        expected: "a later time",
        got: `${show(is[stale])}, with ${changed.pointer} now ${show(changed.after)}`,
        why: "Whoever asks for what has changed since then does not see this change.",
      }),
    ];
  },
};

const LOOKS = [CALLS.look, ...CALLS.pause];

/** Milliseconds after which a clock that tells them shows another time, however it rounds. */
const A_WHILE = 2;

const CHANGED = new Set(["updated", "modified", "changed", "edited"]);
const TIMES = new Set(["at", "on", "date", "time", "timestamp", "last"]);

/** `updatedAt`, `last_modified`, `editedOn`; `updatedBy` is somebody. */
function isLastChange(name: string): boolean {
  const words = nameWords(name);
  return words.some((word) => CHANGED.has(word)) && words.some((word) => TIMES.has(word)) && words.length < 4;
}

function isStale(was: Json | undefined, is: Json | undefined, hasPassed: boolean): boolean {
  if (was === null && is === null) return true;
  return (
    hasPassed &&
    typeof was === "string" &&
    was === is &&
    /^\d{4}-\d\d-\d\d[T ].*\.\d*[1-9]\d*(Z|[+-]\d\d:?\d\d)?$/.test(was)
  );
}

function tellsTime(api: Api, read: string): boolean {
  const schema = successSchema(operationOf(api, read));
  const whole = membersOf(schema, api.schemas);
  const inner = [...whole.values()].flatMap((member) => [...membersOf(member.schema, api.schemas).keys()]);
  const payload = payloadOf(schema, api.schemas).members.keys();
  return [...whole.keys(), ...inner, ...payload].some(isLastChange);
}
