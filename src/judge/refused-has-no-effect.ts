import type { Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { ownValues } from "#calls/own-values";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import { lifecycleOf } from "#semantics/lifecycles";
import { brokenBatches } from "./broken-batches.js";
import { byOtherUpdates } from "./kinds-by-update.js";
import { leavesOf } from "./leaves.js";
import { isAbsent, noun, thingIn } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { placeOf, same } from "./place-of.js";
import { show } from "./show.js";
import { actionsOf, type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  provoke: `${PROVOKE}update with a broken member`,
  lookAfter: "look after the refusal",
  again: `${PROVOKE}once more, time `,
  lookAgain: "look after time ",
} as const;

/**
 * Judges every sequence that oracles plan: a look, a write that is refused, and the same look. Its own sequences send
 * an update whose last member cannot be right, after others that can, several things of which the last cannot be right, and
 * actions more often than they may be made. A service may count failed attempts, date them, and go on with its own work
 * meanwhile: only what was sent and is there is certain.
 */
export const refusedHasNoEffect: Oracle = {
  id: "refused-has-no-effect",
  title: "A write that is refused, or fails, changes nothing.",
  verdict: "ERR",
  source: "RFC 9110, sections 15.5 and 9.2.2",
  needs: "a way to see the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => [
      ...[kind, ...byOtherUpdates(ground, kind)].flatMap((one) => brokenUpdates(ground, one)),
      ...worn(ground, kind),
      ...brokenBatches(refusedHasNoEffect.id, ground, kind),
    ]),
  judge: (step) => {
    if (step.plannedBy === undefined || !isLook(step, step.exchange)) return [];
    const refused = step.before.findLast(({ request }) => isWrite(request.method));
    if (refused?.outcome.kind !== "response" || isSuccess(refused.outcome)) return [];
    const at = step.before.indexOf(refused);
    const earlierLooks = step.before.slice(0, at);
    const baseline = earlierLooks.findLast(
      (exchange) => isLook(step, exchange) && exchange.request.url === step.exchange.request.url,
    );
    if (baseline === undefined || !succeeded(baseline)) return [];
    if (step.before.slice(step.before.indexOf(baseline), at).some(({ request }) => isWrite(request.method)))
      return [];
    return compare(step, baseline, refused);
  },
};

/** An update whose last member cannot be right, after others that can. */
function brokenUpdates(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { update } = kind;
  const values = ownValues(update?.inputs.body?.content);
  const broken = values.at(-1);
  // One other member must be right, or there is nothing that could be stored.
  if (update === undefined || broken === undefined || values.length < 2) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const call = situation.working(CALLS.provoke, update, things);
  situation.look(CALLS.look, things);
  situation.add({
    ...call,
    ...replaceInBody(call, broken.pointer, value({ not: ["what", "is", "asked"] })),
  });
  situation.look(CALLS.lookAfter, things);
  return [situation.build(refusedHasNoEffect.id, `let ${update.operation} be refused`)];
}

/** So often an action is made that can be made more than once: some may be made twice, or three times. */
const TIMES = 4;

/** Actions that are made again and again, with a look after each: sooner or later many are refused. */
function worn(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const life = lifecycleOf(ground.rules, kind.resource.name);
  return actionsOf(ground, kind.resource).flatMap((action) => {
    // What leads to a status is refused there, which is tried elsewhere.
    if (life?.leads.has(action.operation) === true || (action.after ?? []).length > 0) return [];
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    situation.look(CALLS.look, things);
    for (let time = 1; time <= TIMES; time++) {
      situation.add(situation.working(`${CALLS.again}${time}`, action, things));
      situation.look(`${CALLS.lookAgain}${time}`, things);
    }
    const purpose = `make ${action.operation} until it is refused`;
    return [situation.build(refusedHasNoEffect.id, purpose, `again by ${action.operation}`)];
  });
}

function compare(step: Step, baseline: Exchange, refused: Exchange) {
  const status = refused.outcome.kind === "response" ? refused.outcome.status : 0;
  const rest = {
    operation: refused.call.operation,
    evidence: [baseline.call.id, refused.call.id],
    clause: "a refused write changes nothing",
    why: "The service said no and did it all the same, or a part of it.",
  } as const;
  if (isAbsent(step.exchange)) {
    return [
      finding(refusedHasNoEffect.id, step, {
        ...rest,
        verdict: "ERR",
        message: `${rest.operation} answers ${status}, and the ${noun(step)} is gone`,
        expected: "200, as before",
        check: answers(step.exchange.call.id, ACCEPTED),
        got: String(step.response.status),
      }),
    ];
  }
  const [before, now] = [baseline, step.exchange].map((look) => thingIn(step, look, step.subject?.id));
  if (!succeeded(step.exchange) || before === undefined || now === undefined) return [];
  const changed = jsonDifferences(before, now).filter(
    (pointer) => !looksLikeDate(getAtPointer(now, pointer)) || sentDate(refused, getAtPointer(now, pointer)),
  );
  const [first] = changed;
  if (first === undefined) return [];
  // A status may move by itself; what was sent and refused does not come from anywhere else.
  const isCertain = changed.some(
    (pointer) =>
      wasSent(refused, pointer, getAtPointer(now, pointer)) || sentDate(refused, getAtPointer(now, pointer)),
  );
  return [
    finding(refusedHasNoEffect.id, step, {
      ...rest,
      verdict: isCertain ? "ERR" : "WARN",
      message: `${rest.operation} answers ${status}, but changes ${changed.join(", ")}`,
      check: same(placeOf(step, baseline, first), placeOf(step, step.exchange, first)),
      expected: show(getAtPointer(before, first)),
      got: show(getAtPointer(now, first)),
    }),
  ];
}

function wasSent(write: Exchange, pointer: JsonPointer, value: Json | undefined): boolean {
  const name = parsePointer(pointer).at(-1);
  return leavesOf(sentBy(write)).some(
    (leaf) => parsePointer(leaf.pointer).at(-1) === name && jsonEqual(leaf.value, value),
  );
}

/** No clock shows the very time that was sent, whatever the member is called. */
function sentDate(write: Exchange, value: Json | undefined): boolean {
  return looksLikeDate(value) && leavesOf(sentBy(write)).some((leaf) => jsonEqual(leaf.value, value));
}

function isLook({ subject }: Step, { call, request }: Exchange): boolean {
  const looks = [...(subject?.resource.read ?? []), ...(subject?.resource.list ?? [])];
  return !isWrite(request.method) && looks.includes(call.operation);
}

function isWrite(method: string): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(method);
}
