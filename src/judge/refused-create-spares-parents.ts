import { aNoun } from "#base/a-noun";
import { jsonDifferences } from "#base/json-differences";
import { getAtPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { equal, inAnswer } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import { roleIn } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { callOn } from "./holder.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  /** Begin the ids of looks at what the thing belongs to; the role follows. */
  before: "look before at ",
  again: "look once more before at ",
  refused: `${PROVOKE}make the same again`,
  after: "look after at ",
} as const;

/**
 * A thing is made twice with the same values, of which the second is often refused. What it would have belonged to must
 * then be as before: a number that went up was raised too early. That a number moves by itself is seen by two looks.
 */
export const refusedCreateSparesParents: Oracle = {
  id: "refused-create-spares-parents",
  title: "A create that is refused leaves what it would have belonged to as it was.",
  verdict: "WARN",
  source: "RFC 9110, section 15.5",
  needs: "a create that names things which can be read, and that is refused when it is repeated",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== refusedCreateSparesParents.id || !id.startsWith(CALLS.after)) return [];
    const role = id.slice(CALLS.after.length);
    const refused = earlier(step, CALLS.refused);
    const [first, second] = [CALLS.before, CALLS.again].map((prefix) => earlier(step, prefix + role));
    if (refused?.outcome.kind !== "response" || isSuccess(refused.outcome) || !isSuccess(step.response))
      return [];
    if (!succeeded(earlier(step, CALLS.make)) || !succeeded(first) || !succeeded(second)) return [];
    const [before, again, now] = [bodyOf(first), bodyOf(second), bodyOf(step.exchange)];
    const moves = new Set(jsonDifferences(before, again));
    const pointer = jsonDifferences(before, now).find(
      (one) => !moves.has(one) && !looksLikeDate(getAtPointer(now, one)),
    );
    if (pointer === undefined) return [];
    const { status } = refused.outcome;
    return [
      finding(refusedCreateSparesParents.id, step, {
        operation: refused.call.operation,
        evidence: [CALLS.make, CALLS.before + role, CALLS.refused],
        verdict: "WARN",
        clause: "a refused create changes nothing",
        shape: pointer.replaceAll(/\d+/g, "*"),
        check: equal(inAnswer(CALLS.again + role, pointer), inAnswer(id, pointer)),
        message: `${refused.call.operation} answers ${status}, and ${step.operation.key} shows another ${pointer} afterwards`,
        expected: `${show(getAtPointer(before, pointer))}, as before the refusal`,
        got: show(getAtPointer(now, pointer)),
        why: `No ${noun(step)} was made: between the two looks nothing happened but the refusal.`,
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const looks = (prefix: string) =>
    kind.create.needs.flatMap((need) => {
      const parent = resourceNamed(ground.known.semantics, need.resource);
      const [read] = parent?.read ?? [];
      if (parent === undefined || read === undefined) return [];
      return callOn(prefix + roleIn(need), ground, read, parent, things, roleIn(need)) ?? [];
    });
  if (looks(CALLS.before).length === 0) return [];
  situation.add(...looks(CALLS.before), ...looks(CALLS.again));
  situation.makeSame(CALLS.refused, CALLS.make, things);
  situation.add(...looks(CALLS.after));
  const purpose = `make the same ${kind.resource.name} again, and look at what ${aNoun(kind.resource.name)} belongs to`;
  return [situation.build(refusedCreateSparesParents.id, purpose)];
}
