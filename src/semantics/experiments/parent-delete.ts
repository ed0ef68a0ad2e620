import { aNoun } from "#base/a-noun";
import { isObject, type Json, property } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { answers, either, expecting, REFUSED } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, type Member, typesOf } from "#openapi/schema-shape";
import { saysItStandsInTheWay } from "../in-the-way-said.js";
import { sameId } from "../list-items.js";
import { saysItTakes } from "../promises.js";
import { isListed } from "../reference-places.js";
import { saysItCanBeRestored } from "../restore-said.js";
import { roleIn, roleOf } from "../role.js";
import type { Rule } from "../rule.js";
import type { ParentLink } from "../semantics.js";
import type { Answer } from "./answer.js";
import { type Conclusion, type Experiment, learned, NOTHING, together } from "./experiment.js";
import { GONE, type Lab, THERE } from "./lab.js";
import { makeDeletable } from "./make-deletable.js";
import { CONFLICT, deviation, ORPHANS } from "./norms.js";
import type { Sight } from "./sight.js";
import { isStatus } from "./status-field.js";
import { declares, linksOf, type Subject, wayToSee } from "./subject.js";
import { livingThing, parentsFor } from "./supply.js";
import { standsIn, type Thing } from "./thing.js";

/**
 * Both are looked at afterwards. A child whose path runs through the parent cannot be seen without it, so the
 * parent is created again with its old id, where the client chooses it: what was only hidden is then back.
 */
export const parentDelete: Experiment = {
  id: "parent-delete",
  question: "What becomes of a thing when something that it refers to is deleted?",
  run: async (lab, subject) => {
    const conclusions: Conclusion[] = [];
    for (const link of linksOf(subject)) conclusions.push(await deleteParent(lab, subject, link));
    return together(conclusions);
  },
};

async function deleteParent(lab: Lab, subject: Subject, link: ParentLink): Promise<Conclusion> {
  const about = lab.subject(link.resource);
  if (about === undefined || about.recipe.found === true) return NOTHING;
  if (about.resource.delete[0] === undefined) return deleteAround(lab, subject, link);
  const child = await livingThing(lab, subject);
  const parent = child?.parents.get(roleOf(link, subject.resource));
  const before = child && lab.lastSight(child);
  // What nothing shows can still be in the way.
  const isHidden = wayToSee(subject) === undefined;
  if (child === undefined || parent === undefined || (before?.kind !== "there" && !isHidden)) return NOTHING;
  const need = subject.recipe.needs.find((one) => roleIn(one) === roleOf(link, subject.resource));
  const isDeletable = need?.moved === undefined || (await makeDeletable(lab, parent));
  const removal = await lab.remove(parent);
  if (removal === undefined || removal.kind === "unclear") return NOTHING;
  const accepted = removal.kind === "accepted";
  const parentAfter = await lab.look(parent, accepted ? GONE : undefined);
  const hope = { ...GONE, name: `it goes with its ${link.resource}` };
  const childAfter = await lab.look(child, accepted && parentAfter.kind === "absent" ? hope : undefined);
  const childKind = isHidden && !accepted ? "there" : childAfter.kind;
  const effect = effectOfRemoval(removal, parentAfter.kind, childKind);
  if (effect === undefined) return NOTHING;
  // A delete that is never accepted says nothing of children.
  // And what it was made with may be what is in the way: an account that has money, an event that is published.
  if (effect === "restrict" && (need?.like !== undefined || !isDeletable)) return NOTHING;
  const deletes = (rule: Rule) => rule.kind === "removes" && rule.resource === link.resource;
  if (effect === "restrict" && !lab.turn.knows(deletes)) return NOTHING;
  const backWith =
    effect === "cascade" && link.via.kind !== "body" ? await comesBack(lab, parent, child) : undefined;
  if (effect === "cascade") await lab.lookUnder(parent);
  return conclude({ lab, subject, link, child, parent, removal, before, childAfter, effect, backWith });
}

/** What nobody deletes may go with something that it stands in: then that is deleted. */
async function deleteAround(lab: Lab, subject: Subject, link: ParentLink): Promise<Conclusion> {
  const goesWith = lab.turn
    .rules()
    .find(
      (rule) => rule.kind === "parent-delete" && rule.child === link.resource && rule.effect === "cascade",
    );
  if (goesWith?.kind !== "parent-delete" || wayToSee(subject) === undefined) return NOTHING;
  const child = await livingThing(lab, subject);
  const around = child?.parents.get(goesWith.parent);
  if (child === undefined || around === undefined || lab.lastSight(child)?.kind !== "there") return NOTHING;
  const removal = await lab.remove(around);
  if (removal?.kind !== "accepted" || (await lab.look(around, GONE)).kind !== "absent") return NOTHING;
  const after = await lab.look(child, { ...GONE, name: `it goes with its ${goesWith.parent}` });
  await lab.lookUnder(around);
  if (after.kind === "unknown") return NOTHING;
  const effect = after.kind === "there" ? "orphan" : "cascade";
  const about = { child: subject.resource.name, parent: link.resource, via: link.via, effect } as const;
  const reason = `when its ${goesWith.parent} is deleted, ${after.said}`;
  return { ...NOTHING, rules: [learned({ kind: "parent-delete", ...about }, reason)] };
}

