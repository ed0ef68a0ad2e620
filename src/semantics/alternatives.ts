import type { Exchange } from "#calls/exchange";
import { saidNo } from "#calls/meaning";
import { nameWords } from "#values/name-words";
import { whyRefused } from "./read-refusal.js";

const JUST_ONE =
  /\beither\b|\b(exactly|only|at most|just) one\b|\bone (and only one )?of\b|\b(but )?not both\b|\bmutually exclusive\b|\b(not|cannot|n.t) be \w+ together\b/i;

/**
 * The members of which a refusal wants just one, those that hold a plain value first: `either text or template_id is
 * required` is most easily met with a text. Empty where it says nothing of the kind.
 */
export function alternativesSaid(exchange: Exchange, members: readonly string[]): readonly string[] {
  if (!saidNo(exchange)) return [];
  const said = whyRefused(exchange);
  const words = new Set(said.split(/[^A-Za-z0-9_]+/));
  const named = members.filter((name) => words.has(name));
  const isChoice = named.some((name) =>
    named.some((other) => new RegExp(`\\b${name}\\W+(x?or|nor)\\W+${other}\\b`).test(said)),
  );
  if (named.length < 2 || !(isChoice || JUST_ONE.test(said))) return [];
  return [...named.filter((name) => !isReference(name)), ...named.filter(isReference)];
}

function isReference(name: string): boolean {
  return ["id", "ids", "uuid", "ref", "href"].includes(nameWords(name).at(-1) ?? "");
}
