import { dirname, relative, resolve } from "node:path";
import type { LoadOptions } from "#openapi/load-api";
import { fetchText, isUrl, type ReadText, readText } from "#openapi/read-source";

/** Texts of a document, its overlays and all that they refer to, by where they were read: a URL or an absolute path. */
export type Texts = ReadonlyMap<string, string>;

/** More is not kept in a file that people look at. */
const MOST_CHARACTERS = 5_000_000;

export interface KeepingReaders extends Required<Pick<LoadOptions, "readText" | "fetchText">> {
  /** What was read so far, or taken from what was kept. */
  readonly texts: Map<string, string>;
  /** Where something could not be read any more, and was taken from what was kept. */
  readonly missing: Set<string>;
}

/** Readers that remember what they read, and that go back to what was kept where an address has gone. */
export function keepingReaders(kept: Texts = new Map(), fetcher: ReadText = fetchText): KeepingReaders {
  const texts = new Map<string, string>();
  const missing = new Set<string>();
  const keeping =
    (read: ReadText): ReadText =>
    async (location, limits) => {
      const place = placeOf(location);
      const found = await read(location, limits);
      const before = kept.get(place);
      if (found.ok) texts.set(place, found.value);
      if (found.ok || before === undefined) return found;
      missing.add(location);
      texts.set(place, before);
      return { ok: true, value: before, problems: [] };
    };
  return { readText: keeping(readText), fetchText: keeping(fetcher), texts, missing };
}

/** As a file keeps them that may move together with the documents: paths as seen from it. */
export function textsFrom(texts: Texts, file: string): Readonly<Record<string, string>> | undefined {
  const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  return size > MOST_CHARACTERS
    ? undefined
    : Object.fromEntries([...texts].map(([place, text]) => [seenFrom(file, place), text]));
}

export function textsAt(stored: Readonly<Record<string, string>>, file: string): Texts {
  return new Map(Object.entries(stored).map(([name, text]) => [locatedFrom(file, name), text]));
}

/** A document or overlay as seen from the file that names it. */
export function seenFrom(file: string, name: string): string {
  return isUrl(name) ? name : relative(dirname(file), name).replaceAll("\\", "/");
}

export function locatedFrom(file: string, name: string): string {
  return isUrl(name) ? name : resolve(dirname(file), name);
}

function placeOf(location: string): string {
  return isUrl(location) ? location : resolve(location);
}
