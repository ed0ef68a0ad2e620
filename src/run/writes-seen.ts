import { isObject, type Json, type JsonObject } from "#base/json";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { isSafeMethod } from "#glacier/read-request";
import { pathSegments } from "#semantics/path-template";
import { isRead, resourceNamed, type Semantics } from "#semantics/semantics";

/** A write that was accepted, and the thing as it was shown next. */
export interface WriteSeen {
  readonly resource: string;
  readonly isCreate: boolean;
  readonly sent: JsonObject;
  /** The part of the answer, or of the next read, that corresponds to what was sent. */
  readonly shown: JsonObject;
  /** As it was last shown before the write. */
  readonly before?: JsonObject;
  /** The service's clock when it answered, as the answer says. */
  readonly answeredAt?: string;
}

/**
 * Folds a record into pairs of a write and what was shown after it: by the answer to the write itself, and by the first
 * read of the thing before anything else was done to it.
 */
export function writesSeen(exchanges: readonly Exchange[], semantics: Semantics): readonly WriteSeen[] {
  const seen: WriteSeen[] = [];
  const pending = new Map<string, Omit<WriteSeen, "shown">>();
  const last = new Map<string, JsonObject>();
  for (const exchange of exchanges) {
    const meaning = semantics.operations[exchange.call.operation];
    const resource = resourceNamed(semantics, meaning?.resource ?? null);
    if (meaning === undefined || resource === undefined || !means(exchange, "done")) continue;
    const { outcome, request } = exchange;
    const body = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
    const isCreate = meaning.semantics === "CREATE";
    const places = placesIn(exchange);
    const id = isCreate ? idIn(body, resource.idFields) : undefined;
    const key = [resource.name, ...places, ...(id === undefined ? [] : [String(id)])].join(" ");
    if (isRead(meaning.semantics)) {
      const write = pending.get(key);
      const shown = meaning.semantics === "READ" && isObject(body) ? body : undefined;
      if (shown === undefined) continue;
      const part = write === undefined ? undefined : unwrap(shown, write.sent);
      if (write !== undefined && isObject(part)) seen.push({ ...write, shown: part });
      pending.delete(key);
      last.set(key, shown);
      continue;
    }
    pending.delete(key);
    const lastShown = last.get(key);
    last.delete(key);
    const sent = request.inputs.body?.content;
    if (isSafeMethod(request.method) || !isObject(sent) || (!isCreate && meaning.semantics !== "UPDATE"))
      continue;
    const shownBefore = unwrap(lastShown, sent);
    const before = isObject(shownBefore) ? { before: shownBefore } : {};
    const date = outcome.kind === "response" ? outcome.headers.date : undefined;
    const clock = date === undefined ? {} : { answeredAt: date };
    const write = { resource: resource.name, isCreate, sent, ...before, ...clock };
    const part = unwrap(body, sent);
    if (isObject(body) && isObject(part) && Object.keys(sent).some((name) => Object.hasOwn(part, name))) {
      seen.push({ ...write, shown: part });
      last.set(key, body);
    }
    if (!isCreate || id !== undefined) pending.set(key, write);
  }
  return seen;
}

/** What stands in the path of a call: together it names the thing. */
function placesIn({ call, request }: Exchange): readonly string[] {
  return pathSegments(call.operation.slice(call.operation.indexOf(" ") + 1)).flatMap(({ parameter }) =>
    parameter === undefined ? [] : [String(request.inputs.path[parameter] ?? "")],
  );
}

/** The id that the answer to a create shows, be it in an envelope. */
function idIn(body: Json | undefined, idFields: readonly string[]): Json | undefined {
  if (!isObject(body)) return undefined;
  const holders = [body, ...Object.values(body).filter(isObject)];
  for (const holder of holders)
    for (const field of idFields) {
      const id = Object.hasOwn(holder, field) ? holder[field] : undefined;
      if (typeof id === "string" || typeof id === "number") return id;
    }
  return undefined;
}
