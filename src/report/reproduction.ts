import { asSent } from "#calls/as-sent";
import type { Call } from "#calls/call";
import { type Check, callsIn } from "#calls/check";
import { comparableMeanings, mustBeKnown } from "#calls/comparable";
import { type Credential, credentialsIn } from "#calls/credential";
import type { Exchange } from "#calls/exchange";
import { lookFor } from "#calls/look-for";
import { type Meaning, meaningOfStatus } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { tellingStatus } from "#calls/refusal-sign";
import type { Fault } from "#calls/run-record";
import { type FreshForm, withOwnNames } from "./fresh-form.js";
import { type ReproductionStep, stepOf } from "./reproduction-step.js";
import { identifierOf } from "./source.js";

/**
 * A fault as requests that somebody else can make: what every export is written from. Where a request cannot be said
 * without Piolet (a multipart body with values of the run in it) there is none, and a sentence says why.
 */
export interface Reproduction {
  readonly fault: Fault;
  readonly url: string;
  readonly fresh: readonly FreshForm[];
  /** By id, with the looks: what references lead to. */
  readonly calls: ReadonlyMap<string, Call>;
  readonly steps: readonly ReproductionStep[];
  /** How many of the last steps only look: they may be made again where effects are slow to show. */
  readonly looks: number;
  readonly check?: Check;
  /** Newest first. */
  readonly undo: readonly { readonly after: string; readonly step: ReproductionStep }[];
  /** Headers and query parameters that carried credentials, of each user. */
  readonly credentials: readonly Credential[];
}

export interface NoReproduction {
  /** In half a sentence. */
  readonly why: string;
}

export function reproduce(fault: Fault, url: string): Reproduction | NoReproduction {
  // What was seen in passing may have written to what is not ours.
  if (fault.replay === undefined)
    return { why: "it was seen in passing, on things that need not be the run's own" };
  const { calls: planned, forms } = withOwnNames(callsOf(fault), fault.exchanges);
  if (planned.some(isSweeping))
    return { why: "a call in it deletes all of a list, and only a replay sees to it that this is its own" };
  const exchanges = new Map(fault.exchanges.map((exchange) => [exchange.call.id, exchange]));
  const sent = (call: Call) => asSent(call, exchanges.get(call.id)?.request.headers["content-type"]);
  const calls = planned.map(sent);
  const isComplete = calls.length > 0 && calls.every(({ id }) => exchanges.has(id));
  const { check } = fault;
  const looks = check?.looks ?? [];
  const ordered = calls.flatMap((call) => [
    ...looks.filter(({ before }) => before === call.id).map((look) => sent(look.call)),
    call,
    ...(call.finds === undefined ? [] : [sent(lookFor(call, call.finds))]),
  ]);
  const atEnd = looks.filter(({ before }) => before === undefined).map((look) => sent(look.call));
  const contact = fault.contact === undefined ? [] : [sent(fault.contact)];
  const all = [...contact, ...ordered, ...atEnd];
  const byId = new Map(all.map((call) => [call.id, call]));
  const credentials = credentialsIn(fault.exchanges);
  const made = calls.flatMap((call) =>
    call.finds === undefined ? [] : [[lookFor(call, call.finds).id, identifierOf(call.id, byId)] as const],
  );
  const findings = new Map(made);
  const steps = all.map((call, index) => {
    const step = stepOf(call, `s${index + 1}`, byId, exchanges.get(call.id), credentials);
    const [finds, takes] = [findings.get(call.id), takenOf(fault, call, exchanges.get(call.id))];
    return (
      step && {
        ...step,
        mustBeKnown: (takes?.includes("denied") ?? false) && mustBeKnown(fault, call),
        ...(finds === undefined ? {} : { finds }),
        ...(takes === undefined ? {} : { takes }),
      }
    );
  });
  const undo = (fault.undo ?? []).flatMap(({ after, call }, index) => {
    const step = byId.has(after)
      ? stepOf(asSent(call), `u${index + 1}`, byId, undefined, credentials)
      : undefined;
    return step === undefined ? [] : [{ after, step }];
  });
  const known = steps.filter((step) => step !== undefined);
  if (!isComplete) return { why: "some of its calls were never made" };
  const unsayable = all.find((_, index) => steps[index] === undefined);
  if (unsayable !== undefined)
    return { why: `only Piolet can put together the request of ${unsayable.operation}` };
  // What is accused and looked at afterwards has done something, also by GET, as has what takes things back: made once.
  const removing = new Set([fault.operation, ...(fault.undo ?? []).map(({ call }) => call.operation)]);
  const accused = known.slice(0, -1).findLastIndex(({ operation }) => removing.has(operation));
  const writes = Math.max(
    accused,
    known.findLastIndex(
      ({ method, finds }) => finds !== undefined || !["GET", "HEAD", "OPTIONS"].includes(method),
    ),
  );
  return {
    fault,
    url,
    fresh: forms,
    calls: byId,
    steps: known,
    looks: known.length - writes - 1,
    ...(check === undefined ? {} : { check }),
    undo: undo.reverse(),
    credentials,
  };
}

/** A script knows an answer by its status, and by the signs of a refusal in its body: what it takes an answer for counts, too. */
function takenOf(fault: Fault, call: Call, recorded: Exchange | undefined): readonly Meaning[] | undefined {
  const meanings = comparableMeanings(fault, call);
  if (meanings === undefined || recorded?.outcome.kind !== "response") return meanings;
  return [...new Set([...meanings, meaningOfStatus(tellingStatus(recorded.outcome))])];
}

function callsOf(fault: Fault): readonly Call[] {
  const { sequence, controls = [] } = fault;
  return sequence.calls.slice(0, endOf(fault) + 1).filter(({ id }) => !controls.includes(id));
}

/** What comes after the last call that is judged proves nothing, unless there is something to look at in the end. */
function endOf({ sequence, call, check }: Fault): number {
  const looked = check === undefined || check.looks.length > 0 ? undefined : callsIn(check.expect);
  return sequence.calls.findLastIndex(({ id }) => looked?.has(id) ?? id === call);
}

/** It deletes, and names nothing that another call has made. */
function isSweeping(call: Call): boolean {
  return (
    call.operation.startsWith("DELETE ") &&
    Object.keys(call.path).length === 0 &&
    referencesOf(call).length === 0
  );
}
