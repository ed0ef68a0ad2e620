import { aNoun } from "#base/a-noun";
import type { Call } from "#calls/call";
import { mapTemplate } from "#calls/map-inputs";
import { referencesOf } from "#calls/references";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import type { Made, MadeThing } from "#semantics/recipe";
import type { Role } from "#semantics/role";
import { earlier, noun, shows } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { listed } from "./place-of.js";
import { actionsOf, innermostParent, type Kind, kindsOf, namesOnly, Situation } from "./situation.js";

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
    const move = parent === undefined ? undefined : moveOf(ground, kind, situation, things, parent);
    if (parent === undefined || move === undefined || !namesOnly(list, things)) return [];
    situation.add(list);
    const place = situation.makeParent(CALLS.place, parent);
    const before = things.get(parent);
    if (place === undefined || before === undefined) return [];
    situation.add(inBody(move, before, place));
    situation.add(situation.plain(CALLS.listThere, key, new Map([...things, [parent, place]])));
    situation.add({ ...list, id: CALLS.listAfter });
    return [
      situation.build(movedLeavesItsPlace.id, `move ${aNoun(kind.resource.name)} to another ${parent}`, key),
    ];
  });
}

/** The first call on the thing that names this parent of it in its body. */
export function moveOf(
  ground: Ground,
  { resource, update }: Kind,
  situation: Situation,
  things: Made,
  parent: Role,
): Call | undefined {
  const recipes = [...(update === undefined ? [] : [update]), ...actionsOf(ground, resource)];
  const others = Object.values(ground.known.semantics.operations)
    .filter((meaning) => meaning.resource === resource.name && meaning.semantics === "UPDATE")
    .map(({ operation }) => operation)
    .filter((key) => key !== update?.operation);
  return [
    ...recipes.map((recipe) => situation.working(CALLS.move, recipe, things)),
    ...others.map((key) => situation.plain(CALLS.move, key, things)),
  ].find(
    (call) =>
      namesOnly(call, things) &&
      referencesOf(call).some(
        ({ reference, input }) => input.startsWith("/body") && reference.call === things.get(parent)?.call,
      ),
  );
}

/** The call with another parent in its body; its path goes on naming the one that it is under. */
export function inBody(call: Call, before: MadeThing, after: MadeThing): Call {
  if (call.body === undefined) return call;
  const content = mapTemplate(call.body.content, {
    reference: (reference) =>
      reference.call === before.call ? { ...reference, call: after.call } : reference,
  });
  return { ...call, body: { ...call.body, content } };
}
