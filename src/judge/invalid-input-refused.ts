import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { isJsonType } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { areToldApart, isAnsweredAlike } from "./answered-alike.js";
import { type BodyTrial, bodyTrials } from "./body-trials.js";
import { type InputTrial, nameOfTrial, trialIn } from "./input-trial.js";
import { byOtherUpdates } from "./kinds-by-update.js";
import { type Leaf, leavesOf } from "./leaves.js";
import { earlier, madeBy } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt, seenNow, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  update: "update it",
  look: "look",
  lookAfter: "look after all refusals",
  list: "list what there is",
} as const;

/** Trials per operation: each costs one request where it is refused. */
const MOST = { create: 14, update: 10 };

/**
 * Values just beyond what the document allows. A service that takes them is more lenient than its document, which hurts
 * whoever trusts that; it is a warning, once per operation and kind of constraint. Some habits are so common that they
 * are one note for the whole service.
 */
export const invalidInputRefused: Oracle = {
  id: "invalid-input-refused",
  title: "What the document does not allow is refused with 4xx, and changes nothing.",
  verdict: "ERR",
  source: "the document's schemas; RFC 9110, sections 15.5.1 and 15.5.21",
  needs: "a create or an update with a JSON body, of things that can be deleted",
  sequences: (ground) =>
    kindsOf(ground)
      // What is taken against the document must go again.
      .filter(({ resource }) => resource.delete.length > 0)
      .flatMap((kind) => [
        ...planCreates(ground, kind),
        ...[kind, ...byOtherUpdates(ground, kind)].flatMap((one) => planUpdates(ground, one)),
      ]),
  judge: (step) => {
    if (step.plannedBy !== invalidInputRefused.id) return [];
    if (step.exchange.call.id === CALLS.lookAfter) return judgeEffect(step);
    const trial = trialIn(step.exchange.call.id);
    return trial?.kind === "forbidden" && isTakenLikeAnother(step)
      ? [taken(invalidInputRefused.id, step, trial)]
      : [];
  },
};

/**
 * It was answered as the call that keeps to the document was, and that one did something: it made a thing, or what it
 * wrote was shown afterwards. Where the good call came to nothing, the bad one was not taken either.
 */
function isTakenLikeAnother(step: Step): boolean {
  const update = earlier(step, CALLS.update);
  const control = update ?? earlier(step, CALLS.make);
  const others = step.before.filter(({ call }) => call.operation === step.operation.key);
  if (!isAnsweredAlike(control, step.exchange) || !areToldApart([...others, step.exchange])) return false;
  if (update === undefined) return madeBy(step, CALLS.make) !== undefined;
  const [sent, shown] = [sentBy(update), seenAt(step, CALLS.look)];
  const isShown = ({ pointer, value: part }: Leaf) =>
    jsonEqual(part, getAtPointer(unwrap(shown ?? null, sent ?? null), pointer));
  return shown === undefined || leavesOf(sent).length === 0 || leavesOf(sent).some(isShown);
}

const BROKEN: InputTrial = {
  kind: "forbidden",
  keyword: "json",
  place: "",
  label: "a body that is no JSON",
  lenient: false,
};

/** The call with a body that nobody can read; undefined where it has none that is JSON. */
function broken(call: Call): Call | undefined {
  if (call.body === undefined || !isJsonType(call.body.contentType)) return undefined;
  const body = { contentType: call.body.contentType, content: value('{"broken": '), raw: true } as const;
  return { ...call, id: nameOfTrial(BROKEN), body };
}

/** The call once without each header and query parameter that the document requires. */
function withoutRequired(call: Call, { parameters }: Operation): readonly Call[] {
  return parameters.flatMap(({ in: place, name, required }) => {
    if (!required || (place !== "header" && place !== "query") || !Object.hasOwn(call[place], name))
      return [];
    const others = Object.entries(call[place]).filter(([other]) => other !== name);
    const label = "nothing, though it is required";
    const trial = {
      kind: "forbidden",
      keyword: "required",
      place: `${place} ${name}`,
      label,
      lenient: false,
    } as const;
    return [{ ...call, id: nameOfTrial(trial), [place]: Object.fromEntries(others) }];
  });
}

