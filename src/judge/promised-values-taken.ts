import { isArray, isObject, type Json } from "#base/json";
import { formatPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Condition } from "#calls/check";
import { equal, inAnswer, inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { itemPlace, pointerTo } from "#semantics/item-place";
import { AFTERMATH } from "#semantics/life";
import { listItems } from "#semantics/list-items";
import { whyRefused } from "#semantics/read-refusal";
import { bodyTrials } from "./body-trials.js";
import { compareWritten } from "./compare-written.js";
import { besideTrial, type InputTrial, trialIn } from "./input-trial.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { isLostToCharset, LOST_TO_CHARSET } from "./lost-to-charset.js";
import { notKept } from "./not-kept.js";
import { finding, type Ground, keepingIn, type Oracle, type Step } from "./oracle.js";
import { sayAnswered, sayTrial } from "./say-trial.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { isSecretPointer, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  another: "make another",
  look: "look",
  update: "update it",
  lookUpdated: "look at the update",
  list: "list what there is",
} as const;

/** Trials per operation: each costs a write, a read and the clean-up. */
const MOST = { create: 9, update: 6 };

/**
 * Values that the document allows, at the edge of what it allows. Services have rules of their own beside the document,
 * so that a refusal is an error only where the very next value is taken: then the bound is meant, and is wrong by one.
 */
export const promisedValuesTaken: Oracle = {
  id: "promised-values-taken",
  title: "Values that the document allows are taken, and stored unchanged.",
  verdict: "ERR",
  source: "the document's schemas",
  needs: "a create or an update with a JSON body",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => [...planCreates(ground, kind), ...planUpdates(ground, kind)]),
  judge: (step) => {
    if (step.plannedBy !== promisedValuesTaken.id) return [];
    const { id } = step.exchange.call;
    if (id.startsWith(AFTERMATH)) return judgeStored(step, id.slice(AFTERMATH.length));
    const trial = trialIn(id);
    if (trial === undefined || !hasBaseline(step)) return [];
    if (trial.kind === "inside") return judgeBound(step, trial);
    // A bound is judged beside its neighbour.
    return hasNeighbour(trial) ? [] : judgeRefused(step, step.exchange, trial);
  },
};

