import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { looksPaged, sameId } from "#semantics/list-items";
import { bodyOf, earlier, madeBy, noun, shows } from "./lifecycle.js";
import { lookAlike } from "./look-alike.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { judgeOther } from "./others-untouched.js";
import { listed } from "./place-of.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  listOne: "list it",
  twin: `${PROVOKE}make one that looks alike`,
  unlike: `${PROVOKE}make one that is different`,
  listAll: "list all of them",
  look: "look at the other",
  third: `${PROVOKE}make a third one like them`,
  update: "update the third",
  lookUpdated: "look at the other after the update",
  delete: "delete the first",
  lookDeleted: "look at the other after the delete",
} as const;

/**
 * Two things that have all in common that two things may have: what happens to the one must not happen to the other. A service
 * that finds things by their name where it should go by their id mixes up just these.
 */
export const alikeYetApart: Oracle = {
  id: "alike-yet-apart",
  title:
    "Of two things that look alike each is listed, and only the one that is named is changed or deleted.",
  verdict: "ERR",
  source: "the identity of a resource: RFC 9110, section 3.1",
  needs: "a create that takes values, and a way to see what it made",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    const [make, twin] = [earlier(step, CALLS.make), earlier(step, CALLS.twin)];
    // Who is given the first one again has one thing, not two.
    const areTwo = succeeded(make) && succeeded(twin) && !sameId(step.subject?.id, step.subject?.otherId);
    if (step.plannedBy !== alikeYetApart.id || !areTwo) return [];
    switch (step.exchange.call.id) {
      case CALLS.listAll:
        return judgeList(step);
      case CALLS.lookUpdated:
        return judgeOther(alikeYetApart.id, step, earlier(step, CALLS.update), earlier(step, CALLS.look));
      case CALLS.lookDeleted: {
        const last = earlier(step, CALLS.lookUpdated) ?? earlier(step, CALLS.look);
        return judgeOther(alikeYetApart.id, step, earlier(step, CALLS.delete), last);
      }
      default:
        return [];
    }
  },
};

function planned(ground: Ground, kind: Kind) {
  const alike = lookAlike(ground, kind, CALLS.make);
  const { list, delete: removes } = kind.resource;
  if (alike === undefined) return [];
  const situation = new Situation(ground, kind);
  const first = situation.make(CALLS.make);
  const listing = (id: string) => {
    if (list[0] !== undefined) situation.add(situation.plain(id, list[0], first));
  };
  listing(CALLS.listOne);
  const twin = situation.makeBeside(CALLS.twin, first, (call) => alike(call, "2"));
  situation.makeBeside(CALLS.unlike, first);
  listing(CALLS.listAll);
  situation.look(CALLS.look, twin);
  // An update takes the likeness away, so it is not the first that is updated.
  if (kind.update !== undefined) {
    const third = situation.makeBeside(CALLS.third, first, (call) => alike(call, "3"));
    situation.add(situation.working(CALLS.update, kind.update, third));
    situation.look(CALLS.lookUpdated, twin);
  }
  if (removes[0] !== undefined) {
    situation.add(situation.plain(CALLS.delete, removes[0], first));
    situation.look(CALLS.lookDeleted, twin);
  }
  return [situation.build(alikeYetApart.id, "make two things that look alike, and change and delete one")];
}

/**
 * The list showed the first while it was alone; now it shows one of the two, and a third one that came later and is different:
 * so it is not that the list is full.
 */
function judgeList(step: Step): Finding[] {
  const { subject } = step;
  const [alone, all] = [earlier(step, CALLS.listOne), step.exchange];
  if (!succeeded(alone) || !succeeded(all) || looksPaged(bodyOf(all), step.response.headers)) return [];
  if (!shows(step, alone, subject?.id) || !shows(step, all, madeBy(step, CALLS.unlike))) return [];
  const [first, other] = [shows(step, all, subject?.id), shows(step, all, subject?.otherId)];
  if (first === other) return [];
  return [
    finding(alikeYetApart.id, step, {
      evidence: [CALLS.make, CALLS.listOne, CALLS.twin, CALLS.unlike],
      verdict: "ERR",
      clause: "both of two things are listed",
      check: listed(step, true, first ? "other" : "subject"),
      message: `${step.operation.key} lists only one of two ${noun(step)}s that look alike`,
      expected: "both, by their ids",
      got: first ? "the first, without the second" : "the second, without the first",
      why: "Both were created. The first was listed before one like it came, and one that is different and came later is listed.",
    }),
  ];
}
