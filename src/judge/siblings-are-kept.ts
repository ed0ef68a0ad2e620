import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { looksPaged, sameId } from "#semantics/list-items";
import { bodyOf, earlier, isAbsent, noun, shows } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  look: "look",
  sibling: `${PROVOKE}make another that belongs to the same`,
  lookAfter: "look again",
} as const;

/**
 * Two things that name the same others in their bodies: two addresses of one customer. In lives and in crowds each has its
 * own, so a create that takes the place of what its parent had shows only here. A weak norm: of some things there is one
 * for each parent, and a second is the first from then on.
 */
export const siblingsAreKept: Oracle = {
  id: "siblings-are-kept",
  title: "Creating a thing leaves those there that belong to the same others.",
  verdict: "WARN",
  source: "the lifecycle of a resource",
  needs: "a create whose body names another thing, and a way to see what it made",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { resource, create } = kind;
      const isSeen = resource.read[0] !== undefined || resource.list[0] !== undefined;
      // What only the path names the oracle of many things shares already.
      if (!isSeen || !create.needs.some(({ byPath }) => !byPath)) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      situation.look(CALLS.look, things);
      situation.makeBeside(CALLS.sibling, things);
      situation.look(CALLS.lookAfter, things);
      return [situation.build(siblingsAreKept.id, "make two things that belong to the same")];
    }),
  judge: (step) => {
    if (step.plannedBy !== siblingsAreKept.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    const { subject } = step;
    const sibling = earlier(step, CALLS.sibling);
    const areTwo = subject?.otherId !== undefined && !sameId(subject.id, subject.otherId);
    if (!succeeded(sibling) || !areTwo || !isThere(step, earlier(step, CALLS.look))) return [];
    if (!isMissing(step)) return [];
    const operation = sibling?.call.operation ?? step.operation.key;
    const isList = subject?.resource.list.includes(step.operation.key) === true;
    return [
      finding(siblingsAreKept.id, step, {
        operation,
        evidence: [CALLS.make, CALLS.look, CALLS.sibling],
        verdict: "WARN",
        clause: "creating one leaves the others",
        check: isList ? listed(step, true) : answers(CALLS.lookAfter, ACCEPTED),
        message: `${operation} removes the ${noun(step)} that belonged to the same before`,
        expected: `both ${noun(step)}s, by their ids`,
        got: isList ? "a list without the first" : String(step.response.status),
        why: "It was there a moment ago, and nobody asked for it to be removed.",
      }),
    ];
  },
};

function isThere(step: Step, look: Exchange | undefined): boolean {
  const isList = look !== undefined && step.subject?.resource.list.includes(look.call.operation) === true;
  return succeeded(look) && (!isList || shows(step, look, step.subject?.id));
}

/** Not found, or not in a list that shows the second one and is no page. */
function isMissing(step: Step): boolean {
  const { exchange, response, subject } = step;
  if (subject?.resource.list.includes(step.operation.key) !== true) return isAbsent(exchange);
  return (
    succeeded(exchange) &&
    !looksPaged(bodyOf(exchange), response.headers) &&
    shows(step, exchange, subject.otherId) &&
    !shows(step, exchange, subject.id)
  );
}