function planCreates(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { create, resource } = kind;
  const operation = operationOf(ground.known.api, create.operation);
  // What needs a thing with so much in it takes something from that: more than there is proves nothing.
  const isLimited = create.needs.some(({ like }) => like !== undefined);
  const trials = bodyTrials(ground, operation, create, ["promised"], MOST.create).filter(
    ({ trial }) => !isLimited || !UPPER.test(trial.keyword),
  );
  if (trials.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  // The same call once more, to know that a second thing is not refused whatever it holds.
  situation.look(CALLS.look, situation.makeBeside(CALLS.another, things));
  for (const { id, trial, change } of trials) {
    const own = situation.makeBeside(id, things, change);
    if (trial.kind === "promised") situation.look(AFTERMATH + id, own);
  }
  const [list] = resource.list;
  if (list !== undefined) situation.add(situation.plain(CALLS.list, list, things));
  return [situation.build(promisedValuesTaken.id, `send what ${create.operation} must take`, "created")];
}

function planUpdates(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { update } = kind;
  if (update === undefined) return [];
  const operation = operationOf(ground.known.api, update.operation);
  const trials = bodyTrials(ground, operation, update, ["promised"], MOST.update);
  if (trials.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.add(situation.working(CALLS.update, update, things));
  situation.look(CALLS.lookUpdated, things);
  for (const { id, trial, change } of trials) {
    situation.add(change(situation.working(id, update, things)));
    if (trial.kind === "promised") situation.look(AFTERMATH + id, things);
  }
  return [situation.build(promisedValuesTaken.id, `send what ${update.operation} must take`, "updated")];
}

function hasBaseline(step: Step): boolean {
  return succeeded(earlier(step, CALLS.another)) || succeeded(earlier(step, CALLS.update));
}

const UPPER = /^(exclusiveM|m)aximum$/;

const WITH_NEIGHBOUR = /^(exclusiveM|m)(in|ax)imum$|^(min|max)Length$/;

function hasNeighbour({ keyword }: InputTrial): boolean {
  return WITH_NEIGHBOUR.test(keyword);
}

/** Only these say that the input itself is not as it should be. */
const OBJECTIONS = [400, 422];

/** The service speaks of what it holds, or of a rule about time: the value is fine, but not here and now. */
const STATE =
  /\b(taken|exists?|already|duplicate|unique|in use|not found|unknown|no such|conflict|expired|past|future|before|after|limit|quota|full|same)\b/i;

function isObjection(exchange: Exchange | undefined): exchange is Exchange {
  return (
    exchange?.outcome.kind === "response" &&
    OBJECTIONS.includes(exchange.outcome.status) &&
    !STATE.test(whyRefused(exchange))
  );
}

function judgeBound(step: Step, inside: InputTrial): readonly Finding[] {
  const bound = earlier(step, besideTrial(inside));
  if (bound === undefined || !isObjection(bound)) return [];
  const trial = { ...inside, kind: "promised" } as const;
  if (!isSuccess(step.response) || isHeldElsewhere(step, trial)) return judgeRefused(step, bound, trial);
  return [
    refused(
      step,
      bound,
      trial,
      "ERR",
      "The very next value is taken, so the bound is meant, and is wrong by one.",
    ),
  ];
}

/**
 * What is taken is a number that something else has, which was made before: a room with eleven beds refuses twelve guests,
 * and that says nothing of the document's twelve.
 */
function isHeldElsewhere(step: Step, { place }: InputTrial): boolean {
  const taken = getAtPointer(sentBy(step.exchange), place);
  const isElsewhere = ({ call }: Exchange) => call.operation !== step.exchange.call.operation;
  return (
    typeof taken === "number" &&
    step.before
      .filter(isElsewhere)
      .some((exchange) => leavesOf(bodyOf(exchange)).some(({ value }) => value === taken))
  );
}

function judgeRefused(step: Step, exchange: Exchange, trial: InputTrial): readonly Finding[] {
  if (!isObjection(exchange)) return [];
  // A rule of the service beside the document: worth knowing, but nobody was promised more than a schema can say.
  return [
    refused(
      step,
      exchange,
      trial,
      "NOTE",
      "The document allows it, and says nowhere that there is another rule.",
    ),
  ];
}

function refused(step: Step, exchange: Exchange, trial: InputTrial, verdict: Verdict, why: string): Finding {
  const { outcome } = exchange;
  const status = outcome.kind === "response" ? outcome.status : 0;
  const sent = getAtPointer(sentBy(exchange), trial.place);
  return finding(promisedValuesTaken.id, step, {
    form: true,
    operation: exchange.call.operation,
    evidence: [CALLS.another, CALLS.update, exchange.call.id].filter((id) => earlier(step, id) !== undefined),
    verdict,
    clause: "what the document allows is taken",
    // One note per operation, but each wrong bound by itself.
    ...(verdict === "ERR" ? { shape: `${trial.keyword} ${trial.place}` } : {}),
    message: `${exchange.call.operation} refuses ${sayAnswered(trial, sent, status)}, which the document allows`,
    expected: "success, as with other values",
    got: whyRefused(exchange),
    why,
  });
}

function judgeStored(step: Step, trialId: string): readonly Finding[] {
  const trial = trialIn(trialId);
  const write = earlier(step, trialId);
  if (trial === undefined || write === undefined || !succeeded(write) || !succeeded(step.exchange)) return [];
  if (isSecretPointer(trial.place)) return [];
  const sent = sentBy(write);
  const value = getAtPointer(sent, trial.place);
  const read = shownFor(step, step.exchange, write);
  if (sent === undefined || value === undefined || read === undefined) return [];
  const keeping = keepingIn(step);
  const [difference] = compareWritten(
    value,
    getAtPointer(unwrap(read, sent), trial.place),
    keeping,
    trial.place,
  );
  if (difference === undefined || difference.kind === "normalised") return [];
  if (standsElsewhere(value, unwrap(read, sent), trial.place)) return [];
  // A new thing for which nothing was chosen has what things usually have.
  if (value === null && step.subject?.resource.create.includes(write.call.operation) === true) return [];
  const base = baseline(step, trial);
  // Where the field does not keep what is sent anyway, it is the service's, or other oracles' business.
  if (base === undefined || base.sent === undefined || compareWritten(base.sent, base.read).length > 0)
    return [];
  const { read: now, kind } = difference;
  // What reads as always may be what the service sets by itself: that the usual value was kept proves little.
  const isCertain =
    now !== undefined && (kind === "derived" || compareWritten(base.read ?? null, now).length > 0);
  return [
    finding(promisedValuesTaken.id, step, {
      operation: write.call.operation,
      evidence: [...base.calls, write.call.id],
      comparisons: base.calls,
      verdict: isCertain ? "ERR" : "WARN",
      clause: "what is taken is stored unchanged",
      shape: `stored unchanged ${trial.place}`,
      cause: isLostToCharset(value, now) ? LOST_TO_CHARSET : notKept(write.call.operation, trial.place),
      place: trial.place,
      check: readsAs(step, unwrap(read, sent), write, trial.place),
      message: `${write.call.operation} accepts ${sayTrial(trial)}, but ${show(value, 40)} reads back as ${show(now, 40)}`,
      expected: show(value),
      got: show(now),
      why: `Another value at the same place was kept (${show(base.read)}); this one the document allows as well.`,
    }),
  ];
}

/** What was sent at a place reads back there: in the answer, or in the item of a list that the write has made. */
function readsAs(
  { exchange, subject }: Step,
  thing: Json | undefined,
  write: Exchange,
  place: JsonPointer,
): Condition | undefined {
  const body = bodyOf(exchange);
  const [{ id: call }, sent] = [exchange.call, inRequest(write.call.id, place)];
  if (thing === undefined) return undefined;
  const item = listItems(body)?.find((one) => pointerTo(one, thing) !== undefined);
  if (item === undefined) {
    const at = listItems(body) === undefined ? pointerTo(body, thing) : undefined;
    return at === undefined ? undefined : equal(inAnswer(call, at + place), sent);
  }
  const { idAt } = subject ?? {};
  // Only what is made in the same way has its id in the same place.
  const [create, ...others] = subject?.resource.create ?? [];
  if (subject === undefined || idAt === undefined || write.call.operation !== create || others.length > 0)
    return undefined;
  const id = { ...idAt, call: write.call.id };
  const at = itemPlace(call, body, id, subject.resource.idFields, `${pointerTo(item, thing) ?? ""}${place}`);
  return at && equal(at, sent);
}

/** Many lists are sets, and are answered in an order of the service's own. */
function standsElsewhere(value: Json, read: Json | undefined, place: JsonPointer): boolean {
  const path = parsePointer(place);
  const list = path.slice(
    0,
    path.findLastIndex((token) => /^\d+$/.test(token)),
  );
  const items = list.length < path.length ? getAtPointer(read, formatPointer(list)) : undefined;
  const within = formatPointer(path.slice(list.length + 1));
  const isHeld = (item: Json) =>
    compareWritten(value, getAtPointer(item, within)).every(({ kind }) => kind === "normalised");
  return isArray(items) && items.some(isHeld);
}

/** What the same field held where the usual value was sent. */
function baseline(step: Step, trial: InputTrial) {
  const pairs = [
    { write: CALLS.another, look: CALLS.look },
    { write: CALLS.update, look: CALLS.lookUpdated },
  ];
  for (const { write, look } of pairs) {
    const [written, looked] = [earlier(step, write), earlier(step, look)];
    const sent = sentBy(written);
    if (written === undefined || sent === undefined || !succeeded(written) || !succeeded(looked)) continue;
    const read = getAtPointer(unwrap(shownFor(step, looked, written), sent), trial.place);
    return { sent: getAtPointer(sent, trial.place), read, calls: [write, look] };
  }
  return undefined;
}

/** The thing of a write in a look: the body of a read, or the item of a list that has its id. */
function shownFor(step: Step, look: Exchange | undefined, write: Exchange): Json | undefined {
  const body = bodyOf(look);
  const { subject } = step;
  if (look === undefined || subject === undefined || !subject.resource.list.includes(look.call.operation))
    return body;
  const fields = subject.resource.idFields;
  const idIn = (json: Json | undefined): Json | undefined => {
    const own = isObject(json) ? fields.find((field) => Object.hasOwn(json, field)) : undefined;
    return own === undefined || !isObject(json) ? undefined : json[own];
  };
  const sent = sentBy(write);
  const answer = bodyOf(write);
  const id = idIn(sent === undefined ? answer : unwrap(answer, sent)) ?? idIn(sent);
  return listItems(body)?.find((item) => id !== undefined && String(idIn(item)) === String(id));
}
