import { aNoun } from "#base/a-noun";
import { succeeded } from "#calls/succeeded";
import type { OperationKey } from "#openapi/api";
import { PROVOKE } from "#semantics/life";
import { lifecycleOf } from "#semantics/lifecycles";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { placeOf, placeOfEarlier, same } from "./place-of.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { tellingChanges } from "./telling-changes.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  away: `${PROVOKE}take it away`,
  back: `${PROVOKE}bring it back`,
  lookAfter: "look at what is back",
} as const;

/** So many ways there and back are gone with a kind of thing. */
const MOST = 2;

/**
 * Archived and restored, frozen and unfrozen: what has its first status again has what was written into it. A weak norm,
 * since an action may be there to clear something; only what is lost, or was drawn for this thing, is compared.
 */
export const backAsBefore: Oracle = {
  id: "back-as-before",
  title: "A thing that was put away and brought back has all that was written into it.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an operation that takes things out of their first status, one that brings them back, and a read",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      if (kind.resource.read[0] === undefined) return [];
      return waysBack(ground, kind)
        .slice(0, MOST)
        .map(([away, back]) => {
          const situation = new Situation(ground, kind);
          const things = situation.make(CALLS.make);
          situation.look(CALLS.look, things);
          situation.add(situation.acting(CALLS.away, away, things));
          situation.add(situation.acting(CALLS.back, back, things));
          situation.look(CALLS.lookAfter, things);
          return situation.build(backAsBefore.id, `call ${away}, then ${back}`, `${away}, ${back}`);
        });
    }),
  judge: (step) => {
    if (step.plannedBy !== backAsBefore.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    const [make, away, back] = [CALLS.make, CALLS.away, CALLS.back].map((id) => earlier(step, id));
    if (!succeeded(away) || !succeeded(back)) return [];
    const sent = sentBy(make);
    const changes = writtenChanges(step, seenAt(step, CALLS.look), seenNow(step), sent);
    const lost = tellingChanges(changes, make);
    const [first] = lost;
    if (first === undefined) return [];
    return [
      finding(backAsBefore.id, step, {
        operation: back?.call.operation ?? step.operation.key,
        evidence: [CALLS.make, CALLS.look, CALLS.away, CALLS.back],
        verdict: "WARN",
        clause: "what is back is as before",
        check: same(
          placeOf(step, step.exchange, first.pointer, { like: sent }),
          placeOfEarlier(step, CALLS.look, first.pointer, sent),
        ),
        message: `${aNoun(noun(step))} that ${away?.call.operation} has put away and ${back?.call.operation} brought back has another ${lost.map(({ pointer }) => pointer).join(", ")}`,
        expected: `${show(first.before)}, as before`,
        got: show(first.after),
        why: "It has its first status again, and nobody has written to it.",
      }),
    ];
  },
};

/** Operations that lead out of the first status, each with one that leads back. */
function waysBack(
  { rules, book }: Ground,
  { resource }: Kind,
): readonly (readonly [OperationKey, OperationKey])[] {
  const life = lifecycleOf(rules, resource.name);
  if (life === undefined) return [];
  const isKnown = (key: OperationKey) => resource.delete.includes(key) || book.actions?.has(key) === true;
  const mayIn = (key: OperationKey, status: string | boolean) =>
    life.allowed.get(key)?.includes(status) !== false;
  const leading = [...life.leads].filter(([key]) => isKnown(key));
  return leading.flatMap(([away, status]) => {
    if (status === life.initial || !mayIn(away, life.initial)) return [];
    const [back] = leading.find(([key, to]) => to === life.initial && mayIn(key, status)) ?? [];
    return back === undefined ? [] : [[away, back] as const];
  });
}
