/**
 * Sets of Unicode code points as sorted, disjoint ranges. A character class of a pattern may hold a million
 * characters, so it is never listed.
 */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;

export const DIGITS: CodePoints = [[0x30, 0x39]];
export const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
export const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
export const LINE_ENDS: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
/** Half a surrogate pair cannot be written as UTF-8, so no generated text may hold one. */
export const SURROGATES: CodePoints = [[0xd800, 0xdfff]];

export function codePoints(text: string): CodePoints {
  return union(
    [...text].map((character) => [character.codePointAt(0) ?? 0, character.codePointAt(0) ?? 0] as const),
  );
}

export function union(...sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: CodePoints): CodePoints {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [first, last] of union(set)) {
    if (first > next) rest.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

export function intersection(a: CodePoints, b: CodePoints): CodePoints {
  const common: [number, number][] = [];
  for (const [firstA, lastA] of a) {
    for (const [firstB, lastB] of b) {
      const first = Math.max(firstA, firstB);
      const last = Math.min(lastA, lastB);
      if (first <= last) common.push([first, last]);
    }
  }
  return union(common);
}

export function size(set: CodePoints): number {
  return set.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The character at an index below `size(set)`. */
export function characterAt(set: CodePoints, index: number): string {
  let rest = index;
  for (const [first, last] of set) {
    if (rest <= last - first) return String.fromCodePoint(first + rest);
    rest -= last - first + 1;
  }
  throw new Error(`no character ${index} in a set of ${size(set)}`);
}

/** Adds the other case of every ASCII letter. */
export function bothCases(set: CodePoints): CodePoints {
  const lower = intersection(set, [[0x61, 0x7a]]).map(([first, last]) => [first - 32, last - 32] as const);
  const upper = intersection(set, [[0x41, 0x5a]]).map(([first, last]) => [first + 32, last + 32] as const);
  return union(set, lower, upper);
}
