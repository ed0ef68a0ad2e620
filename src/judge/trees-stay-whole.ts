import { aNoun } from "#base/a-noun";
import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import type { Condition } from "#calls/check";
import { answers, differs, either, equal, inAnswer, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import type { Resource } from "#semantics/semantics";
import { bodyOf, earlier, noun, thingIn } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { judgeOther } from "./others-untouched.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  root: "make the root",
  leaf: `${PROVOKE}make one below it`,
  sibling: `${PROVOKE}make another one below it`,
  look: "look at the one below",
  deleteSibling: "delete the other one below",
  lookSibling: "look for the other one below",
  lookBeside: "look again",
  deleteRoot: `${PROVOKE}delete the root`,
  lookRoot: "look for the root",
  lookLast: "look at what was below",
} as const;

/**
 * Things may stand below others of their kind: tasks below tasks, folders in folders. What a create says of that must be
 * read again; deleting one leaves its siblings as they were; and deleting the root leaves nothing that still names it. The
 * last is a weak norm.
 */
export const treesStayWhole: Oracle = {
  id: "trees-stay-whole",
  title:
    "What stands below another thing of its kind is read there, and goes neither with a sibling nor stays without its root.",
  verdict: "ERR",
  source: "a service's agreement with itself; referential integrity",
  needs: "a create that may name another thing of the same kind, and a read",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const pointer = ownLink(kind.resource);
      return pointer === undefined ? [] : [planned(ground, kind, pointer)];
    }),
  judge: (step) => {
    const { id } = step.exchange.call;
    const [root, leaf] = [earlier(step, CALLS.root), earlier(step, CALLS.leaf)];
    if (step.plannedBy !== treesStayWhole.id || !succeeded(root) || !succeeded(leaf)) return [];
    if (id === CALLS.look) return judgePlace(step);
    const isTwo = succeeded(earlier(step, CALLS.sibling));
    if (id === CALLS.lookBeside && isTwo)
      return judgeOther(
        treesStayWhole.id,
        step,
        earlier(step, CALLS.deleteSibling),
        earlier(step, CALLS.look),
      );
    return id === CALLS.lookLast ? judgeOrphan(step) : [];
  },
};

/** Where a create may name another thing of its own kind, and need not. */
function ownLink({ name, mentions = [], create, read }: Resource): JsonPointer | undefined {
  const via = mentions.find((link) => link.resource === name)?.via;
  return via?.kind === "body" && create.length > 0 && read.length > 0 ? via.pointer : undefined;
}

function planned(ground: Ground, kind: Kind, pointer: JsonPointer) {
  const [removal] = kind.resource.delete;
  const situation = new Situation(ground, kind);
  const root = situation.make(CALLS.root);
  const source = kind.create.identity;
  const below = (call: Call): Call => ({
    ...call,
    ...replaceInBody(call, pointer, { kind: "reference", call: CALLS.root, source }),
  });
  const leaf = situation.makeBeside(CALLS.leaf, root, below);
  const sibling = situation.makeBeside(CALLS.sibling, root, below);
  situation.look(CALLS.look, leaf);
  if (removal !== undefined) {
    situation.add(situation.plain(CALLS.deleteSibling, removal, sibling));
    situation.look(CALLS.lookSibling, sibling);
    situation.look(CALLS.lookBeside, leaf);
    situation.add(situation.plain(CALLS.deleteRoot, removal, root));
    situation.look(CALLS.lookRoot, root);
    situation.look(CALLS.lookLast, leaf);
  }
  return situation.build(treesStayWhole.id, `stand ${aNoun(kind.resource.name)} below another`);
}

