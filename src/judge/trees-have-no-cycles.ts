import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { memberSchemaAt } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { listItems, sameId } from "#semantics/list-items";
import type { Made } from "#semantics/recipe";
import type { Resource } from "#semantics/semantics";
import { nameWords } from "#values/name-words";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { envelopeOf, shownAt } from "./sent-members.js";
import { show } from "./show.js";
import { type Kind, kindsOf, namesOnly, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  root: "make the root",
  leaf: `${PROVOKE}make one below it`,
  beside: "make one beside it",
  look: "look at the one below",
  list: "list what is below",
  turn: `${PROVOKE}put the root below what is below it`,
  lookRoot: "look at the root",
  move: `${PROVOKE}put what is below elsewhere`,
  lookMoved: "look at what was put elsewhere",
  listOld: "list what is still below",
} as const;

/**
 * Things that name a parent of their own kind stand in a tree. A root that is put below what stands below it can be reached
 * from nowhere, and whoever follows the parents goes round and round. And what a list of children shows are children.
 */
export const treesHaveNoCycles: Oracle = {
  id: "trees-have-no-cycles",
  title: "Nothing is put below what stands below it, and a list of children shows those.",
  verdict: "WARN",
  source: "a service's agreement with itself; referential integrity",
  needs: "a create that may name a parent of the same kind, and an update or a list of children",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== treesHaveNoCycles.id || !isSuccess(step.response)) return [];
    const { id } = step.exchange.call;
    const standsBelow = sameId(parentIn(step, earlier(step, CALLS.look)), step.subject?.id);
    if (!standsBelow) return [];
    if (id === CALLS.list) return judgeList(step);
    return id === CALLS.lookRoot ? judgeTurn(step) : id === CALLS.listOld ? judgeMoved(step) : [];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create, update } = kind;
  const pointer = parentLink(resource);
  if (pointer === undefined) return [];
  const list = listOperationsOf(ground, kind).find(
    ({ path }) => path.startsWith(`${resource.itemPath}/`) && isOfChildren(path),
  );
  const mover = moverOf(ground, kind, pointer);
  if (list === undefined && mover === undefined) return [];
  const situation = new Situation(ground, kind);
  const root = situation.make(CALLS.root);
  const below = (id: string) => ({ kind: "reference", call: id, source: create.identity }) as const;
  const leaf = situation.makeBeside(CALLS.leaf, root, (call) => ({
    ...call,
    ...replaceInBody(call, pointer, below(CALLS.root)),
  }));
  situation.makeBeside(CALLS.beside, root);
  situation.look(CALLS.look, leaf);
  if (list !== undefined) situation.add(situation.plain(CALLS.list, list.key, root));
  const put = (id: string, things: Made, under: string) => {
    if (mover === undefined) return;
    const isUpdate = update?.operation === mover;
    const call = isUpdate ? situation.working(id, update, things) : situation.plain(id, mover, things);
    const moving = { ...call, ...replaceInBody(call, pointer, below(under)) };
    const target = [under, { call: under, identity: create.identity }] as const;
    if (namesOnly(moving, new Map([...things, target]))) situation.add(moving);
  };
  if (mover !== undefined) {
    put(CALLS.turn, root, CALLS.leaf);
    situation.look(CALLS.lookRoot, root);
  }
  if (mover !== undefined && list !== undefined) {
    put(CALLS.move, leaf, CALLS.beside);
    situation.look(CALLS.lookMoved, leaf);
    situation.add(situation.plain(CALLS.listOld, list.key, root));
  }
  return [situation.build(treesHaveNoCycles.id, `put ${aNoun(resource.name)} below itself`)];
}

/** Where a create names its parent; a thing may name another for other reasons, and two may name each other then. */
function parentLink({ name, mentions = [], read }: Resource): JsonPointer | undefined {
  const via = mentions.find((link) => link.resource === name)?.via;
  if (via?.kind !== "body" || read.length === 0) return undefined;
  return nameWords(parsePointer(via.pointer).at(-1) ?? "").includes("parent") ? via.pointer : undefined;
}

function isOfChildren(path: string): boolean {
  const [first = ""] = nameWords(path.split("/").at(-1) ?? "");
  return first === "children" || first.startsWith("sub");
}

const MOVING = new Set(["move", "reparent", "relocate", "parent"]);

/** What puts a thing below another: its update, or an action that is sent the same, as `POST /pages/{id}/move`. */
function moverOf(ground: Ground, { resource, update }: Kind, pointer: JsonPointer): OperationKey | undefined {
  if (update !== undefined && takes(ground, update.operation, pointer)) return update.operation;
  return ground.known.api.operations.find(
    ({ key, method, path }) =>
      ["POST", "PUT", "PATCH"].includes(method) &&
      path.startsWith(`${resource.itemPath}/`) &&
      // A copy is sent a parent as well, and is another thing.
      nameWords(path.slice(`${resource.itemPath}/`.length)).some((word) => MOVING.has(word)) &&
      takes(ground, key, pointer),
  )?.key;
}

