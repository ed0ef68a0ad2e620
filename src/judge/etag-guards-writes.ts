import { jsonDifferences } from "#base/json-differences";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { answers, differs, inHeader, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { PROVOKE } from "#semantics/life";
import { changeCall } from "./change-call.js";
import { bodyOf, earlier, headerOf, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { kindsOf, Situation } from "./situation.js";
import { declaresHeader, declaresStatus, withHeader } from "./with-header.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  guarded: "guarded update",
  lookChanged: "look at the change",
  stale: `${PROVOKE}stale update`,
  lookAfter: "look after the stale update",
  staleDelete: `${PROVOKE}stale delete`,
} as const;

const SAME_TAG = "another representation has another ETag";

/**
 * A client reads, thinks, and writes on the condition that nobody else has written meanwhile. Where the service sends
 * no ETag the sequence ends at the first call that would need one. Frameworks send ETags that nothing heeds: that is
 * an error only where the document promises otherwise.
 */
export const etagGuardsWrites: Oracle = {
  id: "etag-guards-writes",
  title: "An ETag changes with its thing, and a write on the condition of an old one is refused.",
  verdict: "ERR",
  source: "RFC 9110, sections 8.8.1 and 13.1.1",
  needs: "ETags in answers, and an update",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const [read] = kind.resource.read;
      if (read === undefined || ground.sendsEtags === false) return [];
      return kind.resource.update.flatMap((operation) => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        const change = (id: string) => changeCall(situation, ground.known.api, operation, id, things);
        const [guarded, stale] = [change(CALLS.guarded), change(CALLS.stale)];
        if (guarded === undefined || stale === undefined) return [];
        situation.add(
          situation.plain(CALLS.look, read, things),
          withHeader(guarded, "If-Match", etagOf(CALLS.look)),
          situation.plain(CALLS.lookChanged, read, things),
          withHeader(stale, "If-Match", etagOf(CALLS.look)),
          situation.plain(CALLS.lookAfter, read, things),
        );
        const [removal] = kind.resource.delete;
        if (removal !== undefined && heedsETags(ground.known.api, removal))
          situation.add(
            withHeader(situation.plain(CALLS.staleDelete, removal, things), "If-Match", etagOf(CALLS.look)),
          );
        return [situation.build(etagGuardsWrites.id, `write over an old version by ${operation}`, operation)];
      });
    }),
  judge: (step) => {
    if (step.plannedBy !== etagGuardsWrites.id) return judgeLooks(step);
    switch (step.exchange.call.id) {
      case CALLS.lookChanged:
        return judgeRenewal(step);
      case CALLS.stale:
      case CALLS.staleDelete:
        return judgeStale(step);
      default:
        return [];
    }
  },
};

/** Two looks at one place that happen anyway, and between them a write there or below: what differs has another ETag. */
function judgeLooks(step: Step): readonly Finding[] {
  const { exchange, before } = step;
  const etag = headerOf(exchange, "etag");
  if (etag === undefined || !isPlainLook(exchange)) return [];
  const at = before.findLastIndex((one) => isSamePlace(one, exchange) && headerOf(one, "etag") === etag);
  const [old, now] = [before[at], exchange];
  const here = new URL(exchange.request.url).pathname;
  const write = before.slice(at + 1).findLast(({ request, outcome }) => {
    const isBelow = `${new URL(request.url).pathname}/`.startsWith(`${here}/`);
    return request.method !== "GET" && isBelow && outcome.kind === "response" && isSuccess(outcome);
  });
  if (old === undefined || write === undefined) return [];
  const changed = jsonDifferences(bodyOf(old) ?? null, bodyOf(now) ?? null).find(
    (pointer) => !looksLikeDate(getAtPointer(bodyOf(now), pointer)),
  );
  if (changed === undefined) return [];
  return [
    finding(etagGuardsWrites.id, step, {
      operation: write.call.operation,
      evidence: [old.call.id, write.call.id],
      verdict:
        !isReplacing(write) && !isWritable(changed, step) ? "NOTE" : etag.startsWith("W/") ? "WARN" : "ERR",
      clause: SAME_TAG,
      check: differs(inHeader(old.call.id, "etag"), inHeader(exchange.call.id, "etag")),
      message: `${write.call.operation} changes what ${exchange.call.operation} shows, but not its ETag (${etag})`,
      expected: `an ETag other than ${etag}`,
      got: `${etag}, with ${changed} now ${show(getAtPointer(bodyOf(now), changed))}`,
      why: "Clients and caches take an equal ETag for an unchanged thing.",
    }),
  ];
}

