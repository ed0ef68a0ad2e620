import { isArray, isObject, type Json } from "./json.js";

/** RFC 6901. A pointer is kept as text, because it is shown to people and stored in files. */
export type JsonPointer = string;

export function formatPointer(tokens: readonly (string | number)[]): JsonPointer {
  let pointer = "";
  for (const token of tokens) pointer += `/${typeof token === "number" ? token : escapeToken(token)}`;
  return pointer;
}

export function parsePointer(pointer: JsonPointer): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(pointer.startsWith("/") ? 1 : 0)
    .split("/")
    .map(unescapeToken);
}

export function appendToPointer(pointer: JsonPointer, ...tokens: readonly (string | number)[]): JsonPointer {
  return pointer + formatPointer(tokens);
}

/** What a pointer leads to, or undefined where the way ends. */
export function getAtPointer(document: Json | undefined, pointer: JsonPointer): Json | undefined {
  let current = document;
  for (const token of parsePointer(pointer)) {
    if (isArray(current)) current = /^(0|[1-9]\d*)$/.test(token) ? current[Number(token)] : undefined;
    else if (isObject(current)) current = Object.hasOwn(current, token) ? current[token] : undefined;
    else return undefined;
  }
  return current;
}

function escapeToken(token: string): string {
  // Nearly every token is plain, and every part of a document that is read gets a pointer.
  if (!token.includes("~") && !token.includes("/")) return token;
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