export function effectOfRemoval(
  removal: Pick<Answer, "kind">,
  parent: Sight["kind"],
  child: Sight["kind"],
): "restrict" | "cascade" | "orphan" | undefined {
  if (removal.kind === "refused") return parent === "there" && child === "there" ? "restrict" : undefined;
  if (removal.kind === "unclear" || parent !== "absent" || child === "unknown") return undefined;
  return child === "there" ? "orphan" : "cascade";
}

/** The call that created the parent again, where the child is back with it. */
async function comesBack(lab: Lab, parent: Thing, child: Thing): Promise<string | undefined> {
  const place = standsIn(parent);
  if (lab.idPlace(parent.subject) === undefined || ![...place.values()].every((each) => lab.isAlive(each)))
    return undefined;
  const parents = await parentsFor(lab, parent.subject, place);
  const again = parents && (await lab.attempt(parent.subject, parents, { idOf: parent }));
  if (again?.thing === undefined || (await lab.look(again.thing, THERE)).kind !== "there") return undefined;
  return (await lab.look(child)).kind === "there" ? again.answer.call : undefined;
}

interface Seen {
  readonly lab: Lab;
  readonly subject: Subject;
  readonly link: ParentLink;
  readonly child: Thing;
  readonly parent: Thing;
  readonly removal: Answer;
  readonly before: Sight | undefined;
  readonly childAfter: Sight;
  readonly effect: "restrict" | "cascade" | "orphan";
  /** The call with which the child came back: it had only been out of sight. */
  readonly backWith: string | undefined;
}

function conclude(seen: Seen): Conclusion {
  const { lab, subject, link, child, parent, removal, childAfter, backWith } = seen;
  const hidden = backWith !== undefined;
  const effect = hidden ? "orphan" : seen.effect;
  const name = subject.resource.name;
  const operation = parent.subject.resource.delete[0] ?? "";
  const about = { child: name, parent: link.resource, via: link.via };
  const reason = hidden
    ? `the ${name} is back when the ${link.resource} is created again`
    : `${operation} answers ${removal.said}, and then ${childAfter.said}`;
  const empties =
    effect === "orphan" && !hidden && isEmptied(lab, link, seen) ? ({ empties: true } as const) : {};
  const rules = [learned({ kind: "parent-delete", ...about, effect, ...empties }, reason)];
  if (effect === "cascade" && declares(lab.bench.api, operation, "409")) {
    const isSaid = saysItTakes(operationOf(lab.bench.api, operation), name);
    return { ...NOTHING, rules, deviations: isSaid ? [] : [cascadedInstead(seen, operation)] };
  }
  const dangles =
    hidden ||
    (effect === "orphan" &&
      stillRefers(lab, link, childAfter, parent) &&
      !isMovedOn(seen.before, childAfter));
  if (!dangles || isImplied(lab, subject, link)) return { ...NOTHING, rules };
  const last = lab.lastSight(child)?.call ?? childAfter.call;
  // What is left then waits for what it belongs to.
  const { api } = lab.bench;
  const isRestorable = saysItCanBeRestored(api, operationOf(api, operation), link.resource);
  return {
    ...NOTHING,
    rules,
    deviations: [
      deviation(ORPHANS, {
        operation,
        shape: name,
        ...(isNamedByWord(lab, parent) || isEntry(link) || isRestorable ? { verdict: "NOTE" } : {}),
        message: hidden
          ? `${operation} leaves the ${name} behind: it is back when the ${link.resource} is created again`
          : `${operation} answers ${removal.said} for ${aNoun(link.resource)} that ${aNoun(name)} refers to, and leaves that behind`,
        expected: `a refusal, or that the ${name} goes as well`,
        got: `the ${link.resource} is gone, and the ${name} is still there`,
        why: `The ${name} now refers to something that does not exist.`,
        call: last,
        ...(isRead(subject)
          ? { check: expecting(either(answers(removal.call, REFUSED), answers(last, REFUSED))) }
          : {}),
        evidence: [
          ...lab.storyOf(parent),
          ...lab.storyOf(child),
          removal.call,
          childAfter.call,
          ...(backWith === undefined ? [] : [backWith]),
        ],
      }),
    ],
  };
}

/** By its own read a thing says with its status that it is gone; a list does not. */
function isRead(subject: Subject): boolean {
  return wayToSee(subject)?.kind === "read";
}