function planCreates(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { create, resource } = kind;
  const operation = operationOf(ground.known.api, create.operation);
  const trials = bodyTrials(ground, operation, create, ["forbidden", "open"], MOST.create);
  const required = operation.parameters.filter(({ in: place, required: is }) => is && place !== "path");
  if (trials.length + required.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  for (const { id, change } of trials) situation.makeBeside(id, things, change);
  for (const call of withoutRequired(situation.working("", create, things), operation))
    situation.makeBeside(call.id, things, () => call);
  // Where the id stands in the body, nobody could find again what comes of a body that cannot be read.
  if (create.identity.in !== "request body" && broken(situation.working("", create, things)) !== undefined)
    situation.makeBeside(nameOfTrial(BROKEN), things, (call) => broken(call) ?? call);
  const [list] = resource.list;
  if (list !== undefined) situation.add(situation.plain(CALLS.list, list, things));
  return [situation.build(invalidInputRefused.id, `send what ${create.operation} must refuse`, "created")];
}

function planUpdates(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { update } = kind;
  if (update === undefined) return [];
  const operation = operationOf(ground.known.api, update.operation);
  const trials = bodyTrials(ground, operation, update, ["forbidden", "open"], MOST.update);
  if (trials.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.add(situation.working(CALLS.update, update, things));
  situation.look(CALLS.look, things);
  const send = (some: readonly BodyTrial[]) => {
    for (const { id, change } of some) situation.add(change(situation.working(id, update, things)));
  };
  // What many services take comes last: after it nobody can tell what the refused ones changed.
  const isUsuallyTaken = ({ trial }: BodyTrial) => trial.kind === "open" || trial.lenient;
  send(trials.filter((trial) => !isUsuallyTaken(trial)));
  const unreadable = broken(situation.working("", update, things));
  if (unreadable !== undefined) situation.add(unreadable);
  situation.look(CALLS.lookAfter, things);
  send(trials.filter(isUsuallyTaken));
  return [situation.build(invalidInputRefused.id, `send what ${update.operation} must refuse`, "updated")];
}

/** The finding that something was taken that the document does not allow. */
export function taken(oracle: string, step: Step, { keyword, place, label, lenient }: InputTrial): Finding {
  const { status } = step.response;
  const sent = getAtPointer(sentBy(step.exchange), place);
  return finding(oracle, step, {
    form: true,
    verdict: lenient ? "NOTE" : "WARN",
    ...(lenient ? { habit: true } : {}),
    clause: lenient ? "lenient by habit" : "what the document does not allow is refused",
    shape: lenient ? "lenient" : keyword,
    message: `${step.operation.key} takes ${label}${place === "" ? "" : ` at ${place}`}, which the document does not allow`,
    expected: "400, 422 or another 4xx",
    got: `${status}${sent === undefined ? "" : ` to ${show(sent)}`}`,
    why: "Whoever reads the document relies on it: what is stored now is not what it describes.",
    check: answers(step.exchange.call.id, REFUSED),
  });
}

/** After a row of refused updates the thing is as it was before them; what one of them sent must not be there. */
function judgeEffect(step: Step): readonly Finding[] {
  const refused = step.before.filter(({ call }) => trialIn(call.id) !== undefined);
  const [before, now] = [seenAt(step, CALLS.look), seenNow(step)];
  if (before === undefined || now === undefined || refused.some(succeeded)) return [];
  for (const exchange of refused) {
    const sent = sentBy(exchange);
    const last = sentBy(earlier(step, CALLS.update));
    const stored = leavesOf(sent).filter(
      ({ pointer, value: part }) =>
        !jsonEqual(part, getAtPointer(last, pointer)) &&
        !jsonEqual(part, getAtPointer(unwrap(before, sent ?? null), pointer)) &&
        jsonEqual(part, getAtPointer(unwrap(now, sent ?? null), pointer)),
    );
    const [first] = stored;
    if (first === undefined || exchange.outcome.kind !== "response") continue;
    return [
      finding(invalidInputRefused.id, step, {
        operation: exchange.call.operation,
        evidence: [CALLS.update, CALLS.look, exchange.call.id],
        verdict: "ERR",
        clause: "a refused update changes nothing",
        message: `${exchange.call.operation} answers ${exchange.outcome.status}, but ${first.pointer} has changed`,
        expected: show(getAtPointer(unwrap(before, sent ?? null), first.pointer)),
        got: `${show(first.value)}, which the refused call sent`,
        why: "The service said no and did it all the same, or a part of it.",
      }),
    ];
  }
  return [];
}
