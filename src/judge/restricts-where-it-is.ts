import { aNoun } from "#base/a-noun";
import { answers, either, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import { SELF } from "#semantics/recipe";
import { roleOf } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { callOn } from "./holder.js";
import { earlier, isAbsent, noun } from "./lifecycle.js";
import { moveElsewhere } from "./move-elsewhere.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { type Restriction, restrictionsBy } from "./restrictions-by.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  place: "make another place for it",
  move: `${PROVOKE}move it there`,
  remove: `${PROVOKE}delete the place where it is`,
  lookPlace: `${PROVOKE}look for that place`,
  look: `${PROVOKE}look for it`,
} as const;

/**
 * A delete is refused while something belongs to the thing, as was seen with one that was made there. One that was moved there
 * is in its way as well: otherwise the delete goes by where things once were.
 */
export const restrictsWhereItIs: Oracle = {
  id: "restricts-where-it-is",
  title: "What was moved to a parent is in the way of its delete as what was made there is.",
  verdict: "WARN",
  source: "referential integrity",
  needs: "a delete that was seen to be refused while others belong to the thing, and a call that moves those",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      restrictionsBy(ground, kind).flatMap((rule) => planned(ground, kind, rule)),
    ),
  judge: (step) => {
    if (step.plannedBy !== restrictsWhereItIs.id || step.exchange.call.id !== CALLS.look) return [];
    const [move, remove] = [earlier(step, CALLS.move), earlier(step, CALLS.remove)];
    const isRemoved = succeeded(remove) && isAbsent(earlier(step, CALLS.lookPlace));
    // Where it went as well nothing is left that could refer to it.
    if (!succeeded(move) || remove === undefined || !isRemoved || !isSuccess(step.response)) return [];
    return [
      finding(restrictsWhereItIs.id, step, {
        operation: remove.call.operation,
        evidence: [CALLS.make, CALLS.place, CALLS.move, CALLS.remove, CALLS.lookPlace],
        verdict: "WARN",
        clause: "what belongs to a thing is in the way of its delete",
        shape: `${noun(step)} that was moved there`,
        check: either(answers(CALLS.remove, REFUSED), answers(CALLS.look, REFUSED)),
        message: `${remove.call.operation} is refused where ${aNoun(noun(step))} was made, and succeeds where one was moved to by ${move?.call.operation}`,
        expected: "a refusal, as where one was made",
        got: `what it belongs to is gone, and the ${noun(step)} is still there`,
        why: `The ${noun(step)} now refers to something that does not exist.`,
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind, rule: Restriction): readonly PlannedSequence[] {
  const role = roleOf({ resource: rule.parent, via: rule.via }, kind.resource);
  const parent = resourceNamed(ground.known.semantics, rule.parent);
  const [[remove], [read]] = [parent?.delete ?? [], parent?.read ?? []];
  if (parent === undefined || remove === undefined || read === undefined) return [];
  if (kind.resource.read.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const place = moveElsewhere(ground, situation, things, role, CALLS);
  if (place === undefined) return [];
  const there = new Map([...things, [role, place], [SELF, place]]);
  const onPlace = (id: string, key: string) => callOn(id, ground, key, parent, there, role) ?? [];
  situation.add(...[onPlace(CALLS.remove, remove), onPlace(CALLS.lookPlace, read)].flat());
  situation.look(CALLS.look, things);
  const purpose = `delete ${aNoun(rule.parent)} to which ${aNoun(kind.resource.name)} was moved`;
  return [situation.build(restrictsWhereItIs.id, purpose, rule.parent)];
}
