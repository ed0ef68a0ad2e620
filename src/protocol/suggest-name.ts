import { didYouMean } from "#base/did-you-mean";

/** A document may have a thousand names; a hint that lists more of them than this is not read. */
const MOST_LISTED = 12;
const MOST_COMPARED = 1_000;

/** The name that was probably meant, or some of those that there are. */
export function suggestName(name: string, known: readonly string[]): string {
  const hint = didYouMean(name, known.slice(0, MOST_COMPARED));
  if (known.length <= MOST_LISTED || hint.startsWith("Did you mean")) return hint;
  return `Known: ${known.slice(0, MOST_LISTED).join(", ")}, and ${known.length - MOST_LISTED} more.`;
}
