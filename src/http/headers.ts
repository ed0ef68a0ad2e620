import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";

/** Names in lower case, in the order in which they are sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** One list from several; a header of a later list takes the place of the same one of an earlier list. */
export function mergeHeaders(...lists: readonly HeaderList[]): HeaderList {
  const merged = new Map<string, string>();
  for (const [name, value] of lists.flat()) merged.set(name.toLowerCase(), value);
  return [...merged];
}

export function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([candidate]) => candidate === name)?.[1];
}

export function headersAsRecord(headers: HeaderList): Readonly<Record<string, string>> {
  return Object.fromEntries(headers);
}

/** `Name: value`, as users know it from curl. */
export function parseHeader(text: string): Result<HeaderList> {
  const [, name = "", value = ""] = /^\s*([^:]*?)\s*:\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  if (isHeaderName(name) && isHeaderValue(value)) return ok([[name.toLowerCase(), value]]);
  // The text itself is not repeated: it may hold a token.
  return failed(
    problem("header-invalid", `A header is not of the form "Name: value".`, `Write it as -H "Name: value".`),
  );
}

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** What HTTP can carry: no line breaks, no control characters, nothing beyond Latin-1. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
