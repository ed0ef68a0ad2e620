import { getAtPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Condition } from "#calls/check";
import { answers, either, equal, inAnswer, REFUSED } from "#calls/checks";
import { ownValues } from "#calls/own-values";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import type { Operation, Parameter } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { amountIn, isAmountField, sumOf } from "./amount-changes.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { numbersIn } from "./vary-template.js";
import { withHeader } from "./with-header.js";

const CALLS = {
  first: "create with a key",
  again: `${PROVOKE}the same with the same key`,
  other: `${PROVOKE}something else with the same key`,
} as const;

/** Begin the ids of looks at what the create names. */
const AROUND = {
  before: "look before at ",
  first: "look after the first at ",
  again: "look after the second at ",
} as const;

const MOST_VIEWS = 3;

/**
 * A repeated key may be answered as the first time, or refused; it must not create a second thing, nor do again to the
 * numbers around it what the first did to them.
 */
export const idempotencyKey: Oracle = {
  id: "idempotency-key",
  title: "A create that is sent again with the same Idempotency-Key has one effect.",
  verdict: "ERR",
  source: "the Idempotency-Key header field (IETF draft), sections 2.1 and 2.6",
  needs: "a create that declares the header Idempotency-Key",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const parameter = keyParameter(operationOf(ground.known.api, kind.create.operation));
      if (parameter === undefined) return [];
      const key: Template = { kind: "fresh", name: "key", sample: "key-1", schema: parameter.schema };
      const situation = new Situation(ground, kind);
      const withKey = (call: Call) => withHeader(call, parameter.name, key);
      situation.prepare();
      situation.lookAround(AROUND.before, MOST_VIEWS);
      const things = situation.make(CALLS.first, withKey);
      situation.lookAround(AROUND.first, MOST_VIEWS);
      situation.makeSame(CALLS.again, CALLS.first, things);
      situation.lookAround(AROUND.again, MOST_VIEWS);
      const another = anotherBody(kind);
      if (another !== undefined) situation.makeBeside(CALLS.other, things, (call) => withKey(another(call)));
      return [situation.build(idempotencyKey.id, `repeat ${kind.create.operation} with the same key`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== idempotencyKey.id || !succeeded(earlier(step, CALLS.first))) return [];
    if (!isSuccess(step.response)) return [];
    if (step.exchange.call.id === CALLS.again) return judgeAgain(step);
    if (step.exchange.call.id.startsWith(AROUND.again)) return judgeAround(step);
    return step.exchange.call.id === CALLS.other ? judgeOther(step) : [];
  },
};

/** Makes the call ask for something else; undefined where all that it sends is given. */
function anotherBody({ create }: Kind): ((call: Call) => Call) | undefined {
  const content = create.inputs.body?.content;
  if (ownValues(content).length > 0) return (call) => call;
  const [number] = numbersIn(content);
  if (number === undefined) return undefined;
  const next = value(number.sample > 1 ? number.sample - 1 : number.sample + 1);
  return (call) => ({ ...call, ...replaceInBody(call, number.pointer, next) });
}

function keyParameter({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === "header" && /^(x-)?idempotency-key$/i.test(name));
}

function judgeAgain(step: Step) {
  const { subject } = step;
  if (subject?.id === undefined || subject.otherId === undefined || sameId(subject.id, subject.otherId))
    return [];
  return [
    finding(idempotencyKey.id, step, {
      evidence: [CALLS.first],
      verdict: "ERR",
      clause: "one key, one effect",
      check: oneEffect(step),
      message: `${step.operation.key} sent again with the same Idempotency-Key creates a second ${noun(step)}`,
      expected: "the first answer again, or a refusal",
      got: `${step.response.status} with another id`,
      why: "The key is there so that a client may send again what it got no answer to.",
    }),
  ];
}

/** The same number has moved twice by the same, once for each call. */
function judgeAround(step: Step) {
  const { subject, exchange } = step;
  const again = earlier(step, CALLS.again);
  // That there are two things is told already, and says it all.
  if (!succeeded(again) || subject?.otherId === undefined || !sameId(subject.id, subject.otherId)) return [];
  const name = exchange.call.id.slice(AROUND.again.length);
  const [before, first] = [AROUND.before, AROUND.first].map((prefix) => earlier(step, prefix + name));
  if (!succeeded(before) || !succeeded(first)) return [];
  const twice = leavesOf(bodyOf(exchange)).find(({ pointer, value: now }) => {
    const [was, once, then] = [
      getAtPointer(bodyOf(before), pointer),
      getAtPointer(bodyOf(first), pointer),
      now,
    ].map(amountIn);
    if (was === undefined || once === undefined || then === undefined || !isAmountField(pointer))
      return false;
    return once !== was && sumOf(then, -once) === sumOf(once, -was);
  });
  if (twice === undefined) return [];
  const operation = again?.call.operation ?? step.operation.key;
  const { pointer, value: now } = twice;
  return [
    finding(idempotencyKey.id, step, {
      operation,
      evidence: [AROUND.before + name, CALLS.first, AROUND.first + name, CALLS.again],
      verdict: "ERR",
      clause: "one key, one effect",
      shape: "the effect is there twice",
      check: equal(inAnswer(AROUND.first + name, pointer), inAnswer(exchange.call.id, pointer)),
      message: `${operation} sent again with the same Idempotency-Key answers as the first time, and moves ${pointer} of ${name} again`,
      expected: `${show(getAtPointer(bodyOf(first), pointer))}, as after the first`,
      got: show(now),
      why: "The key is there so that a client may send again what it got no answer to.",
    }),
  ];
}

function oneEffect({ subject }: Step): Condition | undefined {
  const [first, second] = [subject?.idAt, subject?.otherIdAt];
  if (first === undefined || second === undefined) return undefined;
  return either(answers(CALLS.again, REFUSED), equal(first, second));
}

function judgeOther(step: Step) {
  return [
    finding(idempotencyKey.id, step, {
      evidence: [CALLS.first],
      verdict: "WARN",
      clause: "a key is not used for two bodies",
      check: answers(CALLS.other, REFUSED),
      message: `${step.operation.key} accepts an Idempotency-Key again with another body`,
      expected: "422 or another refusal",
      got: String(step.response.status),
      why: "What the client asked for this time was not done, or was done under a key that says it is the same.",
    }),
  ];
}
