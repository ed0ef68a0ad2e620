import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { answers, REFUSED } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { memberSchemaAt } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { at, type Stretch, type When, whenIn } from "#semantics/when";
import { kindsByUpdate } from "./kinds-by-update.js";
import { earlier, madeBy, noun, thingIn } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { mayBeTaken, refusedAs, sentSpan, showSpan } from "./sent-span.js";
import { type Kind, Situation } from "./situation.js";
import { whenOf } from "./when-of.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  same: `${PROVOKE}make one at the same time`,
  later: `${PROVOKE}make one long after it`,
  move: `${PROVOKE}move that one to the same time`,
  look: "look at what was moved",
} as const;

const WHEN: Stretch = [0, 4];
const LATER: Stretch = [48, 52];

/**
 * What a create refuses, an update must not bring about: the sequence shows that no second one is created at the same
 * time, and that one at another time is.
 */
export const takenTimeOnUpdate: Oracle = {
  id: "taken-time-on-update",
  title: "What cannot be created at a time that is taken cannot be moved there either.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs:
    "a create with a date of which the service refuses a second one at the same time, and an update of it",
  sequences: (ground) =>
    kindsByUpdate(ground).flatMap((kind) => {
      const { update } = kind;
      const when = whenOf(ground, kind);
      if (update === undefined || when === undefined || !mayBeTaken(kind, when)) return [];
      if (!isSetBy(ground, kind, when)) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make, (call) => at(call, when, WHEN, CALLS.make));
      situation.makeBeside(CALLS.same, things, (call) => at(call, when, WHEN, CALLS.make));
      const later = situation.makeBeside(CALLS.later, things, (call) => at(call, when, LATER, CALLS.make));
      situation.add(at(situation.working(CALLS.move, update, later), when, WHEN, CALLS.make));
      situation.look(CALLS.look, later);
      return [situation.build(takenTimeOnUpdate.id, `move a thing to a time that is taken`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== takenTimeOnUpdate.id || step.exchange.call.id !== CALLS.look) return [];
    const [make, same, later, move] = [CALLS.make, CALLS.same, CALLS.later, CALLS.move].map((id) =>
      earlier(step, id),
    );
    const status = refusedAs(same);
    if (status === undefined || ![make, later, move, step.exchange].every(succeeded)) return [];
    const when = whenIn(move?.call.body?.content);
    const [sent, span] = [sentBy(move), sentSpan(move)];
    if (when === undefined || sent === undefined || span === undefined) return [];
    if (span.begin !== sentSpan(make)?.begin) return [];
    const now = unwrap(thingIn(step, step.exchange, madeBy(step, CALLS.later)), sent);
    const isMoved = [when.begin, ...(when.end === undefined ? [] : [when.end])].every(({ pointer }) =>
      isSameMoment(getAtPointer(now, pointer), getAtPointer(sent, pointer)),
    );
    if (!isMoved) return [];
    return [
      finding(takenTimeOnUpdate.id, step, {
        operation: move?.call.operation ?? step.operation.key,
        evidence: [CALLS.make, CALLS.same, CALLS.later, CALLS.move],
        verdict: "ERR",
        clause: "what is moved finds its time free",
        check: answers(CALLS.move, REFUSED),
        message: `${move?.call.operation} moves ${aNoun(noun(step))} to a time that is taken, where none can be created`,
        expected: `${status}, as for a new one`,
        got: `two at ${showSpan(span)}`,
        why: "Creating a second one at that time is refused; by an update there are now two.",
      }),
    ];
  },
};

/** A service may write it in another way. */
function isSameMoment(shown: Json | undefined, sent: Json | undefined): boolean {
  return jsonEqual(shown, sent) || Date.parse(String(shown)) === Date.parse(String(sent));
}

/** The update sets the same dates. */
function isSetBy({ known: { api } }: Ground, { update }: Kind, { begin, end }: When): boolean {
  const schema = update && requestSchema(operationOf(api, update.operation));
  return [begin, end ?? begin].every(
    ({ pointer }) => memberSchemaAt(schema, parsePointer(pointer), api.schemas) !== undefined,
  );
}
