import { aNoun } from "#base/a-noun";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { earlier, noun, shows } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { moveElsewhere } from "./move-elsewhere.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { listed } from "./place-of.js";
import { innermostParent, type Kind, kindsOf, namesOnly, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  place: "make another place for it",
  listHere: "list it where it is",
  move: `${PROVOKE}move it`,
  listThere: "list it where it was moved to",
  listAfter: "list it where it was",
} as const;

/**
 * Where a call names the parent of a thing in its body, it can name another one, and so move the thing. The lists below the two
 * parents must then agree that it moved. A weak norm: a thing that may have several parents stays with the first as well.
 */
export const movedLeavesItsPlace: Oracle = {
  id: "moved-leaves-its-place",
  title: "What was moved to another parent is listed there, and no longer where it was.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a list below a parent, and a call whose body names that parent",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== movedLeavesItsPlace.id || step.exchange.call.id !== CALLS.listAfter) return [];
    const { subject, exchange } = step;
    const [here, move, there] = [
      earlier(step, CALLS.listHere),
      earlier(step, CALLS.move),
      earlier(step, CALLS.listThere),
    ];
    const hasMoved = succeeded(move) && shows(step, here, subject?.id) && shows(step, there, subject?.id);
    if (!hasMoved || !shows(step, exchange, subject?.id)) return [];
    return [
      finding(movedLeavesItsPlace.id, step, {
        operation: move?.call.operation ?? step.operation.key,
        evidence: [CALLS.make, CALLS.listHere, CALLS.move, CALLS.listThere],
        verdict: "WARN",
        clause: "what was moved is in one place",
        check: listed(step, false),
        message: `${move?.call.operation} moves ${aNoun(noun(step))}, and ${step.operation.key} still shows it in the old place`,
        expected: "the thing in the new place only",
        got: "the thing in both places",
        why: "It was listed under the first parent, was given another one, and is listed there; the first still has it.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind) {
  return listOperationsOf(ground, kind).flatMap(({ key, path }) => {
    if (!path.includes("{")) return [];
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    const list = situation.plain(CALLS.listHere, key, things);
    const parent = innermostParent(list, things);
    if (parent === undefined || !namesOnly(list, things)) return [];
    situation.add(list);
    const place = moveElsewhere(ground, situation, things, parent, CALLS);
    if (place === undefined) return [];
    situation.add(situation.plain(CALLS.listThere, key, new Map([...things, [parent, place]])));
    situation.add({ ...list, id: CALLS.listAfter });
    return [
      situation.build(movedLeavesItsPlace.id, `move ${aNoun(kind.resource.name)} to another ${parent}`, key),
    ];
  });
}
