import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { unwrap } from "#base/unwrap";
import { inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import type { Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { itemsOf, keywordOf, membersOf } from "#openapi/schema-shape";
import { namesAuthor } from "#semantics/author-member";
import { LIFE } from "#semantics/life";
import { namesPlace } from "#semantics/place-name";
import { compareWritten, isMovedDate, type WriteDifference } from "./compare-written.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, thingIn } from "./lifecycle.js";
import { notKept } from "./not-kept.js";
import { finding, keepingIn, type Oracle, type Step } from "./oracle.js";
import { placeOf, same } from "./place-of.js";
import { sayAnswer, sayStored } from "./say-answer.js";
import { show } from "./show.js";

/**
 * What was created or updated reads as it was written. Services also compute, normalise and ignore fields, and
 * are right to; so a difference is ERR only with evidence that the field is the client's to set: the answer
 * to the write itself showed the value, or the other thing kept its own, or what is read is a torn piece of
 * what was sent. Without evidence it is a warning.
 */
export const writtenIsRead: Oracle = {
  id: "written-is-read",
  title: "What is read back is what was written.",
  verdict: "ERR",
  source: "the lifecycle of a resource; RFC 9110, section 9.3.4",
  judge: (step) => {
    if (!succeeded(step.exchange) || thingIn(step, step.exchange, step.subject?.id) === undefined) return [];
    if (step.exchange.call.id === LIFE.readCreated) return judgeCreate(step);
    if (step.exchange.call.id === LIFE.readUpdated) return judgeUpdate(step);
    return [];
  },
};

function judgeCreate(step: Step): Finding[] {
  const create = earlier(step, LIFE.create);
  if (create === undefined || !succeeded(create)) return [];
  return differences(create, step).flatMap((difference) => {
    const { kind, pointer } = difference;
    if (kind === "normalised") return [];
    const echoed = sameAt(bodyOf(create), pointer, difference.sent, create);
    const other = otherThing(step, pointer);
    const evidence = echoed
      ? `The answer to ${create.call.operation} showed ${show(difference.sent)} at ${pointer}, and the next read does not.`
      : other === "kept"
        ? "Another thing, created the same way, kept its value."
        : kind === "derived"
          ? "What is read is made of what was sent, and is no longer it."
          : undefined;
    if (evidence === undefined && kind === "missing" && !declares(step, pointer)) return [];
    return [object(step, create, difference, "a created thing reads as it was sent", evidence)];
  });
}

function judgeUpdate(step: Step): Finding[] {
  const update = earlier(step, LIFE.update);
  if (update === undefined || !succeeded(update)) return [];
  const before = thing(step, LIFE.readCreated);
  const sent = sentBody(update);
  const create = earlier(step, LIFE.create);
  const createdWith = (pointer: JsonPointer) =>
    create === undefined ? undefined : getAtPointer(sentBody(create), pointer);
  const found = differences(update, step).filter(
    (difference) =>
      difference.kind !== "normalised" &&
      !(
        createdWith(difference.pointer) === undefined &&
        countsChanges(difference, valueAt(before, difference.pointer, sent))
      ),
  );
  // What a read does not show at all says nothing about whether it has changed.
  const stale = found.filter(
    ({ pointer, read }) => read !== undefined && jsonEqual(read, valueAt(before, pointer, sent)),
  );
  const changes = leavesOf(sent).filter(
    (leaf) => !jsonEqual(leaf.value, valueAt(before, leaf.pointer, sent)),
  );
  if (stale.length > 0 && stale.length === found.length && changes.length === stale.length) {
    return [nothingChanged(step, update, stale)];
  }
  return found.flatMap((difference) => {
    const { pointer, kind } = difference;
    const echoed = sameAt(bodyOf(update), pointer, difference.sent, update);
    const created = createdWith(pointer);
    const ours = created !== undefined && jsonEqual(valueAt(before, pointer, sent), created);
    const immutable = stale.includes(difference);
    const evidence = echoed
      ? `The answer to ${update.call.operation} showed ${show(difference.sent)} at ${pointer}, and the next read does not.`
      : kind === "derived" && !immutable
        ? "What is read is made of what was sent, and is no longer it."
        : ours && !immutable
          ? "On creation the same field was stored just as it was sent."
          : undefined;
    if (evidence === undefined && kind === "missing" && !declares(step, pointer)) return [];
    return [object(step, update, difference, "an updated thing reads as it was sent", evidence)];
  });
}

/**
 * A number that was sent as it stood, and has gone up: it says which version the client has changed, and the change has
 * made another.
 */
function countsChanges({ sent, read }: WriteDifference, before: Json | undefined): boolean {
  return typeof sent === "number" && typeof read === "number" && sent === before && read > sent;
}

/** The thing as an earlier read showed it. */
function thing(step: Step, callId: string): Json | undefined {
  return thingIn(step, earlier(step, callId), step.subject?.id);
}

function nothingChanged(step: Step, update: Exchange, stale: readonly WriteDifference[]): Finding {
  const replaces = update.request.method === "PUT" || update.request.method === "PATCH";
  const fields = stale.map((difference) => difference.pointer.slice(1)).join(", ");
  return finding(writtenIsRead.id, step, {
    operation: update.call.operation,
    evidence: [update.call.id],
    verdict: replaces ? "ERR" : "WARN",
    clause: "a successful update takes effect",
    check: readsAsSent(step, update, stale[0]?.pointer ?? ""),
    message: `${sayAnswer(update)}, but changes nothing: ${sayStored(fields, stale[0]?.sent, stale[0]?.read)}`,
    expected: show(stale[0]?.sent),
    got: `${show(stale[0]?.read)}, as before`,
    why: "The service confirmed an update that it did not make.",
  });
}

function object(
  step: Step,
  write: Exchange,
  difference: WriteDifference,
  clause: string,
  evidence: string | undefined,
): Finding {
  const { pointer, sent, read, kind } = difference;
  const name = parsePointer(pointer).at(-1) ?? "";
  // Who has made a thing the service knows from whoever calls, and how many siblings there are it knows, too.
  const isKnownBetter = (namesAuthor(name) || namesPlace(name)) && kind === "unrelated";
  return finding(writtenIsRead.id, step, {
    operation: write.call.operation,
    evidence: [write.call.id],
    verdict: evidence !== undefined ? "ERR" : isKnownBetter ? "NOTE" : "WARN",
    // What the service decides by itself it decides wherever the field is written.
    ...(evidence === undefined ? { habit: true } : {}),
    clause,
    cause: notKept(write.call.operation, pointer),
    place: pointer,
    check: readsAsSent(step, write, pointer),
    shape: `${evidence === undefined ? "decided by the service" : clause} ${pointer.replace(/\/\d+(?=\/|$)/g, "/*")}`,
    message: `${sayAnswer(write)}, but ${sayStored(pointer, sent, read)}`,
    expected: show(sent),
    got: show(read),
    why: evidence ?? "The document lets a client write this field; the service may also decide it by itself.",
  });
}

function readsAsSent(step: Step, write: Exchange, pointer: JsonPointer) {
  const read = placeOf(step, step.exchange, pointer, { like: sentBody(write) });
  return same(read, inRequest(write.call.id, pointer));
}

function differences(write: Exchange, step: Step): WriteDifference[] {
  const sent = sentBody(write);
  if (sent === undefined) return [];
  const shown = unwrap(thingIn(step, step.exchange, step.subject?.id), sent);
  return compareWritten(sent, shown, keepingIn(step)).filter((difference) => isComparable(step, difference));
}

/**
 * Secrets are not shown again, the id may be the service's to give, and instants are often the service's clock, unless
 * they are but a day off.
 */
function isComparable(step: Step, { pointer, sent, read }: WriteDifference): boolean {
  const tokens = parsePointer(pointer);
  const name = tokens.at(-1) ?? "";
  if (/passw|secret|token|credential|pin$/i.test(name)) return false;
  if (step.subject?.resource.idFields[0] === name && step.subject.resource.idSource === "server")
    return false;
  if (tokens.length === 1) {
    const member = membersOf(schemaOfThing(step), step.api.schemas).get(name);
    if (keywordOf(member?.schema, "writeOnly", step.api.schemas) === true) return false;
  }
  if (isMovedDate(sent, read)) return true;
  return !looksLikeDate(read) || !/(at|on|time|date|stamp|created|updated|modified)$/i.test(name);
}

function schemaOfThing({ operation, subject, api }: Step): Schema | undefined {
  const schema = successSchema(operation);
  return subject?.resource.list.includes(operation.key) === true ? itemsOf(schema, api.schemas) : schema;
}

function declares(step: Step, pointer: JsonPointer): boolean {
  const members = membersOf(schemaOfThing(step), step.api.schemas);
  return members.has(parsePointer(pointer)[0] ?? "");
}

function otherThing(step: Step, pointer: JsonPointer): "kept" | "differs" | "unknown" {
  const created = earlier(step, LIFE.createOther);
  const read = thingIn(step, earlier(step, LIFE.readOther), step.subject?.otherId);
  if (created === undefined || read === undefined) return "unknown";
  const sent = getAtPointer(sentBody(created), pointer);
  if (sent === undefined) return "unknown";
  return jsonEqual(sent, valueAt(read, pointer, sentBody(created))) ? "kept" : "differs";
}

function sameAt(body: Json | undefined, pointer: JsonPointer, value: Json, write: Exchange): boolean {
  return jsonEqual(valueAt(body, pointer, sentBody(write)), value);
}

function valueAt(body: Json | undefined, pointer: JsonPointer, like: Json | undefined): Json | undefined {
  return getAtPointer(like === undefined ? body : unwrap(body, like), pointer);
}

function sentBody(write: Exchange): Json | undefined {
  return write.request.inputs.body?.content;
}
