import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { answers, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { finalAmong, spelled } from "#semantics/final-statuses";
import { PROVOKE } from "#semantics/life";
import { leavesOf } from "./leaves.js";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { type SettableStatus, settableStatuses } from "./set-status-call.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt, seenNow } from "./written-changes.js";

/** Begin the ids of calls; the choice follows. */
const CALLS = {
  make: "make it",
  lookFirst: "look",
  first: `${PROVOKE}lead it to `,
  look: "look at it as ",
  second: `${PROVOKE}lead it on to `,
  lookAgain: "look whether it is now ",
} as const;

/** So many choices are tried. */
const MOST = 4;

/**
 * One operation sets the status, and the document says which of them are final. From each a thing is led on to all others.
 * Words may be read wrongly; hence a warning.
 */
export const finalIsFinal: Oracle = {
  id: "final-is-final",
  title: "What the document calls final is not changed any more.",
  verdict: "WARN",
  source: "the description of the operation that sets a status",
  needs: "an operation that sets one of several statuses, and whose description says which are final",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== finalIsFinal.id || !id.startsWith(CALLS.lookAgain)) return [];
    const now = id.slice(CALLS.lookAgain.length);
    const first = step.before.find(({ call }) => call.id.startsWith(CALLS.first));
    const second = earlier(step, CALLS.second + now);
    const final = first?.call.id.slice(CALLS.first.length);
    if (final === undefined || second === undefined || !succeeded(first) || !succeeded(second)) return [];
    // What one call has led on is no longer where it was for the next.
    const isFirst =
      step.before.find(
        ({ call, outcome }) =>
          call.id.startsWith(CALLS.second) && outcome.kind === "response" && isSuccess(outcome),
      ) === second;
    // `Only the owner can` speaks of no status.
    const { onlyFrom } = finalAmong(operationOf(step.api, second.call.operation), [final]);
    if (onlyFrom !== undefined && !has(seenAt(step, CALLS.lookFirst), onlyFrom)) return [];
    if (!isFirst || !has(seenAt(step, CALLS.look + final), final) || !has(seenNow(step), now)) return [];
    return [
      finding(finalIsFinal.id, step, {
        operation: second.call.operation,
        evidence: [CALLS.make, CALLS.lookFirst, CALLS.first + final, CALLS.look + final, CALLS.second + now],
        verdict: "WARN",
        clause: "what is final stays",
        shape: `${final} to ${now}`,
        check: answers(CALLS.second + now, REFUSED),
        message: `${second.call.operation} makes ${aNoun(noun(step))} ${show(now)} that is ${show(final)} already`,
        expected: `a refusal: the document says that ${show(final)} is final`,
        got: second.outcome.kind === "response" ? String(second.outcome.status) : "",
        why: "It was read in the one status before the call, and is read in the other after it.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource } = kind;
  if (resource.read.length + resource.list.length === 0) return [];
  return resource.update
    .flatMap((operation) => settableStatuses(ground, operation))
    .flatMap((status) => {
      const choices = status.choices.slice(0, MOST);
      const { final } = finalAmong(operationOf(ground.known.api, status.operation), choices);
      return final.map((one) => leadOn(ground, kind, status, one, choices));
    });
}

function leadOn(
  ground: Ground,
  kind: Kind,
  { call, operation }: SettableStatus,
  final: string,
  choices: readonly string[],
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.look(CALLS.lookFirst, things);
  situation.add(call(CALLS.first + final, final, situation, things));
  situation.look(CALLS.look + final, things);
  for (const other of choices.filter((one) => one !== final)) {
    situation.add(call(CALLS.second + other, other, situation, things));
    situation.look(CALLS.lookAgain + other, things);
  }
  return situation.build(
    finalIsFinal.id,
    `lead what is ${final} on by ${operation}`,
    `${operation} from ${final}`,
  );
}

function has(thing: Json | undefined, status: string): boolean {
  return leavesOf(thing).some(({ value }) => typeof value === "string" && spelled(value) === spelled(status));
}
