import { aNoun } from "#base/a-noun";
import { ACCEPTED, answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { mayFollowAtOnce } from "#semantics/promises";
import { at, type Stretch } from "#semantics/when";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { refusedAs, sentSpan, showSpan } from "./sent-span.js";
import { kindsOf, Situation } from "./situation.js";
import { whenOf } from "./when-of.js";

const [MAKE, LAST] = ["make it", `${PROVOKE}make one long after it`];
const WHEN: Stretch = [0, 4];
const MUCH_LATER: Stretch = [96, 100];

/** All of them meet the first one. The one around it comes last: it is what is forgotten most often. */
const MEETING: Readonly<Record<string, Stretch>> = {
  "at the same time": WHEN,
  "within it": [1, 3],
  "over its begin": [-2, 1],
  "over its end": [3, 6],
  "around it": [-2, 6],
};

/** They end where it begins, and begin where it ends. */
const TOUCHING: Readonly<Record<string, Stretch>> = { "up to its begin": [-3, 0], "from its end on": [4, 7] };

const idOf = (how: string) => `${PROVOKE}make one ${how}`;

/**
 * A room is booked by one at a time. What the service refuses at the same time, beside something long after that it takes,
 * it must refuse in whatever way the two overlap. Only a service that refuses most of them contradicts itself: one that
 * looks at the begin alone means something else. Overlapping is mutual, so two that touch are taken in either order or in
 * none. What was taken wrongly is in the way of the rest, so nothing is said of that.
 */
export const overlapIsRefused: Oracle = {
  id: "overlap-is-refused",
  title: "What cannot take place at the same time cannot overlap in any way.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "a create with a begin and an end, of which the service refuses a second one at the same time",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const when = whenOf(ground, kind);
      if (when?.end === undefined) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(MAKE, (call) => at(call, when, WHEN, MAKE));
      for (const [how, stretch] of Object.entries({ ...MEETING, ...TOUCHING }))
        situation.makeBeside(idOf(how), things, (call) => at(call, when, stretch, MAKE));
      situation.makeBeside(LAST, things, (call) => at(call, when, MUCH_LATER, MAKE));
      return [situation.build(overlapIsRefused.id, "let things overlap in time")];
    }),
  judge: (step) => {
    if (step.plannedBy !== overlapIsRefused.id || step.exchange.call.id !== LAST) return [];
    const first = earlier(step, MAKE);
    const same = earlier(step, idOf("at the same time"));
    const status = refusedAs(same);
    // One more must find room: what was refused was not refused because there are enough.
    if (first === undefined || !succeeded(first) || status === undefined || !isSuccess(step.response))
      return [];
    if (!Object.keys(MEETING).every((how) => isAsMeant(step, first, how))) return [];
    const others = Object.keys(MEETING).slice(1);
    const refused = others.filter((how) => refusedAs(earlier(step, idOf(how))) === status);
    const [taken] = others.filter((how) => succeeded(earlier(step, idOf(how))));
    if (taken !== undefined) {
      if (refused.length < 2) return [];
      return [
        finding(overlapIsRefused.id, step, {
          evidence: [MAKE, idOf("at the same time"), ...refused.map(idOf), idOf(taken)],
          verdict: "ERR",
          clause: "what overlaps is refused",
          shape: taken,
          check: answers(idOf(taken), REFUSED),
          message: `${step.operation.key} accepts ${aNoun(noun(step))} ${taken.replace(/it$/, "another")}, but none ${refused.join(" or ")}`,
          expected: `${status}, as for all others that overlap it`,
          got: `success, with ${showSpan(sentSpan(earlier(step, idOf(taken))))} beside ${showSpan(sentSpan(first))}`,
          why: "The service takes no two at the same time, and now there are two.",
        }),
      ];
    }
    return unevenTouch(step, first, status);
  },
};

function unevenTouch(step: Step, first: Exchange, status: number) {
  const touching = Object.keys(TOUCHING).filter((how) => earlier(step, idOf(how)) !== undefined);
  const refused = touching.filter((how) => refusedAs(earlier(step, idOf(how))) === status);
  const taken = touching.filter((how) => succeeded(earlier(step, idOf(how))));
  const [no, yes] = [refused.at(-1), taken[0]];
  if (no === undefined) return [];
  if (yes === undefined && mayFollowAtOnce(step.operation)) return [refusedToFollow(step, first, status)];
  if (yes === undefined) return [];
  return [
    finding(overlapIsRefused.id, step, {
      evidence: [MAKE, idOf("at the same time"), idOf(yes), idOf(no)],
      verdict: "WARN",
      clause: "what touches is treated alike",
      shape: no,
      check: answers(idOf(no), ACCEPTED),
      message: `${step.operation.key} accepts ${aNoun(noun(step))} ${yes.replace("its", "another's")}, but none ${no}`,
      expected: "both to be taken, or none: to touch is mutual",
      got: `${status} for ${showSpan(sentSpan(earlier(step, idOf(no))))} beside ${showSpan(sentSpan(first))}`,
      why: "Which of two things can be had depends on which of them was asked for first.",
    }),
  ];
}

function refusedToFollow(step: Step, first: Exchange, status: number) {
  const [, id = ""] = Object.keys(TOUCHING).map(idOf);
  return finding(overlapIsRefused.id, step, {
    evidence: [MAKE, id],
    verdict: "WARN",
    clause: "one may follow another at once",
    check: answers(id, ACCEPTED),
    message: `${step.operation.key} refuses ${aNoun(noun(step))} that begins when another ends, which the document allows`,
    expected: "success",
    got: `${status} for ${showSpan(sentSpan(earlier(step, id)))} beside ${showSpan(sentSpan(first))}`,
    why: "The document says in so many words that the two can be had.",
  });
}

/** The dates were sent as they were meant: a generator of the user's may have drawn others. */
function isAsMeant(step: Step, first: Exchange, how: string): boolean {
  const made = earlier(step, idOf(how));
  const [one, other] = [first, made].map((exchange) => sentSpan(exchange));
  if (made === undefined) return true;
  return one !== undefined && other !== undefined && one.begin < other.end && other.begin < one.end;
}
