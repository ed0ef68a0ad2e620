import type { Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import { jsonTokenAt } from "#base/json-token-at";
import { unreachable } from "#base/unreachable";
import type { Exchange, ResponseBody } from "./exchange.js";
import type { Fresh, Reference, Template } from "./template.js";

/**
 * Fills a template in: references are looked up in what has already happened, fresh values are drawn. A
 * reference that leads nowhere is an ordinary outcome (the earlier call was refused), so it is returned, not
 * thrown, with the reason that a report shows.
 */
export interface ResolveContext {
  /** The exchanges so far; of two with one call id the later counts. */
  readonly exchanges: readonly Exchange[];
  readonly fresh: (fresh: Fresh) => Json;
}

export type Resolved<T> = { readonly ok: true; readonly value: T } | Unresolved;

export interface Unresolved {
  readonly ok: false;
  readonly reference: Reference;
  readonly why: string;
}

export function resolveTemplate(template: Template, context: ResolveContext): Resolved<Json> {
  switch (template.kind) {
    case "value":
      return { ok: true, value: template.value };
    case "fresh":
      return { ok: true, value: context.fresh(template) };
    case "reference":
      return resolveReference(template, context.exchanges);
    case "object":
      return resolveMembers(template.members, context);
    case "array": {
      const items: Json[] = [];
      for (const item of template.items) {
        const resolved = resolveTemplate(item, context);
        if (!resolved.ok) return resolved;
        items.push(resolved.value);
      }
      return { ok: true, value: items };
    }
    default:
      return unreachable(template);
  }
}

export function resolveMembers(
  members: Readonly<Record<string, Template>>,
  context: ResolveContext,
): Resolved<Readonly<Record<string, Json>>> {
  const entries: [string, Json][] = [];
  for (const [name, member] of Object.entries(members)) {
    const resolved = resolveTemplate(member, context);
    if (!resolved.ok) return resolved;
    entries.push([name, resolved.value]);
  }
  return { ok: true, value: Object.fromEntries(entries) };
}

export function resolveReference(reference: Reference, exchanges: readonly Exchange[]): Resolved<Json> {
  const found = findReferred(reference, exchanges);
  const { prefix = "", suffix = "" } = reference;
  if (!found.ok || (prefix === "" && suffix === "")) return found;
  const text = typeof found.value === "string" ? found.value : JSON.stringify(found.value);
  return { ok: true, value: prefix + text + suffix };
}

function findReferred(reference: Reference, exchanges: readonly Exchange[]): Resolved<Json> {
  const unresolved = (why: string): Unresolved => ({ ok: false, reference, why });
  const exchange = exchanges.findLast((candidate) => candidate.call.id === reference.call);
  if (exchange === undefined) return unresolved("that call has not been made");
  const { inputs } = exchange.request;
  const { source } = reference;
  switch (source.in) {
    case "request body": {
      const found = getAtPointer(inputs.body?.content, source.pointer);
      return found === undefined ? unresolved("its request has no such value") : { ok: true, value: found };
    }
    case "request parameter": {
      const values = inputs[source.place];
      const found = Object.hasOwn(values, source.name) ? values[source.name] : undefined;
      return found === undefined
        ? unresolved("its request has no such parameter")
        : { ok: true, value: found };
    }
    case "listed": {
      const found = getAtPointer(exchange.listed, source.pointer);
      return found === undefined ? unresolved("no list shows what it made") : { ok: true, value: found };
    }
    case "response body":
    case "response header":
    case "location":
    case "link":
      break;
    default:
      return unreachable(source);
  }
  const { outcome } = exchange;
  if (outcome.kind === "none") return unresolved("it got no response");
  const header = (name: string): string | undefined =>
    Object.hasOwn(outcome.headers, name) ? outcome.headers[name] : undefined;
  if (source.in === "response header") {
    const found = header(source.name.toLowerCase());
    return found === undefined ? unresolved("its response has no such header") : { ok: true, value: found };
  }
  if (source.in === "location") {
    const place = header("location") ?? header("content-location") ?? "";
    const segment = lastSegment(place);
    // Where the call itself went there is nothing new.
    if (segment === "" || isSamePlace(place, exchange.request.url))
      return unresolved("its response names no location");
    const isNumber = source.isNumber === true && isExactNumber(segment);
    return { ok: true, value: isNumber ? Number(segment) : segment };
  }
  if (source.in === "link") {
    const word = wordAfter(source.after, outcome.body);
    return word === undefined ? unresolved("its response has no such link") : { ok: true, value: word };
  }
  // Tokens are often answered as plain text.
  if (outcome.body.kind === "text" && source.pointer === "") return { ok: true, value: outcome.body.text };
  if (outcome.body.kind !== "json") return unresolved("its response is not JSON");
  const found = getAtPointer(outcome.body.value, source.pointer);
  if (found === undefined) return unresolved("its response has no such value");
  if (typeof found !== "number" || !Number.isInteger(found) || Number.isSafeInteger(found)) {
    return { ok: true, value: found };
  }
  // A 64-bit id: as a number it already names another thing, its digits still name the right one.
  const digits = jsonTokenAt(outcome.body.text, source.pointer);
  return { ok: true, value: digits !== undefined && /^-?\d+$/.test(digits) ? digits : found };
}

function lastSegment(location: string): string {
  const path = (location.split(/[?#]/)[0] ?? "").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  const segment = path.split("/").findLast((part) => part !== "") ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function isExactNumber(digits: string): boolean {
  return /^(0|-?[1-9]\d*)$/.test(digits) && Number.isSafeInteger(Number(digits));
}

/** JSON may write a slash with a backslash before it. */
function wordAfter(beginning: string, body: ResponseBody): string | undefined {
  const text = body.kind === "json" || body.kind === "text" ? body.text.replaceAll("\\/", "/") : "";
  const at = text.indexOf(beginning);
  return at < 0 ? undefined : /^[\w~-]+(\.[\w~-]+)*/.exec(text.slice(at + beginning.length))?.[0];
}

function isSamePlace(location: string, url: string): boolean {
  const pathOf = (from: URL) => from.pathname.replace(/\/+$/, "");
  return URL.canParse(location, url) && pathOf(new URL(location, url)) === pathOf(new URL(url));
}
