import type { Call } from "#calls/call";
import { ACCEPTED, answers, expecting, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import { isSuccess } from "#calls/succeeded";
import type { Thing, TourStep } from "#cover/tour";
import type { Truth } from "#glacier/evaluate";
import type { OracleDescription } from "#judge/oracle";
import type { Refusal } from "#model/derived-model";
import { whyRefused } from "#semantics/read-refusal";
import { SELF } from "#semantics/recipe";
import type { Rule } from "#semantics/rule";
import { isAsNew } from "./is-as-new.js";
import { lostLinks } from "./lost-links.js";

export const ANSWER: OracleDescription = {
  id: "answer",
  title: "A call that the model accepts is accepted, and one that it refuses is refused.",
  verdict: "ERR",
  source: "the model; ERR only for a rule that the user stated",
};

/**
 * Whether the service accepted what the model accepts, and refused what it refuses. The rules of the model were
 * seen in simple states or are the user's: only against the user's is another answer an error.
 *
 * `answered` remembers how each call was answered in each state of this tour.
 */
export function judgeOutcome(
  step: TourStep,
  before: readonly Thing[],
  call: Call,
  exchange: Exchange,
  rules: readonly Rule[],
  answered: Map<string, boolean>,
  requires: Truth,
): Finding | undefined {
  const { outcome } = exchange;
  if (outcome.kind === "none" || outcome.status >= 500) return undefined;
  // A precondition that the model knows nothing of explains the refusal.
  if (requires === "false" && outcome.status >= 400) return undefined;
  const accepted = isSuccess(outcome);
  const situation = situationOf(step, before);
  const acceptedBefore = answered.get(situation) === true;
  if (!answered.has(situation)) answered.set(situation, accepted);
  if (step.expects === "success") {
    return accepted ? undefined : refusedWrongly(step, call, outcome.status, exchange, rules, acceptedBefore);
  }
  const isDoubtful = () => onlyMovedOnes(step, before, rules) || onlyBelowOthers(step, before, rules);
  if (!accepted || (step.expects === "restricted" && isDoubtful())) return undefined;
  return acceptedWrongly(step, step.expects, call, outcome.status, rules);
}

/**
 * That others are in the way was seen with others that were new. A booking that was cancelled since may be in nobody's
 * way any more, and neither may be what was left behind; nobody has stated that it is.
 */
function onlyMovedOnes(step: TourStep, before: readonly Thing[], rules: readonly Rule[]): boolean {
  const named = new Set(step.likeness.refersTo);
  const inTheWay = before.filter(
    ({ name, state, parents }) =>
      state === "there" && !named.has(name) && [...parents.values()].some((parent) => named.has(parent)),
  );
  const isAsSeen = (thing: Thing) => isAsNew(thing, rules) && lostLinks(thing, before).length === 0;
  return inTheWay.length > 0 && !inTheWay.some(isAsSeen) && !isDeclared(rules, step);
}

/**
 * Nothing that belongs to the thing itself was ever in the way of its delete. What is in the way of deletes further down was
 * seen there alone: a list with cards is kept, and goes with its board all the same.
 */
function onlyBelowOthers(
  { likeness: { refersTo }, ...step }: TourStep,
  before: readonly Thing[],
  rules: readonly Rule[],
): boolean {
  const named = before.filter(({ name }) => refersTo.includes(name));
  const isInTheWay = ({ resource, state, parents }: Thing) =>
    state === "there" &&
    named.some(
      (parent) =>
        [...parents.values()].includes(parent.name) &&
        rules.some(
          (rule) =>
            rule.kind === "parent-delete" &&
            rule.effect === "restrict" &&
            rule.child === resource &&
            rule.parent === parent.resource,
        ),
    );
  return !before.some(isInTheWay) && !isDeclared(rules, step);
}

/** Whether the answer is of the kind that the model says. */
export function isAsPredicted(step: TourStep, { outcome }: Exchange): boolean {
  if (outcome.kind === "none" || outcome.status >= 500) return false;
  return isSuccess(outcome) === (step.expects === "success");
}

/**
 * What can matter to the answer: what the call refers to, what that stands below, what else refers to it, and others of its
 * kind. They may share with it what the model does not follow, such as the member that all bookings of a tour are for.
 */
function situationOf({ likeness, resource }: TourStep, before: readonly Thing[]): string {
  const around = above(likeness.refersTo, before);
  const matters = ({ name, state, parents, resource: kind }: Thing) =>
    state === "there" &&
    (kind === resource ||
      around.has(name) ||
      [...parents.values()].some((word) => likeness.refersTo.includes(word)));
  return [likeness.text, ...before.filter(matters).map(describe)].join(" | ");
}

/** With what they belong to: nothing in a channel can be pinned once the channel is archived. */
function above(named: readonly string[], things: readonly Thing[]): ReadonlySet<string> {
  const found = new Set(named);
  // What is added is gone through as well.
  for (const name of found)
    for (const parent of things.find((thing) => thing.name === name)?.parents.values() ?? [])
      found.add(parent);
  return found;
}

/** A thing as far as it can matter to another call: which one it is, what was written to it last, and where it stands. */
function describe({ name, ids, writes, life }: Thing): string {
  const own = ids.get(SELF);
  return [name, own?.kind === "reference" ? own.call : "", writes.at(-1) ?? "", life?.status ?? ""].join(" ");
}

function refusedWrongly(
  step: TourStep,
  call: Call,
  status: number,
  exchange: Exchange,
  rules: readonly Rule[],
  acceptedBefore: boolean,
): Finding {
  const clause = acceptedBefore
    ? "a call that was accepted is accepted again in the same state"
    : "a call that nothing forbids is accepted";
  // Rules are necessary: there may be another one that nobody stated. Where the user says that theirs suffice, the
  // contract tells it.
  const verdict: Verdict = !acceptedBefore ? "NOTE" : isDeclared(rules, step) ? "ERR" : "WARN";
  return outcomeFinding(call, clause, verdict, {
    message: acceptedBefore
      ? `${call.operation} answers ${status} where it accepted the same call before, in the same state`
      : `${call.operation} answers ${status} in a state in which no known rule forbids it`,
    check: expecting(answers(call.id, ACCEPTED)),
    expected: "2xx",
    got: whyRefused(exchange),
    why: acceptedBefore
      ? "Between the two calls everything that the first one did was taken back: something of it is still there."
      : "Perhaps the API has a rule that nobody stated, such as a limit. State it as a clause, and it is tested.",
  });
}

function acceptedWrongly(
  step: TourStep,
  refusal: Refusal,
  call: Call,
  status: number,
  rules: readonly Rule[],
): Finding {
  const isStated = rules.some((rule) => forbids(rule, refusal, step, call) && rule.source === "declared");
  return outcomeFinding(call, `refused where ${WHY[refusal]}`, isStated ? "ERR" : "WARN", {
    message: `${call.operation} answers ${status} although ${WHY[refusal]}`,
    check: expecting(answers(call.id, REFUSED)),
    expected: "4xx",
    got: String(status),
    why: "A rule forbids it, which was stated, or seen to be kept in another state.",
  });
}

const WHY: Readonly<Record<Refusal, string>> = {
  absent: "there is no such thing",
  duplicate: "the id is taken",
  dangling: "something that it names is not there",
  restricted: "other things still refer to it",
  "not-unique": "another thing has the same values",
  full: "there is no room left",
  status: "its status does not allow it",
  "parent-status": "the status of what it belongs to does not allow it",
};

const FORBIDS: Readonly<Record<Refusal, Rule["kind"]>> = {
  absent: "absent",
  duplicate: "duplicate",
  dangling: "dangling",
  restricted: "parent-delete",
  "not-unique": "unique",
  full: "capacity",
  status: "allowed-in",
  "parent-status": "allowed-in",
};

/** It is of the kind that forbids such a call: what else was stated weighs nothing here. */
function forbids(rule: Rule, refusal: Refusal, { resource }: TourStep, { operation }: Call): boolean {
  if (rule.kind !== FORBIDS[refusal]) return false;
  return rule.kind === "allowed-in" ? rule.operation === operation : namesOf(rule).includes(resource);
}

function namesOf(rule: Rule): readonly string[] {
  return [
    ...("resource" in rule ? [rule.resource] : []),
    ...("child" in rule ? [rule.child] : []),
    ...("parent" in rule ? [rule.parent] : []),
  ];
}

/** The user stated a rule about the things that the call is about. */
function isDeclared(rules: readonly Rule[], step: Pick<TourStep, "resource">): boolean {
  return rules.some((rule) => rule.source === "declared" && namesOf(rule).includes(step.resource));
}

function outcomeFinding(
  call: Call,
  clause: string,
  verdict: Verdict,
  told: Pick<Finding, "message" | "expected" | "got" | "why" | "check">,
): Finding {
  return {
    key: [call.operation, ANSWER.id, clause].join(" · "),
    oracle: ANSWER.id,
    operation: call.operation,
    verdict,
    clause,
    ...told,
    call: call.id,
    evidence: [],
  };
}
