import type { Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { differs } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { requestSchema, successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf, typesOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { type Computed, computedIn, holds, isComputable } from "./computed-from.js";
import { kindsByUpdate } from "./kinds-by-update.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { longerSpans } from "./longer-spans.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { placeOf, placeOfEarlier } from "./place-of.js";
import { raiseNumbers } from "./raise-numbers.js";
import { show } from "./show.js";
import { type Kind, Situation } from "./situation.js";

/** Other numbers may not be welcome, which is no fault. */
const CALLS = {
  make: "make it",
  look: "look",
  other: `${PROVOKE}make one with other numbers`,
  lookOther: "look at the other",
  update: `${PROVOKE}update it with other numbers`,
  lookUpdated: "look at the update",
} as const;

/**
 * A number that is the sum of price times quantity in two things with different numbers is computed. After an update with
 * others again it must not stand still. Only standing still is told: more may come into it than two things show.
 */
export const computedFollows: Oracle = {
  id: "computed-follows",
  title: "A total, a product or a count that is computed from other parts of a thing follows them.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an update with numbers or lists, and a read that shows numbers which nobody sends",
  sequences: (ground) => kindsByUpdate(ground).flatMap((kind) => plan(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== computedFollows.id || step.exchange.call.id !== CALLS.lookUpdated) return [];
    if (!succeeded(earlier(step, CALLS.update)) || !isSuccess(step.response)) return [];
    const [before, other] = [CALLS.look, CALLS.lookOther].map((id) => bodyOf(earlier(step, id)));
    const now = bodyOf(step.exchange);
    if (before === undefined || other === undefined || now === undefined) return [];
    const stale = computedIn(before).find(
      (one) => isComputed(one, before, other) && isStale(one, before, now),
    );
    return stale === undefined ? [] : [object(step, stale, now)];
  },
};

/** It holds of both, and is another number in each: no chance does that. */
function isComputed({ field, valueIn }: Computed, before: Json, other: Json): boolean {
  return holds(other, field, valueIn) && getAtPointer(before, field) !== getAtPointer(other, field);
}

function isStale({ field, valueIn }: Computed, before: Json, now: Json): boolean {
  const should = valueIn(now);
  return (
    should !== undefined &&
    getAtPointer(now, field) === getAtPointer(before, field) &&
    !holds(now, field, valueIn)
  );
}

function object(step: Step, { field, formula, valueIn }: Computed, now: Json) {
  const operation = earlier(step, CALLS.update)?.call.operation ?? step.operation.key;
  const was = placeOfEarlier(step, CALLS.look, field, undefined);
  const is = placeOf(step, step.exchange, field);
  return finding(computedFollows.id, step, {
    operation,
    evidence: Object.values(CALLS).filter((id) => earlier(step, id) !== undefined),
    comparisons: [CALLS.other],
    verdict: "WARN",
    clause: "what is computed is computed anew",
    shape: `${field} stays`,
    message: `${operation} changes the ${noun(step)}, but its ${field}, which is ${formula} otherwise, stays`,
    expected: show(valueIn(now)),
    got: `${show(getAtPointer(now, field))}, as before`,
    why: `In two that were made with different numbers it was ${formula}.`,
    check: was === undefined || is === undefined ? undefined : differs(was, is),
  });
}

function plan(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { update } = kind;
  if (update === undefined || !showsMore(ground, kind)) return [];
  return Object.entries(OTHERS).flatMap(([what, change]) => {
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    situation.look(CALLS.look, things);
    const write = withOthers(situation.working(CALLS.update, update, things), 2, change);
    if (write === undefined) return [];
    const another = situation.makeBeside(CALLS.other, things, (call) => withOthers(call, 1, change) ?? call);
    situation.look(CALLS.lookOther, another);
    situation.add(write);
    situation.look(CALLS.lookUpdated, things);
    return [situation.build(computedFollows.id, `change the ${what} of ${kind.resource.name}`, what)];
  });
}

type Change = (content: Template, by: number) => Template | undefined;

/** A longer stay may be welcome where more guests are not. */
const OTHERS: Readonly<Record<string, Change>> = {
  numbers: raiseNumbers,
  times: (content, by) => {
    const spans = content.kind === "object" ? longerSpans(content.members, by) : new Map();
    if (content.kind !== "object" || spans.size === 0) return undefined;
    return { ...content, members: { ...content.members, ...Object.fromEntries(spans) } };
  },
};

function withOthers(call: Call, by: number, change: Change): Call | undefined {
  const content = call.body && change(call.body.content, by);
  return call.body === undefined || content === undefined
    ? undefined
    : { ...call, body: { ...call.body, content } };
}

/** Whether the read declares a number that no update sends: else nothing is computed. */
function showsMore({ known }: Ground, { resource, update }: Kind): boolean {
  const { api } = known;
  const [read] = resource.read;
  if (read === undefined || update === undefined) return false;
  const sent = membersOf(requestSchema(operationOf(api, update.operation)), api.schemas);
  const whole = [...membersOf(successSchema(operationOf(api, read)), api.schemas)];
  const inner = whole.flatMap(([, { schema }]) => [...membersOf(schema, api.schemas)]);
  const nested = [...sent.values()].flatMap(({ schema }) => [...membersOf(schema, api.schemas).keys()]);
  return [...whole, ...inner].some(
    ([name, { schema }]) =>
      ["integer", "number"].some((type) => typesOf(schema, api.schemas).has(type)) &&
      !sent.has(name) &&
      !nested.includes(name) &&
      !resource.idFields.includes(name) &&
      isComputable(name),
  );
}
