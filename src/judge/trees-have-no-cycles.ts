import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { memberSchemaAt } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { listItems, sameId } from "#semantics/list-items";
import type { Resource } from "#semantics/semantics";
import { nameWords } from "#values/name-words";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  root: "make the root",
  leaf: `${PROVOKE}make one below it`,
  beside: "make one beside it",
  look: "look at the one below",
  list: "list what is below",
  turn: `${PROVOKE}put the root below what is below it`,
  lookRoot: "look at the root",
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
    return id === CALLS.list ? judgeList(step) : id === CALLS.lookRoot ? judgeTurn(step) : [];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create, update } = kind;
  const pointer = parentLink(resource);
  if (pointer === undefined) return [];
  const list = listOperationsOf(ground, kind).find(
    ({ path }) => path.startsWith(`${resource.itemPath}/`) && isOfChildren(path),
  );
  const canTurn = update !== undefined && takes(ground, update.operation, pointer);
  if (list === undefined && !canTurn) return [];
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
  if (update !== undefined && canTurn) {
    const turn = situation.working(CALLS.turn, update, root);
    situation.add({ ...turn, ...replaceInBody(turn, pointer, below(CALLS.leaf)) });
    situation.look(CALLS.lookRoot, root);
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
  return at === undefined || !succeeded(look) ? undefined : getAtPointer(unwrap(bodyOf(look), like), at);
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

/** What stands elsewhere is shown, and what stands below is not: it is another list than it says. */
function judgeList(step: Step): readonly Finding[] {
  const at = step.subject && parentLink(step.subject.resource);
  const items = listItems(bodyOf(step.exchange)) ?? [];
  const strangers = items.filter((item) => {
    const parent = at === undefined ? undefined : getAtPointer(item, at);
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
