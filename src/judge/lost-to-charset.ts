import type { Json } from "#base/json";

/**
 * Whether a text came back with only what ASCII has of it, and something else or nothing in place of the rest: somewhere on
 * its way is an encoding that cannot hold it. That is one mistake, for whatever member it shows.
 */
export function isLostToCharset(sent: Json | undefined, read: Json | undefined): boolean {
  if (typeof sent !== "string" || typeof read !== "string" || sent === read) return false;
  const plain = asciiOf(sent).replaceAll("?", "");
  return plain !== sent && plain.trim() !== "" && asciiOf(read).replaceAll("?", "").trim() === plain.trim();
}

function asciiOf(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, "");
}

/** The cause that all findings of this have. */
export const LOST_TO_CHARSET = "text lost to a character set";
