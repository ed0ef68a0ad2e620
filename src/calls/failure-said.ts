import { STATUS_CODES } from "node:http";
import { isArray, isObject, type Json } from "#base/json";
import type { Exchange, HttpResponse } from "./exchange.js";

const [MOST_READ, LONGEST, MOST_TEXTS, DEEPEST] = [4_000, 300, 4, 5];

/**
 * What a failure says of itself, without what is different each time: ids, numbers, dates, and whatever the call itself
 * sent. Failures that say the same come from one place in the service. Undefined where nothing is said but the name of
 * the status.
 */
export function failureSaid({ request }: Exchange, { body, status }: HttpResponse): string | undefined {
  const sent = `${decoded(request.url)} ${request.bodyText ?? ""}`;
  const texts = body.kind === "json" ? textsIn(body.value, 0) : body.kind === "text" ? [body.text] : [];
  const said = texts
    .map((text) => text.slice(0, MOST_READ))
    .filter((text) => !(text.length > 2 && sent.includes(text)))
    .map((text) => withoutValues(firstLine(text), sent))
    .filter((text) => saysMore(text, status));
  return said.length === 0 ? undefined : [...new Set(said)].slice(0, MOST_TEXTS).join(" | ");
}

/** The cause of a finding about a 5xx: its error message without values, or `otherwise` where it has none. */
export function failureCause(exchange: Exchange, response: HttpResponse, otherwise: string): string {
  return ["server-error", response.status, failureSaid(exchange, response) ?? otherwise].join(" · ");
}

/** The cause of a finding that blames a write for a read that fails since. The finding about the read itself is explained by it. */
export function brokenCause(exchange: Exchange, response: HttpResponse): string {
  return `after a write: ${failureCause(exchange, response, exchange.call.operation)}`;
}

/** More than the words of the status, as RFC 9110 has them. */
function saysMore(text: string, status: number): boolean {
  const known = new Set(wordsOf(`${STATUS_CODES[status] ?? ""} http status`));
  return wordsOf(text).some((word) => word.length > 2 && !known.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}]+/u);
}

/** What follows is a trace, and has numbers of lines and addresses in it. */
function firstLine(text: string): string {
  const plain = text.replaceAll(/<[^<>]{0,300}>/g, " ").trim();
  return (plain.split(/\r?\n/, 1)[0] ?? "").slice(0, LONGEST);
}

function withoutValues(line: string, sent: string): string {
  return line
    .replaceAll(/(["'`])(?:(?!\1).){1,100}\1/g, (quoted) =>
      sent.includes(quoted.slice(1, -1)) ? "#" : quoted,
    )
    .replaceAll(/[\w-]*\d[\w.:+-]*/g, "#")
    .split(/\s+/)
    .map((word) => (word.length > 3 && sent.includes(word) ? "#" : word))
    .join(" ")
    .toLowerCase()
    .trim();
}

function textsIn(json: Json, depth: number): readonly string[] {
  if (typeof json === "string") return [json];
  if (depth > DEEPEST) return [];
  const parts = isArray(json) ? json.slice(0, 20) : isObject(json) ? Object.values(json).slice(0, 50) : [];
  return parts.flatMap((part) => textsIn(part, depth + 1));
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
