/**
 * A hint for a name that is not known: the closest of the known ones, or all of them where none is close.
 * Close means at most a third of the letters typed differently, or half where the first one is right (letters
 * are swapped more often than a word is begun wrongly), so that a hint is never a wild guess.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const best = closest(name, known);
  if (best !== undefined) return `Did you mean "${best}"?`;
  return known.length === 0 ? "There are none." : `Known: ${known.join(", ")}.`;
}

/** The known name of which it is probably a misspelling; undefined where none is close. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const [best] = ranked(name, known);
  if (best === undefined) return undefined;
  const share = best.candidate[0] === name[0] ? 1 / 2 : 1 / 3;
  return best.distance <= Math.max(name.length, best.candidate.length) * share ? best.candidate : undefined;
}

/** The known names that are spelt most like it, the nearest first. */
export function nearest(name: string, known: readonly string[], most: number): readonly string[] {
  return ranked(name, known)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

function ranked(name: string, known: readonly string[]) {
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
}

/** Levenshtein's distance, one row at a time; names are cut so that a huge one costs nothing. */
export function editDistance(left: string, right: string): number {
  const [a, b] = [left.slice(0, 100), right.slice(0, 100)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
