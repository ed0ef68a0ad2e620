import { aNoun } from "#base/a-noun";
import { isArray, type Json } from "#base/json";
import { aloneAt } from "#calls/alone-at";
import type { Call } from "#calls/call";
import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf } from "#openapi/schema-shape";
import { givesUp } from "#semantics/gives-up";
import { PROVOKE } from "#semantics/life";
import type { Made } from "#semantics/recipe";
import { at, type Stretch, whenIn } from "#semantics/when";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { looksGone } from "./looks-gone.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { mayBeTaken, refusedAs, sentSpan, showSpan } from "./sent-span.js";
import { actionsOf, type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  same: `${PROVOKE}make one at the same time`,
  free: `${PROVOKE}give it up`,
  look: "look",
  again: `${PROVOKE}make one when it would have been`,
  later: `${PROVOKE}make one long after it`,
} as const;

const WHEN: Stretch = [0, 4];
const LATER: Stretch = [48, 52];

/**
 * What is cancelled does not take place, so its time is free. A weak norm: a service may keep the time until somebody has
 * agreed, so the thing must read as cancelled, or be gone.
 */
export const freedWhenCancelled: Oracle = {
  id: "freed-when-cancelled",
  title: "What was cancelled, or deleted, no longer takes its time.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs:
    "a create with a date of which the service refuses a second one at the same time, and a way to cancel it",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const when = whenIn(kind.create.inputs.body?.content);
      if (
        when === undefined ||
        !mayBeTaken(kind, when) ||
        kind.resource.read.length + kind.resource.list.length === 0
      )
        return [];
      return waysOut(ground, kind).map(([operation, call]) => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make, (made) => at(made, when, WHEN, CALLS.make));
        situation.makeBeside(CALLS.same, things, (made) => at(made, when, WHEN, CALLS.make));
        situation.add(call(situation, things));
        situation.look(CALLS.look, things);
        situation.makeBeside(CALLS.again, things, (made) => at(made, when, WHEN, CALLS.make));
        // That it is the time which is refused.
        situation.makeBeside(CALLS.later, things, (made) => at(made, when, LATER, CALLS.make));
        return situation.build(
          freedWhenCancelled.id,
          `take the time of what ${operation} has ended`,
          operation,
        );
      });
    }),
  judge: (step) => {
    if (step.plannedBy !== freedWhenCancelled.id || step.exchange.call.id !== CALLS.later) return [];
    const [make, same, free, again] = [CALLS.make, CALLS.same, CALLS.free, CALLS.again].map((id) =>
      earlier(step, id),
    );
    const status = refusedAs(same);
    if (status === undefined || refusedAs(again) !== status) return [];
    if (!succeeded(make) || !succeeded(step.exchange)) return [];
    if (free === undefined || !isDone(free) || !isOver(step, free)) return [];
    return [
      finding(freedWhenCancelled.id, step, {
        evidence: [CALLS.make, CALLS.same, CALLS.free, CALLS.look, CALLS.again],
        verdict: "WARN",
        clause: "what is over takes no time",
        shape: free.call.operation,
        check: answers(CALLS.again, ACCEPTED),
        message: `${step.operation.key} refuses the time of ${aNoun(noun(step))} that was ended by ${free.call.operation}`,
        expected: "success, as the first time",
        got: `${status} for ${showSpan(sentSpan(again))}`,
        why: "The one that had this time reads as cancelled, or is gone, and one at another time is taken.",
      }),
    ];
  },
};

type WayOut = readonly [OperationKey, (situation: Situation, things: Made) => Call];

/** One way to cancel, and the delete where that erases. */
function waysOut(ground: Ground, kind: Kind): readonly WayOut[] {
  const { api } = ground.known;
  const { resource } = kind;
  const action = actionsOf(ground, resource).find(({ operation }) => isNamedSo(ground, operation));
  const cancel: WayOut | undefined =
    action === undefined
      ? resource.update.map((operation) => byStatus(operation)).find((way) => way !== undefined)
      : [action.operation, (situation, things) => situation.working(CALLS.free, action, things)];
  const isKept = ground.rules.some(
    (rule) => rule.kind === "removes" && rule.resource === resource.name && rule.how === "trash",
  );
  const [removal] = isKept ? [] : resource.delete;
  const remove: WayOut | undefined =
    removal === undefined
      ? undefined
      : [removal, (situation, things) => situation.plain(CALLS.free, removal, things)];
  return [cancel, remove].filter((way) => way !== undefined);

  /** A PATCH of the status, where the document names one for what was cancelled. */
  function byStatus(operation: OperationKey): WayOut | undefined {
    if (!operation.startsWith("PATCH ")) return undefined;
    const { path, members } = payloadOf(requestSchema(operationOf(api, operation)), api.schemas);
    for (const [name, { schema }] of members) {
      const choices = keywordOf(schema, "enum", api.schemas);
      const over = isArray(choices)
        ? choices.find((one) => typeof one === "string" && givesUp(one))
        : undefined;
      if (over === undefined) continue;
      return [
        operation,
        (situation, things) => {
          const plain = situation.plain(CALLS.free, operation, things);
          const content = aloneAt(plain.body?.content, path, [...path, name], value(over));
          return { ...plain, body: { contentType: "application/json", ...plain.body, content } };
        },
      ];
    }
    return undefined;
  }
}

function isNamedSo({ known: { api } }: Ground, operation: OperationKey): boolean {
  const { path, operationId = "" } = operationOf(api, operation);
  return givesUp(path.split("/").at(-1) ?? "") || givesUp(operationId);
}

/** 202 only promises. */
function isDone({ outcome }: Exchange): boolean {
  return (
    outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300 && outcome.status !== 202
  );
}

function isOver(step: Step, free: Exchange): boolean {
  if (step.subject?.resource.delete.includes(free.call.operation)) return looksGone(step, CALLS.look);
  const look = earlier(step, CALLS.look);
  return succeeded(look) && leavesOf(bodyOf(look)).some(({ value: shown }) => isStatusOf(shown));
}

/** Free text may use the word as well. */
function isStatusOf(shown: Json): boolean {
  return typeof shown === "string" && !/\s/.test(shown) && givesUp(shown);
}
