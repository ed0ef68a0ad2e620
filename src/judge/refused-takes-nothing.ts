import { aNoun } from "#base/a-noun";
import type { Call } from "#calls/call";
import { ACCEPTED, answers } from "#calls/checks";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import { recipesAbove } from "#semantics/recipes-above";
import { type Need, roleIn } from "#semantics/role";
import { type When, whenIn } from "#semantics/when";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { refusedAs } from "./sent-span.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  place: "make another place at the same time",
  refused: `${PROVOKE}make one for the same there`,
  who: "make somebody else",
  other: `${PROVOKE}make one for somebody else there`,
  place2: "make a third place at the same time",
  who2: "make a third one",
  control: `${PROVOKE}make one for a third one elsewhere`,
} as const;

/**
 * Nobody can be at two places at once, so a service may refuse a second booking at the same time. The place of that is then
 * as free as it was: somebody else can have it. A third one, who gets a third place at that time, shows that nothing else is
 * in the way.
 */
export const refusedTakesNothing: Oracle = {
  id: "refused-takes-nothing",
  title: "What a refused create would have taken can be taken by another.",
  verdict: "WARN",
  source: "RFC 9110, section 15.5",
  needs:
    "a create that names two things, of which one has a begin and an end, and that is refused for two at the same time",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== refusedTakesNothing.id || step.exchange.call.id !== CALLS.control) return [];
    const [make, refused, other] = [CALLS.make, CALLS.refused, CALLS.other].map((id) => earlier(step, id));
    const status = refusedAs(refused);
    if (!succeeded(make) || !succeeded(step.exchange) || status === undefined) return [];
    if (refusedAs(other) !== status) return [];
    return [
      finding(refusedTakesNothing.id, step, {
        evidence: [CALLS.make, CALLS.place, CALLS.refused, CALLS.other],
        verdict: "WARN",
        clause: "a refused create takes nothing",
        check: answers(CALLS.other, ACCEPTED),
        message: `${step.operation.key} refuses as taken what nobody has: ${aNoun(noun(step))} that asked for it was refused`,
        expected: "success, as for a third one at the same time",
        got: String(status),
        why: "The only call that named it before was refused, and so must have changed nothing.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { needs } = kind.create;
  const whenOfNeed = (need: Need) => whenIn(ground.book.creates.get(need.resource)?.inputs.body?.content);
  const place = needs.find((need) => whenOfNeed(need)?.end !== undefined);
  const when = place && whenOfNeed(place);
  if (place === undefined || when === undefined) return [];
  const made = ground.book.creates.get(place.resource);
  // For another place there is another one of what that belongs to.
  const above = made === undefined ? [] : recipesAbove(ground.book.creates, made);
  const isAround = (need: Need) => above.some(({ resource }) => resource === need.resource);
  const who = needs.find((need) => need !== place && !isAround(need));
  if (who === undefined) return [];
  const [where, whose] = [roleIn(place), roleIn(who)];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const first = things.get(where);
  if (first === undefined) return [];
  const atSameTime = (call: Call) => asIn(first.call, call, when);
  const second = situation.makeParent(CALLS.place, where, atSameTime);
  const third = situation.makeParent(CALLS.place2, where, atSameTime);
  const [other, last] = [CALLS.who, CALLS.who2].map((id) => situation.makeParent(id, whose, (call) => call));
  if (second === undefined || third === undefined || other === undefined || last === undefined) return [];
  situation.makeBeside(CALLS.refused, new Map([...things, [where, second]]));
  situation.makeBeside(CALLS.other, new Map([...things, [where, second], [whose, other]]));
  situation.makeBeside(CALLS.control, new Map([...things, [where, third], [whose, last]]));
  return [situation.build(refusedTakesNothing.id, "take what was refused to another", place.resource)];
}

/** The call with the begin and the end that another one sent. */
function asIn(first: string, call: Call, { begin, end }: When): Call {
  let changed = call;
  for (const place of end === undefined ? [begin] : [begin, end]) {
    const source = { in: "request body", pointer: place.pointer } as const;
    changed = {
      ...changed,
      ...replaceInBody(changed, place.pointer, { kind: "reference", call: first, source }),
    };
  }
  return changed;
}
