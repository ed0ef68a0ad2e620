import { isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { nameWords } from "#values/name-words";

/** The token that a login answers with: in a member that is called so, in a header, or as the whole body. */
export function tokenIn({ outcome }: Exchange): string | undefined {
  if (outcome.kind === "none") return undefined;
  const body = outcome.body.kind === "json" ? outcome.body.value : undefined;
  const [best] = candidates(body, 0);
  if (best !== undefined) return best;
  for (const name of ["authorization", "x-auth-token", "x-access-token"]) {
    const header = Object.hasOwn(outcome.headers, name) ? outcome.headers[name] : undefined;
    if (header !== undefined) return header.replace(/^bearer /i, "");
  }
  if (outcome.body.kind === "text") return looksDrawn(outcome.body.text) ? outcome.body.text : undefined;
  return typeof body === "string" && looksLikeToken(body) ? body : undefined;
}

/** Plain text also says `Welcome!`, which is no token. */
function looksDrawn(text: string): boolean {
  return looksLikeToken(text) && text.length >= 12 && /\d/.test(text);
}

/** Named members first: `accessToken` before `refreshToken`, a `token` before an `id`. */
function candidates(body: Json | undefined, depth: number): readonly string[] {
  if (!isObject(body) || depth > 2) return [];
  const own = Object.entries(body).flatMap(([name, value]) =>
    typeof value === "string" && looksLikeToken(value) ? [{ value, weight: tokenWeight(name) }] : [],
  );
  const named = own.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return [
    ...named.map(({ value }) => value),
    ...Object.values(body).flatMap((inner) => candidates(inner, depth + 1)),
  ];
}

/** How much the name of a member sounds like a token; 0: not at all. */
export function tokenWeight(name: string): number {
  const words = nameWords(name);
  if (words.includes("refresh")) return 1;
  if (words.includes("access") || words.includes("jwt") || words.includes("bearer")) return 4;
  if (words.includes("token")) return 3;
  return words.some((word) => ["session", "apikey", "ticket"].includes(word)) ? 2 : 0;
}

function looksLikeToken(text: string): boolean {
  return text.length >= 8 && text.length <= 8000 && /^[\x21-\x7e]+$/.test(text);
}
