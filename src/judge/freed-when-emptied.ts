import { aNoun } from "#base/a-noun";
import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made, type MadeThing, SELF } from "#semantics/recipe";
import { kindOfRole, type Role, roleOf } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { earlier, noun } from "./lifecycle.js";
import { looksGone } from "./looks-gone.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { type Restriction, restrictionsBy } from "./restrictions-by.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: "make another to belong to",
  refused: `${PROVOKE}delete what it belongs to`,
  delete: "delete it",
  look: "look",
  bare: "delete the other, which never had any",
  freed: `${PROVOKE}delete what it belonged to`,
} as const;

/**
 * That a thing cannot be deleted while others belong to it was seen. When they are gone it is as free as one that never
 * had any, which is deleted just before. A weak norm: what has a history may be kept for its sake.
 */
export const freedWhenEmptied: Oracle = {
  id: "freed-when-emptied",
  title: "What could not be deleted while others belonged to it can be when they are gone.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a delete that was seen to be refused while others belong to the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      restrictionsBy(ground, kind).flatMap((rule) => planned(ground, kind, rule)),
    ),
  judge: (step) => {
    if (step.plannedBy !== freedWhenEmptied.id || step.exchange.call.id !== CALLS.freed) return [];
    const refusal = earlier(step, CALLS.refused);
    const isEmpty = succeeded(earlier(step, CALLS.delete)) && looksGone(step, CALLS.look);
    if (!isRefusal(refusal) || !isRefusal(step.exchange) || !isEmpty || !succeeded(earlier(step, CALLS.bare)))
      return [];
    return [
      finding(freedWhenEmptied.id, step, {
        evidence: [CALLS.make, CALLS.refused, CALLS.delete, CALLS.look, CALLS.other, CALLS.bare],
        comparisons: [CALLS.refused, CALLS.other, CALLS.bare],
        verdict: "WARN",
        clause: "what is empty can be deleted",
        check: answers(CALLS.freed, ACCEPTED),
        message: `${step.operation.key} is still refused after the only ${noun(step)} that was in the way is gone`,
        expected: "success, as for one that never had any",
        got: String(step.response.status),
        why: "Another one, to which nothing ever belonged, was deleted a moment ago; the two differ only in what is gone.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind, rule: Restriction) {
  const { known } = ground;
  const parent = resourceNamed(known.semantics, rule.parent);
  const [remove] = parent?.delete ?? [];
  const [removeOwn] = kind.resource.delete;
  const role = roleOf({ resource: rule.parent, via: rule.via }, kind.resource);
  if (parent === undefined || remove === undefined || removeOwn === undefined) return [];
  if ([rule.parent, rule.child].some((name) => !isRemoved(ground, name))) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const place = things.get(role);
  const other = place === undefined ? undefined : situation.makeParent(CALLS.other, role);
  if (place === undefined || other === undefined || staysInTheWay(ground, kind, things, role)) return [];
  const recipe = plainRecipe(known, operationOf(known.api, remove), parent);
  const removal = (id: string, thing: MadeThing) => callFromRecipe(id, recipe, asOwn(things, thing));
  situation.add(removal(CALLS.refused, place), situation.plain(CALLS.delete, removeOwn, things));
  situation.look(CALLS.look, things);
  situation.add(removal(CALLS.bare, other), removal(CALLS.freed, place));
  const purpose = `delete ${aNoun(rule.parent)} when nothing belongs to it any more`;
  return [situation.build(freedWhenEmptied.id, purpose, rule.parent)];
}

/** What is only put away may be in the way as before. */
function isRemoved({ rules }: Ground, name: string): boolean {
  return rules.some((rule) => rule.kind === "removes" && rule.resource === name && rule.how === "gone");
}

/** Of what the thing needs, or what was made for that, something else belongs to the same parent, and is still there when the thing is gone. */
function staysInTheWay({ known }: Ground, { create }: Kind, things: Made, parent: Role): boolean {
  const needed = [...things.keys()].filter((role) => role !== SELF && role !== parent).map(kindOfRole);
  const made = create.needs.flatMap(({ moved = [] }) => moved.map(({ resource }) => resource));
  return [...needed, ...made].some((name) => {
    const { parents = [], mentions = [] } = resourceNamed(known.semantics, name) ?? {};
    return [...parents, ...mentions].some(({ resource }) => resource === kindOfRole(parent));
  });
}

function asOwn(things: Made, thing: MadeThing): Made {
  return new Map([...things, [SELF, thing]]);
}

function isRefusal(exchange: Exchange | undefined): boolean {
  const { outcome } = exchange ?? {};
  return outcome?.kind === "response" && [400, 403, 409, 412, 422, 423].includes(outcome.status);
}
