import { isObject, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { differs, either, inAnswer } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import { pointerTo } from "#semantics/item-place";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { bearsMark } from "./bears-mark.js";
import { CornerSituation, cornerChanges, type ItemWith, itemsWith } from "./corner-situation.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";

import { show } from "./show.js";

const CALLS = {
  before: `${PROVOKE}look as the other`,
  again: `${PROVOKE}look as the other, who has done nothing`,
  change: "change it as the one",
  own: `${PROVOKE}look as the one`,
  other: "change it as the other",
  after: `${PROVOKE}look as the other once more`,
} as const;

/**
 * A cart, a profile, whatever has no id because whoever calls is meant: two people are registered, the one changes
 * theirs, and the other looks at, or changes, their own. What the one has put there must not be in it.
 */
export const ownCornerIsOwn: Oracle = {
  id: "own-corner-is-own",
  title: "What everybody has one of shows to each only their own.",
  verdict: "ERR",
  source: "OWASP API Security 2023, API1 (broken object level authorization)",
  needs:
    "accounts that can be registered, and a cart, a profile or the like that is changed without naming an id of it",
  sequences: (ground) => {
    const { account } = ground.book;
    if (account === undefined) return [];
    return cornerChanges(ground).flatMap(({ recipe, operation, corner, view }) => {
      const situation = new CornerSituation(ground, account);
      const [one, other] = [situation.enter("the one"), situation.enter("the other")];
      const made = situation.needsOf(recipe);
      if (view === undefined) {
        const others = situation.othersOf(made);
        if (made.size === 0 || others === undefined) return [];
        situation.add(
          one.as(situation.change(CALLS.change, recipe, made)),
          other.as(situation.change(CALLS.other, recipe, others)),
        );
      } else {
        situation.add(
          other.as(situation.look(CALLS.before, view)),
          other.as(situation.look(CALLS.again, view)),
          one.as(situation.change(CALLS.change, recipe, made)),
          one.as(situation.look(CALLS.own, view)),
          other.as(situation.look(CALLS.after, view)),
        );
      }
      return [situation.build(ownCornerIsOwn.id, `change ${corner.path} as one of two`, operation.key)];
    });
  },
  judge: (step) => {
    if (step.plannedBy !== ownCornerIsOwn.id || !isSuccess(step.response)) return [];
    const { id } = step.exchange.call;
    if (id === CALLS.other) return judgeAnswers(step);
    return id === CALLS.after ? judgeViews(step) : [];
  },
};

/** Each answer shows what its own call named; the second also what the first one did. */
function judgeAnswers(step: Step) {
  const change = earlier(step, CALLS.change);
  if (change === undefined || !succeeded(change) || !succeeded(step.exchange)) return [];
  const [first, second] = [bodyOf(change), bodyOf(step.exchange)];
  const named = Object.entries(change.request.inputs.path);
  const [[parameter, ours] = []] = named.filter(([, id]) => itemsWith(first, id).length > 0);
  const [theirs] = Object.values(step.exchange.request.inputs.path).filter(
    (id) => itemsWith(second, id).length > 0,
  );
  if (parameter === undefined || ours === undefined || theirs === undefined || ours === theirs) return [];
  const [shown] = itemsWith(second, ours);
  return shown === undefined ? [] : [object(step, ours, isNotIn(step, shown, parameter, ours))];
}

/** The list does not have what the first call named in its path. */
function isNotIn(step: Step, shown: ItemWith, parameter: string, id: Json): Condition | undefined {
  const place = pointerTo(bodyOf(step.exchange), shown.list);
  const members = isObject(shown.item) ? Object.entries(shown.item) : [];
  const fields = members.flatMap(([name, member]) => (sameId(member, id) ? [name] : []));
  if (place === undefined || fields.length === 0) return undefined;
  const list = inAnswer(CALLS.other, place);
  const source = { in: "request parameter", place: "path", name: parameter } as const;
  const reference = { kind: "reference", call: CALLS.change, source } as const;
  return {
    kind: "present",
    at: { kind: "item", list, id: reference, fields, pointer: "" },
    not: true,
  };
}

/** The other has done nothing, and sees something else than before: what the one sees, and has sent. */
function judgeViews(step: Step) {
  const change = earlier(step, CALLS.change);
  const looks = [CALLS.before, CALLS.again, CALLS.own].map((id) => earlier(step, id));
  if (change === undefined || !succeeded(change) || !looks.every(succeeded)) return [];
  const [before, again, own] = looks.map(bodyOf);
  const after = bodyOf(step.exchange);
  if (before === undefined || again === undefined || own === undefined || after === undefined) return [];
  const volatile = new Set(jsonDifferences(before, again));
  const moved = jsonDifferences(before, after).find((pointer) => {
    const now = getAtPointer(after, pointer);
    const isShared = now !== undefined && jsonEqual(now, getAtPointer(own, pointer) ?? null);
    return !volatile.has(pointer) && isShared && bearsMark(change, before, after, pointer);
  });
  if (moved === undefined) return [];
  const [now, ours] = [inAnswer(CALLS.after, moved), inAnswer(CALLS.own, moved)];
  const check = either({ kind: "present", at: now, not: true }, differs(now, ours));
  return [object(step, getAtPointer(after, moved) ?? null, check)];
}

function object(step: Step, mark: Json, check: Condition | undefined) {
  const change = earlier(step, CALLS.change);
  return finding(ownCornerIsOwn.id, step, {
    operation: change?.call.operation ?? step.operation.key,
    evidence: [
      "log in as the one",
      "log in as the other",
      CALLS.before,
      CALLS.again,
      CALLS.change,
      CALLS.own,
    ],
    verdict: "ERR",
    clause: "what is one's own is not another's",
    check,
    message: `${step.operation.key} shows to one user what another has put there with ${change?.call.operation ?? "it"}`,
    expected: "only what this user has put there",
    got: show(mark),
    why: "Both were registered for this. The one has put it there; the other has not, and the path names whoever calls.",
  });
}
