import type { Json } from "./json.js";

/**
 * `JSON.parse` for text that somebody else wrote. V8 parses any nesting, but nearly everything done with the
 * value afterwards is recursive and would overflow the stack, and five million brackets cost it 370 MB; so the
 * depth is counted first. RFC 8259 allows such a limit.
 */
export const MAX_JSON_DEPTH = 1_000;

export type ParsedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly why: "not json" | "too deep" };

export function parseJson(text: string): ParsedJson {
  if (isDeeperThan(text, MAX_JSON_DEPTH)) return { ok: false, why: "too deep" };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    return { ok: false, why: "not json" };
  }
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

function isDeeperThan(text: string, limit: number): boolean {
  // A text of n characters has at most n/2 levels: most bodies are told by their length alone.
  if (text.length < limit * 2) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
  return false;
}
