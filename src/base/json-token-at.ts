import { type JsonPointer, parsePointer } from "./json-pointer.js";

/**
 * The source text of the value that a pointer leads to, in a text that is known to be JSON. Needed where the
 * parsed value has lost something: an id of 64 bits is another number once it has been a double.
 */
export function jsonTokenAt(text: string, pointer: JsonPointer): string | undefined {
  let start = skipSpace(text, 0);
  for (const token of parsePointer(pointer)) {
    const next = text[start] === "{" ? memberAt(text, start, token) : itemAt(text, start, token);
    if (next === undefined) return undefined;
    start = next;
  }
  return text.slice(start, endOfValue(text, start));
}

/** The last member of that name counts, as with `JSON.parse`. */
function memberAt(text: string, start: number, name: string): number | undefined {
  let found: number | undefined;
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== "}") {
    const end = endOfValue(text, at);
    const key: unknown = JSON.parse(text.slice(at, end));
    at = skipSpace(text, skipSpace(text, end) + 1);
    if (key === name) found = at;
    at = afterComma(text, endOfValue(text, at));
  }
  return found;
}

function itemAt(text: string, start: number, token: string): number | undefined {
  if (text[start] !== "[" || !/^(0|[1-9]\d*)$/.test(token)) return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "]"; index++) {
    if (index === Number(token)) return at;
    at = afterComma(text, endOfValue(text, at));
  }
  return undefined;
}

function afterComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === "," ? skipSpace(text, next + 1) : next;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"') at = endOfString(text, at);
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0 && /[,:\s]/.test(character)) return at;
    at += 1;
    if (depth === 0 && /["}\]]/.test(character)) return at;
  }
  return at;
}

/** The place of the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text[at] ?? "")) at += 1;
  return at;
}
