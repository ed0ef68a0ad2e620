import { nameWords } from "#values/name-words";
import { pathSegments } from "./path-template.js";

const WHO = new Set("me my mine myself self profile".split(" "));
const WHOSE = new Set(
  "cart basket trolley wishlist watchlist favourites favorites bookmarks preferences".split(" "),
);

/** Names of ids that do not say of what. */
const PLAIN = new Set("id uuid guid key name slug".split(" "));

/** The path up to the word that says whose it is, where no id stands before it or picks one of several behind it. */
export function cornerOf(path: string): string | undefined {
  const segments = pathSegments(path);
  const at = segments.findIndex(({ parameter, text }) => parameter === undefined && isOwn(text));
  const first = segments.findIndex(({ parameter }) => parameter !== undefined);
  if (at < 0 || (first >= 0 && first < at)) return undefined;
  const next = segments[at + 1]?.parameter;
  const words = nameWords(segments[at]?.text ?? "");
  const picksOne = next !== undefined && (PLAIN.has(next) || nameWords(next)[0] === words[0]);
  if (picksOne) return undefined;
  return `/${segments
    .slice(0, at + 1)
    .map(({ text }) => text)
    .join("/")}`;
}

function isOwn(segment: string): boolean {
  const words = nameWords(segment);
  return (
    words.some((word) => WHO.has(word)) ||
    (words.length < 3 && WHOSE.has(words.at(-1) ?? "")) ||
    words.join("") === "wishlist"
  );
}

/** Whether a segment stands for whoever calls. */
export function meansWho(segment: string): boolean {
  return nameWords(segment).some((word) => WHO.has(word));
}