function takes({ known: { api }, book }: Ground, key: string, pointer: JsonPointer): boolean {
  const recipe = [...book.updates.values()].find(({ operation }) => operation === key);
  const content = recipe?.inputs.body?.content;
  return (
    memberSchemaAt(requestSchema(operationOf(api, key)), parsePointer(pointer), api.schemas) !== undefined ||
    (content !== undefined && hasPlace(content, pointer))
  );
}

/** What a look at a thing says that it stands below. */
function parentIn(step: Step, look: Exchange | undefined): Json | undefined {
  const at = step.subject && parentLink(step.subject.resource);
  const like = sentBy(earlier(step, CALLS.leaf)) ?? null;
  if (step.subject === undefined || at === undefined || !succeeded(look)) return undefined;
  return shownAt(bodyOf(look), like, at, envelopeIn(step));
}

function envelopeIn(step: Step): number {
  const leaf = earlier(step, CALLS.leaf);
  return leaf === undefined ? 0 : envelopeOf(step.api, leaf.call.operation);
}

function judgeTurn(step: Step): readonly Finding[] {
  const turn = earlier(step, CALLS.turn);
  const named = parentIn(step, step.exchange);
  const at = step.subject && parentLink(step.subject.resource);
  if (!succeeded(turn) || !sameId(named, step.subject?.otherId)) return [];
  return [
    finding(treesHaveNoCycles.id, step, {
      operation: turn?.call.operation ?? step.operation.key,
      evidence: [CALLS.root, CALLS.leaf, CALLS.look, CALLS.turn],
      verdict: "WARN",
      clause: "nothing is put below what stands below it",
      message: `${turn?.call.operation} puts ${aNoun(noun(step))} below one that stands below it`,
      expected: "a refusal",
      got: `${at} is ${show(named)}, whose own is ${show(step.subject?.id)}`,
      why: "Each of the two stands below the other: whoever follows the parents goes round and round.",
    }),
  ];
}

/** It names another parent now, and the list of the one that it stood below shows it as before. */
function judgeMoved(step: Step): readonly Finding[] {
  const [move, look, list] = [CALLS.move, CALLS.lookMoved, CALLS.list].map((id) => earlier(step, id));
  const named = parentIn(step, look);
  const leaf = step.subject?.otherId;
  if (!succeeded(move) || named === undefined || named === null || sameId(named, step.subject?.id)) return [];
  // A list of all that stands below, however deep, may show it still where it was put below one of those.
  const isShown = shows(step, list, leaf) && shows(step, step.exchange, leaf);
  if (!isShown || succeeded(earlier(step, CALLS.turn)) || shows(step, list, named)) return [];
  return [
    finding(treesHaveNoCycles.id, step, {
      evidence: [CALLS.root, CALLS.leaf, CALLS.beside, CALLS.list, CALLS.move, CALLS.lookMoved],
      verdict: "WARN",
      clause: "a list of children shows children",
      shape: "moved away",
      message: `${step.operation.key} still shows ${aNoun(noun(step))} that stands below another now`,
      expected: `a list without the ${noun(step)} whose parent is ${show(named)}`,
      got: "the same list as before",
      why: "Reading the thing says that it stands elsewhere; the list says that it stands here.",
    }),
  ];
}

/** What stands elsewhere is shown, and what stands below is not: it is another list than it says. */
function judgeList(step: Step): readonly Finding[] {
  const at = step.subject && parentLink(step.subject.resource);
  const items = listItems(bodyOf(step.exchange)) ?? [];
  const strangers = items.filter((item) => {
    const like = sentBy(earlier(step, CALLS.leaf));
    const parent = at === undefined ? undefined : shownAt(item, like, at, envelopeIn(step));
    return parent !== undefined && !sameId(parent, step.subject?.id);
  });
  if (shows(step, step.exchange, step.subject?.otherId) || strangers.length === 0) return [];
  return [
    finding(treesHaveNoCycles.id, step, {
      evidence: [CALLS.root, CALLS.leaf, CALLS.beside, CALLS.look],
      verdict: "WARN",
      clause: "a list of children shows children",
      message: `${step.operation.key} does not show the ${noun(step)} that stands below, and shows others that do not`,
      expected: `the ${noun(step)} whose ${at} is ${show(step.subject?.id)}`,
      got: `${strangers.length} whose ${at} is another`,
      why: "What stands below names the one that the path names; what is shown does not.",
    }),
  ];
}
