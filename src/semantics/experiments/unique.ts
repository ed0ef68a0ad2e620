import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { ownValues } from "#calls/own-values";
import { roleOf } from "../role.js";
import type { Rule } from "../rule.js";
import { isCrowded } from "./crowded.js";
import { effectOfCreate } from "./effect-of-create.js";
import { type Conclusion, type Experiment, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import { borrowsId, linksOf, type Subject } from "./subject.js";
import { createThing, livingThing, parentsFor } from "./supply.js";
import { standsIn, type Thing } from "./thing.js";

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
  settles: ["unique"],
  run: async (lab, subject, earlier) => {
    const fields = fieldsOf(lab, subject);
    if (fields.all.length === 0 || borrowsId(subject) || earlier?.rules.length === 0) return NOTHING;
    const thing = await livingThing(lab, subject);
    if (thing?.created === undefined || lab.lastSight(thing)?.kind !== "there") return NOTHING;
    const ask: Ask = async (alike) => {
      const outcome = await createAlike(lab, subject, thing, new Set(alike));
      return outcome === "accepted" ? undefined : outcome?.refusedBecause;
    };
    const found = earlier === undefined ? await search(subject, fields, ask) : await confirm(earlier, ask);
    const rules = earlier === undefined ? await withinParent(lab, subject, thing, found) : found;
    // The control: one that is alike in nothing. Where that is refused too, likeness is not the reason.
    const isControlled =
      rules.length > 0 && (await createAlike(lab, subject, thing, new Set())) === "accepted";
    return { ...NOTHING, rules: isControlled ? rules : [] };
  },
};

interface Fields {
  /** References to other things. */
  readonly links: readonly JsonPointer[];
  /** Those, and the members that differ from thing to thing. */
  readonly all: readonly JsonPointer[];
}

function fieldsOf(lab: Lab, subject: Subject): Fields {
  const content = subject.recipe.inputs.body?.content;
  const links = linksOf(subject).flatMap(({ via }) => (via.kind === "body" ? [via.pointer] : []));
  const id = lab.idPlace(subject);
  const chosen = id?.in === "body" ? formatPointer([id.name]) : undefined;
  const fresh = ownValues(content).filter(({ pointer }) => pointer !== chosen);
  return { links, all: [...links, ...fresh.map(({ pointer }) => pointer)] };
}

/** Why a thing that is alike in these fields was refused; undefined where it was not, or nobody can say. */
type Ask = (alike: readonly JsonPointer[]) => Promise<string | undefined>;

type UniqueRule = Extract<Rule, { readonly kind: "unique" }>;

async function search(
  { resource }: Subject,
  { links, all }: Fields,
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

/** The rules, each with the parent that the things stand in, where it does not hold across parents. */
async function withinParent(
  lab: Lab,
  subject: Subject,
  thing: Thing,
  rules: readonly UniqueRule[],
): Promise<readonly UniqueRule[]> {
  const place = linksOf(subject).findLast(({ via }) => via.kind === "path");
  if (place?.via.kind !== "path" || rules.length === 0) return rules;
  const kind = lab.subject(place.resource);
  const other = kind === undefined ? undefined : await createThing(lab, kind);
  if (other === undefined) return rules;
  const scope = formatPointer([place.via.parameter]);
  const settled: UniqueRule[] = [];
  for (const rule of rules) {
    const outcome = await createAlike(lab, subject, thing, new Set(rule.fields), other);
    settled.push(outcome === "accepted" ? { ...rule, fields: [scope, ...rule.fields] } : rule);
  }
  return settled;
}

/** Creates a thing with fresh values but for these fields. What is accepted is deleted again: it could be in the way. */
async function createAlike(
  lab: Lab,
  subject: Subject,
  thing: Thing,
  alike: ReadonlySet<JsonPointer>,
  elsewhere?: Thing,
): Promise<"accepted" | { readonly refusedBecause: string } | undefined> {
  const shared = linksOf(subject).filter(({ via }) => via.kind === "body" && alike.has(via.pointer));
  const fixed = new Map(
    elsewhere === undefined ? standsIn(thing) : [[elsewhere.subject.resource.name, elsewhere]],
  );
  for (const role of shared.map((link) => roleOf(link, subject.resource))) {
    const parent = thing.parents.get(role);
    if (parent !== undefined) fixed.set(role, parent);
  }
  const parents = await parentsFor(lab, subject, fixed);
  if (parents === undefined || isCrowded(lab, parents, subject)) return undefined;
  const links = new Set(shared.map(({ via }) => (via.kind === "body" ? via.pointer : undefined)));
  const parts = new Set([...alike].filter((pointer) => !links.has(pointer)));
  const attempt = await lab.attempt(subject, parents, { like: { thing, parts } });
  if (attempt === undefined) return undefined;
  const { answer, thing: twin } = attempt;
  if (answer.kind === "accepted" && !answer.complains) {
    if (twin !== undefined) await lab.discard(twin);
    return "accepted";
  }
  const seen = await lab.lookAfter(attempt);
  const names = [...alike].map((pointer) => parsePointer(pointer).join("."));
  return effectOfCreate(answer, seen?.kind ?? "none") === "refuse"
    ? {
        refusedBecause: `a second one that is alike in ${names.join(", ")} is answered with ${answer.said}${seen === undefined ? "; only the answer says so" : ""}`,
      }
    : undefined;
}