/** The answer to the create shows where the thing stands, and the read does not. */
function judgePlace(step: Step): Finding[] {
  const leaf = earlier(step, CALLS.leaf);
  const at = step.subject && ownLink(step.subject.resource);
  const [said, read] = [bodyOf(leaf), bodyOf(step.exchange)].map((body) => rootNamed(step, body));
  if (at === undefined || !isSuccess(step.response) || !sameId(said, step.subject?.id) || sameId(read, said))
    return [];
  return [
    finding(treesStayWhole.id, step, {
      operation: leaf?.call.operation ?? step.operation.key,
      evidence: [CALLS.root, CALLS.leaf],
      // A read may be a narrower view; one that shows the member and says otherwise is not.
      verdict: read === undefined ? "WARN" : "ERR",
      check: namesIt(step, true),
      clause: "what stands below another is read there",
      shape: at,
      message: `${leaf?.call.operation} answers with ${at}, and the ${noun(step)} reads without it`,
      expected: show(said),
      got: show(read),
      why: "The create took the parent and showed it; the next read shows another, or none.",
    }),
  ];
}

function isRefused(exchange: Exchange | undefined): boolean {
  return exchange?.outcome.kind === "response" && !succeeded(exchange);
}

/** The root is gone, and what was below it is as it was, and still names it. */
function judgeOrphan(step: Step): Finding[] {
  const [removal, lookRoot, before] = [CALLS.deleteRoot, CALLS.lookRoot, CALLS.look].map((id) =>
    earlier(step, id),
  );
  const isGone = isRefused(lookRoot);
  const [was, is] = [before, step.exchange].map((exchange) => thingIn(step, exchange, step.subject?.otherId));
  const at = step.subject && ownLink(step.subject.resource);
  const named = rootNamed(step, is);
  if (!succeeded(removal) || !isSuccess(step.response) || !sameId(named, step.subject?.id)) return [];
  // What a trash keeps is seen: the root reads on, and what is below it would change with it.
  // Where one with nothing below it is gone for good, the root is kept for what is below: a placeholder in a thread.
  if (!isGone && isRefused(earlier(step, CALLS.lookSibling))) return [];
  const rootChanged = !isGone && !jsonEqual(bodyOf(lookRoot), bodyOf(earlier(step, CALLS.root)));
  if (!isGone && !(rootChanged && jsonEqual(was, is))) return [];
  const changed = isGone
    ? namesIt(step, false)
    : differs(inAnswer(step.exchange.call.id, ""), inAnswer(CALLS.look, ""));
  return [
    finding(treesStayWhole.id, step, {
      operation: removal?.call.operation ?? step.operation.key,
      evidence: [CALLS.root, CALLS.leaf, CALLS.deleteRoot, CALLS.lookRoot],
      verdict: "WARN",
      clause: "nothing stays below what is gone",
      message: `${removal?.call.operation} deletes ${aNoun(noun(step))}, and what was below it still names it`,
      expected: "that it goes as well, names nothing, or that the delete is refused",
      got: `${aNoun(noun(step))} whose ${at} is ${show(named)}`,
      check:
        changed &&
        either(answers(CALLS.deleteRoot, REFUSED), answers(step.exchange.call.id, REFUSED), changed),
      why: "Whoever follows the reference finds nothing.",
    }),
  ];
}

/** What is read below another names it, or does not; undefined where an envelope is in the way. */
function namesIt(step: Step, isNamed: boolean): Condition | undefined {
  const { exchange, subject } = step;
  const at = subject && ownLink(subject.resource);
  const [body, id] = [bodyOf(exchange), subject?.idAt];
  const isPlain = isObject(body) && unwrap(body, sentBy(earlier(step, CALLS.leaf)) ?? null) === body;
  if (at === undefined || id === undefined || !isPlain) return undefined;
  const place = inAnswer(exchange.call.id, at);
  const present: Condition = { kind: "present", at: place };
  return isNamed
    ? { kind: "all", of: [present, equal(place, id)] }
    : either({ ...present, not: true }, differs(place, id));
}

/** What a body of the one below says that it stands below. */
function rootNamed(step: Step, body: Json | undefined): Json | undefined {
  const at = step.subject && ownLink(step.subject.resource);
  const sent = sentBy(earlier(step, CALLS.leaf));
  return at === undefined ? undefined : getAtPointer(unwrap(body ?? null, sent ?? null), at);
}
