import { isArray, isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";

/** Why a call did not succeed, in half a sentence for the report. */
export function whyRefused(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind === "none") return outcome.message;
  const said = saying(outcome.body.kind === "json" ? outcome.body.value : undefined);
  const text = said ?? (outcome.body.kind === "text" ? outcome.body.text : "");
  const line = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 120);
  return line === "" ? `it answers ${outcome.status}` : `it answers ${outcome.status}: ${line}`;
}

/** The member of an error body that is meant for people. */
function saying(body: Json | undefined): string | undefined {
  if (typeof body === "string") return body;
  if (isArray(body)) return saying(body[0]);
  if (!isObject(body)) return undefined;
  for (const name of [
    "detail",
    "message",
    "error_description",
    "error",
    "title",
    "errors",
    "reason",
    "description",
    "text",
  ]) {
    const found = Object.hasOwn(body, name) ? saying(body[name]) : undefined;
    if (found !== undefined && found !== "") return found;
  }
  return undefined;
}

/** Which of these members a refusal names: most likely those it objects to, or misses. */
export function membersNamed(exchange: Exchange, members: Iterable<string>): readonly string[] {
  const { outcome } = exchange;
  if (outcome.kind !== "response" || (outcome.status < 400 && outcome.refused !== true)) return [];
  const text = outcome.body.kind === "json" || outcome.body.kind === "text" ? outcome.body.text : "";
  const said = new Set(text.slice(0, 20_000).split(/[^A-Za-z0-9_]+/));
  return [...members].filter((name) => said.has(name));
}

/** The numbers that a refusal speaks of: `ratingStars is from 1 to 5` says which would do. */
export function numbersSaid(exchange: Exchange): readonly number[] {
  const { outcome } = exchange;
  if (outcome.kind !== "response") return [];
  const body = outcome.body.kind === "json" ? saying(outcome.body.value) : undefined;
  const text = body ?? (outcome.body.kind === "text" ? outcome.body.text : "");
  const found = [...text.slice(0, 500).matchAll(/(?<![\w.-])-?\d{1,9}(\.\d{1,6})?(?![\w.]\d|\w)/g)];
  return [...new Set(found.map(([number]) => Number(number)))].slice(0, 4);
}
