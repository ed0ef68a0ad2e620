import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Rule } from "../rule.js";
import type { ParentLink } from "../semantics.js";
import { type Comparable, comparable, createAlike } from "./create-alike.js";
import { type Conclusion, type Experiment, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import { borrowsId, linksOf, type Subject } from "./subject.js";
import { createApart, unchangedThing } from "./supply.js";
import type { Thing } from "./thing.js";

/** So many fields are asked for one by one; it is a question of cost. */
const MOST_FIELDS = 6;

/** A set of more fields than this is not a rule that anybody made. */
const LARGEST_SET = 3;

/**
 * First a thing like another one in everything but its id. Where that is refused, things that are like it in one
 * field only, or in its references only: the smallest set that is refused is unique. All of them stand in the same
 * parent; what is refused there and not in another is unique within it, and the rule names the parent as well. What
 * is accepted once is refuted, so the second turn asks only for what the first one found.
 */
export const unique: Experiment = {
  id: "unique",
  question: "In which fields must no two things be alike?",
  run: async (lab, subject, earlier) => {
    const fields = comparable(lab, subject);
    if (fields.all.length === 0 || borrowsId(subject) || earlier?.rules.length === 0) return NOTHING;
    const thing = await unchangedThing(lab, subject);
    if (thing?.created === undefined || lab.lastSight(thing)?.kind !== "there") return NOTHING;
    const ask: Ask = async (alike) => {
      const outcome = await createAlike(lab, subject, thing, new Set(alike));
      return outcome?.kind === "refused" ? outcome.reason : undefined;
    };
    const found = earlier === undefined ? await search(subject, fields, ask) : await confirm(earlier, ask);
    const rules = earlier === undefined ? await withinParent(lab, subject, thing, found) : found;
    // The control: one that is alike in nothing. Where that is refused too (sold out, full, suppressed), likeness is not the
    // reason. It comes last: where there is room for it, there was room for all that were refused before.
    const isControlled =
      rules.length > 0 && (await createAlike(lab, subject, thing, new Set()))?.kind === "accepted";
    return { ...NOTHING, rules: isControlled ? rules : [] };
  },
};

/** Why a thing that is alike in these fields was refused; undefined where it was not, or nobody can say. */
type Ask = (alike: readonly JsonPointer[]) => Promise<string | undefined>;

type UniqueRule = Extract<Rule, { readonly kind: "unique" }>;

async function search(
  { resource }: Subject,
  { links, all }: Comparable,
  ask: Ask,
): Promise<readonly UniqueRule[]> {
  const rule = (fields: readonly JsonPointer[], reason: string): UniqueRule => ({
    kind: "unique",
    resource: resource.name,
    fields,
    source: "learned",
    reason,
  });
  const whole = await ask(all);
  if (whole === undefined) return [];
  if (all.length === 1) return [rule(all, whole)];
  const found: UniqueRule[] = [];
  for (const field of all.slice(0, MOST_FIELDS)) {
    const why = await ask([field]);
    if (why !== undefined) found.push(rule([field], why));
  }
  if (found.length > 0) return found;
  const byLinks = links.length > 1 && links.length < all.length ? await ask(links) : undefined;
  if (byLinks !== undefined) return [rule(links, byLinks)];
  return all.length <= LARGEST_SET ? [rule(all, whole)] : [];
}

async function confirm(earlier: Conclusion, ask: Ask): Promise<readonly UniqueRule[]> {
  const again: UniqueRule[] = [];
  for (const rule of earlier.rules) {
    if (rule.kind === "unique" && (await ask(rule.fields)) !== undefined) again.push(rule);
  }
  return again;
}

/** The rules, each with the parent that the things stand in, where it does not hold everywhere. */
async function withinParent(
  lab: Lab,
  subject: Subject,
  thing: Thing,
  rules: readonly UniqueRule[],
): Promise<readonly UniqueRule[]> {
  const place = placeOf(lab, subject);
  const scope = place?.via.kind === "path" ? formatPointer([place.via.parameter]) : place?.via.pointer;
  const isOpen = rules.some(({ fields }) => scope !== undefined && !fields.includes(scope));
  const kind = isOpen && place !== undefined ? lab.subject(place.resource) : undefined;
  const other = kind === undefined ? undefined : await createApart(lab, kind);
  if (other === undefined || scope === undefined) return rules;
  const settled: UniqueRule[] = [];
  for (const rule of rules) {
    const outcome = rule.fields.includes(scope)
      ? undefined
      : await createAlike(lab, subject, thing, new Set(rule.fields), other);
    settled.push(outcome?.kind === "accepted" ? { ...rule, fields: [scope, ...rule.fields] } : rule);
  }
  return settled;
}

/**
 * What a thing stands in: what its path runs through, or else what it names and what stands in something itself. Rooms name
 * a type, and types belong to a house: numbers may be unique in the house, and so for the type.
 */
function placeOf(lab: Lab, subject: Subject): Place | undefined {
  const links = linksOf(subject).filter((link): link is Place => link.via.kind !== "id");
  const isDeep = ({ resource }: Place) => (lab.subject(resource)?.recipe.needs.length ?? 0) > 0;
  return links.findLast(({ via }) => via.kind === "path") ?? links.find(isDeep);
}

type Place = ParentLink & { readonly via: Exclude<ParentLink["via"], { readonly kind: "id" }> };
