import type { Call } from "#calls/call";
import type { Condition } from "#calls/check";
import { answers, either, equal, REFUSED } from "#calls/checks";
import { ownValues } from "#calls/own-values";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import type { Operation, Parameter } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { numbersIn } from "./vary-template.js";
import { withHeader } from "./with-header.js";

const CALLS = {
  first: "create with a key",
  again: `${PROVOKE}the same with the same key`,
  other: `${PROVOKE}something else with the same key`,
} as const;

/** A repeated key may be answered as the first time, or refused; it must not create a second thing. */
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
      const things = situation.make(CALLS.first, withKey);
      situation.makeSame(CALLS.again, CALLS.first, things);
      const another = anotherBody(kind);
      if (another !== undefined) situation.makeBeside(CALLS.other, things, (call) => withKey(another(call)));
      return [situation.build(idempotencyKey.id, `repeat ${kind.create.operation} with the same key`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== idempotencyKey.id || !succeeded(earlier(step, CALLS.first))) return [];
    if (!isSuccess(step.response)) return [];
    if (step.exchange.call.id === CALLS.again) return judgeAgain(step);
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
      message: `${step.operation.key} takes an Idempotency-Key again although the body is another`,
      expected: "422 or another refusal",
      got: String(step.response.status),
      why: "What the client asked for this time was not done, or was done under a key that says it is the same.",
    }),
  ];
}