/** Actions were seen to change such things. */
function canMove({ bench }: Lab, name: string): boolean {
  return Object.values(bench.semantics.operations).some(
    ({ resource, kind, proof }) =>
      resource === name && kind === "action" && proof?.changes !== undefined && proof.changes.length > 0,
  );
}

/** What the parent stands in can be set to something: notes of a notebook that is archived may be kept as they are. */
function standsInWhatIsSet(lab: Lab, { resource }: ParentLink): boolean {
  const parent = lab.subject(resource);
  const { api } = lab.bench;
  return (parent === undefined ? [] : linksOf(parent)).some(({ resource: name }) => {
    const updates = lab.subject(name)?.resource.update ?? [];
    const isChoice = ({ schema }: Member) =>
      typesOf(schema, api.schemas).has("boolean") || keywordOf(schema, "enum", api.schemas) !== undefined;
    return updates.some((key) =>
      [...payloadOf(requestSchema(operationOf(api, key)), api.schemas).members.values()].some(isChoice),
    );
  });
}

function cascadedInstead(
  { lab, subject, link, child, parent, removal, childAfter }: Seen,
  operation: string,
): Finding {
  const name = subject.resource.name;
  const { api, semantics } = lab.bench;
  const others = semantics.resources.map((one) => one.name).filter((one) => one !== link.resource);
  const isMeant = saysItStandsInTheWay(operationOf(api, operation), name, others);
  // What is open may be in the way where what is new is not, and so may what the thing itself went through.
  const mayBeMoved = [name, link.resource].some((one) => canMove(lab, one)) || standsInWhatIsSet(lab, link);
  return deviation(CONFLICT, {
    operation,
    shape: name,
    ...(isMeant && !mayBeMoved ? {} : { verdict: "NOTE" }),
    message: `${operation} answers ${removal.said} for ${aNoun(link.resource)} that ${aNoun(name)} refers to, and deletes that as well`,
    expected: "409, which the document declares",
    got: `${removal.said}, and the ${name} is gone`,
    why: isMeant
      ? "The document says that this delete is refused where something refers to the thing."
      : "The document says that this delete can conflict with something, and nothing else was there to conflict with.",
    call: childAfter.call,
    evidence: [...lab.storyOf(parent), ...lab.storyOf(child), removal.call],
  });
}

/** Another link leads to something that stands in the same parent itself: what is left behind there is the cause. */
function isImplied(lab: Lab, subject: Subject, link: ParentLink): boolean {
  return linksOf(subject).some((other) => {
    const between = lab.subject(other.resource);
    return between !== undefined && linksOf(between).some(({ resource }) => resource === link.resource);
  });
}

/** It was ended with the deletion, and is kept to look back at: a subscription is cancelled when its customer goes. */
function isMovedOn(before: Sight | undefined, after: Sight): boolean {
  if (before?.kind !== "there" || after.kind !== "there") return false;
  return jsonDifferences(before.content, after.content).some((pointer) =>
    [before, after].every(({ content }) => {
      const value = getAtPointer(content, pointer);
      return value !== undefined && isStatus(value);
    }),
  );
}

/**
 * It has an id, and is named by a word that its maker chose: what keeps the word says what was, as an order does that was
 * placed with a voucher.
 */
function isNamedByWord(lab: Lab, parent: Thing): boolean {
  const outcome = parent.created?.outcome;
  const body = outcome?.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  const shown = unwrap(body, { id: null });
  const own = isObject(shown) ? property(shown, "id") : undefined;
  return (typeof own === "string" || typeof own === "number") && !sameId(own, lab.idOf(parent));
}

/** The lines of an order say what was ordered, whatever becomes of it. */
function isEntry({ via }: ParentLink): boolean {
  return via.kind === "body" && isListed(via.pointer);
}

/** A reference that was emptied or led elsewhere with the deletion does not dangle. */
function stillRefers(lab: Lab, link: ParentLink, child: Sight, parent: Thing): boolean {
  if (link.via.kind !== "body" || child.kind !== "there") return true;
  return sameId(referenceIn(link.via.pointer, child.content), lab.idOf(parent));
}

/** It named the parent before, and names nothing afterwards. */
function isEmptied(lab: Lab, { via }: ParentLink, { before, childAfter, parent }: Seen): boolean {
  if (via.kind !== "body" || before?.kind !== "there" || childAfter.kind !== "there") return false;
  const [was, is] = [before, childAfter].map(({ content }) => referenceIn(via.pointer, content));
  return was !== undefined && sameId(was, lab.idOf(parent)) && (is === null || is === undefined);
}

function referenceIn(pointer: JsonPointer, content: Json | undefined): Json | undefined {
  const like: Json = Object.fromEntries([[pointer.slice(1).split("/")[0] ?? "", null]]);
  return getAtPointer(unwrap(content, like), pointer);
}