/** A client has sent how a part of it is to be. */
function isReplacing({ request: { method, inputs } }: Exchange): boolean {
  return (method === "PUT" || method === "PATCH") && inputs.body !== undefined;
}

/**
 * Whether an update here could write what has changed. Many services count versions of what clients write: with counts
 * and places that the service keeps beside it an ETag that stays breaks the letter of HTTP, but loses nobody's change.
 */
function isWritable(changed: JsonPointer, { api, operation }: Step): boolean {
  const updates = api.operations.filter(
    ({ path, method }) => path === operation.path && (method === "PUT" || method === "PATCH"),
  );
  return updates.some((update) => {
    const { members } = payloadOf(requestSchema(update), api.schemas);
    return parsePointer(changed).some((token) => members.has(token));
  });
}

function isPlainLook({ request, outcome }: Exchange): boolean {
  return request.method === "GET" && outcome.kind === "response" && outcome.status === 200;
}

/** Asked for in the same words by the same user. */
function isSamePlace(one: Exchange, other: Exchange): boolean {
  return (
    isPlainLook(one) &&
    one.request.url === other.request.url &&
    one.call.actor === other.call.actor &&
    jsonEqual(one.request.inputs.header, other.request.inputs.header)
  );
}

export function etagOf(call: string): Template {
  return { kind: "reference", call, source: { in: "response header", name: "etag" } };
}

function judgeRenewal(step: Step): readonly Finding[] {
  const guarded = earlier(step, CALLS.guarded);
  const [before, after] = [headerOf(earlier(step, CALLS.look), "etag"), headerOf(step.exchange, "etag")];
  if (guarded === undefined || !succeeded(guarded) || before === undefined || before !== after) return [];
  const [changed] = writtenChanges(step, seenAt(step, CALLS.look), seenNow(step), sentBy(guarded));
  if (changed === undefined) return [];
  const isWeak = before.startsWith("W/");
  // Where the answer to the change bears it, too, nobody has to look again.
  const shown = headerOf(guarded, "etag") === before ? CALLS.guarded : CALLS.lookChanged;
  return [
    finding(etagGuardsWrites.id, step, {
      operation: guarded.call.operation,
      evidence: [CALLS.look, CALLS.guarded],
      verdict: isWeak ? "WARN" : "ERR",
      clause: SAME_TAG,
      check: differs(inHeader(CALLS.look, "etag"), inHeader(shown, "etag")),
      message: `${guarded.call.operation} changes the ${noun(step)}, but not its ETag (${before})`,
      expected: `an ETag other than ${before}`,
      got: `${after}, with ${changed.pointer} now ${show(changed.after)}`,
      why: "Clients and caches take an equal ETag for an unchanged thing.",
    }),
  ];
}

function judgeStale(step: Step): readonly Finding[] {
  if (!succeeded(earlier(step, CALLS.guarded)) || !isSuccess(step.response) || !hasNewETag(step)) return [];
  const isPromised = heedsETags(step.api, step.operation.key);
  return [
    finding(etagGuardsWrites.id, step, {
      evidence: [CALLS.look, CALLS.guarded, CALLS.lookChanged],
      verdict: isPromised ? "ERR" : "NOTE",
      ...(isPromised ? {} : { habit: true }),
      clause: "a write on the condition of an old ETag is refused",
      check: answers(step.exchange.call.id, REFUSED),
      message: isPromised
        ? `${step.operation.key} answers ${step.response.status} although If-Match names an old version`
        : "ETags are sent, but If-Match with an old one does not keep a write back",
      expected: "412",
      got: String(step.response.status),
      why: isPromised
        ? "Somebody's change was overwritten by a client that had asked not to do that."
        : "The document does not promise it; clients that know HTTP may rely on it all the same.",
    }),
  ];
}

/** The document promises to look at the condition. */
function heedsETags(api: Api, key: string): boolean {
  const operation = operationOf(api, key);
  return declaresHeader(operation, "If-Match") || declaresStatus(operation, 412);
}

function hasNewETag(step: Step): boolean {
  const [old, current] = [CALLS.look, CALLS.lookChanged].map((id) => headerOf(earlier(step, id), "etag"));
  return old !== undefined && current !== undefined && old !== current;
}
