import { aNoun } from "#base/a-noun";
import { answers, either, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { kindOfRole, type Role, roleOf } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { callOn, holderOf, listHolding } from "./holder.js";
import { bodyOf, earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "put it in",
  look: "look at what holds it",
  remove: `${PROVOKE}delete it, or what it is in`,
  lookFor: `${PROVOKE}look for it`,
  lookAfter: "look again at what holds it",
} as const;

/**
 * A thing is put into another, and then deleted, or goes with what it stands in. What held it must not go on showing it. A weak
 * norm, and only where such things can be taken out again: an order keeps what was bought.
 */
export const heldIsThere: Oracle = {
  id: "held-is-there",
  title: "What holds a thing does not show it any more when it is gone.",
  verdict: "WARN",
  source: "referential integrity",
  needs: "things that are put into others and taken out again, and a delete by which they go",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== heldIsThere.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    const [look, remove] = [earlier(step, CALLS.look), earlier(step, CALLS.remove)];
    const isHeld = (exchange: Exchange | undefined) =>
      succeeded(exchange) && listHolding(step, bodyOf(exchange), [step.subject?.id]) !== undefined;
    const isGone = succeeded(remove) && isAbsent(earlier(step, CALLS.lookFor));
    if (remove === undefined || !isGone || !isHeld(look) || !isHeld(step.exchange)) return [];
    const { operation } = remove.call;
    return [
      finding(heldIsThere.id, step, {
        operation,
        evidence: [CALLS.make, CALLS.look, CALLS.remove, CALLS.lookFor],
        verdict: "WARN",
        clause: "what is shown is there",
        shape: noun(step),
        check: either(answers(CALLS.remove, REFUSED), answers(CALLS.lookAfter, REFUSED)),
        message: `${operation} makes ${aNoun(noun(step))} disappear that ${step.operation.key} still shows`,
        expected: "a refusal, or a list without it",
        got: "the list as before",
        why: "Whoever follows what is shown there finds nothing.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind) {
  const { semantics } = ground.known;
  const holder = holderOf(ground, kind);
  const holding = resourceNamed(semantics, kindOfRole(holder?.role ?? ""));
  if (holder === undefined || holding === undefined) return [];
  return kind.resource.parents
    .filter(({ via }) => via.kind !== "path")
    .flatMap((link) => {
      const held = resourceNamed(semantics, link.resource);
      const [read] = held?.read ?? [];
      const role = roleOf(link, kind.resource);
      const way = wayToRemove(ground, role, [holder.role, ...above(ground, holder.role)]);
      if (held === undefined || read === undefined || way === undefined || held.name === holding.name)
        return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const look = (id: string) => callOn(id, ground, holder.read, holding, things, holder.role);
      const calls = [
        look(CALLS.look),
        callOn(CALLS.remove, ground, way.operation, way.resource, things, way.role),
        callOn(CALLS.lookFor, ground, read, held, things, role),
        look(CALLS.lookAfter),
      ].filter((call) => call !== undefined);
      if (calls.length < 4) return [];
      situation.add(...calls);
      return [situation.build(heldIsThere.id, `delete what ${aNoun(holding.name)} holds`, link.resource)];
    });
}

/** How a thing goes: by its own delete, or with what its path runs through, nearest first. */
function wayToRemove(ground: Ground, role: Role, kept: readonly Role[]) {
  return [role, ...above(ground, role)]
    .filter((one) => !kept.includes(one))
    .flatMap((one) => {
      const resource = resourceNamed(ground.known.semantics, kindOfRole(one));
      const isOurs = ground.book.creates.get(kindOfRole(one))?.found !== true;
      const [operation] = resource?.delete ?? [];
      return resource === undefined || operation === undefined || !isOurs
        ? []
        : [{ role: one, resource, operation }];
    })[0];
}

/** What the path of a thing runs through, the nearest first. */
function above({ book }: Ground, role: Role): readonly Role[] {
  const needs = book.creates.get(kindOfRole(role))?.needs ?? [];
  return needs
    .filter(({ byPath }) => byPath)
    .map(({ resource }) => resource)
    .reverse();
}
