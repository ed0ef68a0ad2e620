import { ACCEPTED, answers } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import { earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { placeOf, placeOfEarlier, same } from "./place-of.js";
import { show } from "./show.js";
import { kindsOf, Situation } from "./situation.js";
import { tellingChanges } from "./telling-changes.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = {
  make: "make it",
  put: "put",
  look: "look",
  again: "put again",
  lookAgain: "look again",
} as const;

/** Only what the PUT itself names is compared: versions, counters and logs may go on. */
export const putIsIdempotent: Oracle = {
  id: "put-is-idempotent",
  title: "The same PUT a second time changes nothing more.",
  verdict: "ERR",
  source: "RFC 9110, section 9.2.2",
  needs: "an update by PUT, and a way to see the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { update } = kind;
      if (update?.operation.startsWith("PUT ") !== true) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const put = situation.working(CALLS.put, update, things);
      situation.add(put);
      situation.look(CALLS.look, things);
      situation.add({ ...put, id: CALLS.again });
      situation.look(CALLS.lookAgain, things);
      return [situation.build(putIsIdempotent.id, `make the same ${update.operation} twice`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== putIsIdempotent.id || step.exchange.call.id !== CALLS.lookAgain) return [];
    const put = earlier(step, CALLS.put);
    if (put === undefined || !succeeded(put) || !succeeded(earlier(step, CALLS.again))) return [];
    const before = seenAt(step, CALLS.look);
    if (before === undefined) return [];
    const rest = {
      operation: put.call.operation,
      evidence: [CALLS.put, CALLS.look, CALLS.again],
      verdict: "ERR",
      clause: "a repeated PUT changes nothing",
      why: "PUT is idempotent: a client that got no answer sends it again and relies on that.",
    } as const;
    const { status } = step.response;
    if (isAbsent(step.exchange)) {
      const message = `${put.call.operation} made a second time makes the ${noun(step)} disappear`;
      const check = answers(CALLS.lookAgain, ACCEPTED);
      return [
        finding(putIsIdempotent.id, step, { ...rest, message, check, expected: "200", got: String(status) }),
      ];
    }
    const [changed] = tellingChanges(writtenChanges(before, seenNow(step), sentBy(put)), put);
    if (seenNow(step) === undefined || changed === undefined) return [];
    return [
      finding(putIsIdempotent.id, step, {
        ...rest,
        check: same(
          placeOf(step, step.exchange, changed.pointer, { like: sentBy(put) }),
          placeOfEarlier(step, CALLS.look, changed.pointer, sentBy(put)),
        ),
        message: `${put.call.operation} made a second time changes ${changed.pointer} again`,
        expected: show(changed.before),
        got: show(changed.after),
      }),
    ];
  },
};
