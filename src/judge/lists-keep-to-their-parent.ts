import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { earlier, madeBy, noun, shows } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { innermostParent, kindsOf, namesOnly, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: `${PROVOKE}make one elsewhere`,
  list: "list where it is",
  listOther: "list where the other is",
  kin: `${PROVOKE}make one elsewhere that shares the rest`,
  listKin: "list where that is",
} as const;

/**
 * A list whose path runs through a thing shows what belongs to that thing. Two things stand under two parents; the list of the
 * one parent must not show what stands under the other. That it shows its own at all is the proof that it lists these things.
 * A third one shares with the first whatever else that needed: a list may go astray along just that.
 */
export const listsKeepToTheirParent: Oracle = {
  id: "lists-keep-to-their-parent",
  title: "A list below a thing shows what belongs to that thing, and nothing of another one.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "a list whose path runs through a parent",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind)
        .filter(({ path }) => path.includes("{"))
        .flatMap(({ key }) => {
          const situation = new Situation(ground, kind);
          const things = situation.make(CALLS.make);
          const list = situation.plain(CALLS.list, key, things);
          // Players can be listed below a tournament, and need none.
          const parent = innermostParent(list, things);
          if (parent === undefined || !namesOnly(list, things)) return [];
          // What the parent stands in is the same for both: a list must not show all that is in there, either.
          const others = situation.makeNear(CALLS.other, parent);
          situation.add(list, situation.plain(CALLS.listOther, key, others));
          const kin = situation.makeBesides(CALLS.kin, parent);
          if (kin !== undefined) situation.add(situation.plain(CALLS.listKin, key, kin));
          return [situation.build(listsKeepToTheirParent.id, `list with ${key} under two parents`, key)];
        }),
    ),
  judge: (step) => {
    if (step.plannedBy !== listsKeepToTheirParent.id) return [];
    switch (step.exchange.call.id) {
      case CALLS.listOther:
        return compare(step, CALLS.other, step.subject?.otherId);
      case CALLS.listKin:
        return compare(step, CALLS.kin, madeBy(step, CALLS.kin));
      default:
        return [];
    }
  },
};

function compare(step: Step, other: string, otherId: Json | undefined): readonly Finding[] {
  const { subject, exchange } = step;
  const list = earlier(step, CALLS.list);
  const areTwo = succeeded(earlier(step, other)) && !sameId(subject?.id, otherId);
  const areListed = shows(step, list, subject?.id) && shows(step, exchange, otherId);
  // Under one and the same parent both belong to it.
  const isElsewhere = list?.request.url !== exchange.request.url;
  // What was made first may be seen where the second is, and the other way round.
  const isFirst = shows(step, exchange, subject?.id);
  if (!areTwo || !areListed || !isElsewhere) return [];
  if (!isFirst && !shows(step, list, otherId)) return [];
  return [
    finding(listsKeepToTheirParent.id, step, {
      evidence: [CALLS.make, other, CALLS.list],
      verdict: "ERR",
      clause: "a list shows what is under its parent",
      check:
        isFirst || list === undefined
          ? listed(step, false)
          : listed({ ...step, exchange: list }, false, "other"),
      message: `${step.operation.key} also shows ${aNoun(noun(step))} that belongs to another parent`,
      expected: "only what is under the parent that the path names",
      got: `${aNoun(noun(step))} that was created under another one`,
      why: "Each of the two lists shows the thing that was created there; one shows the other's as well.",
    }),
  ];
}
