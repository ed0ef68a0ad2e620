/** A piece of two texts: in both, or only in the one that was expected or in the one that came. */
export interface Piece {
  readonly in: "both" | "expected" | "got";
  readonly text: string;
}

/** The table has a cell per pair of words; texts beyond this are shown as they are. */
const MOST_WORDS = 400;

/**
 * Two texts word by word, as the longest common run of words leaves it. Where they have too little in common, or are
 * too long to compare, each is one piece: a difference of scattered words is harder to read than two sentences.
 */
export function textDifference(expected: string, got: string): readonly Piece[] {
  const [left, right] = [words(expected), words(got)];
  const whole: readonly Piece[] = [
    { in: "expected", text: expected },
    { in: "got", text: got },
  ];
  if (left.length > MOST_WORDS || right.length > MOST_WORDS) return whole;
  const pieces = joined(walk(left, right, commonLengths(left, right)));
  const shared = pieces.reduce((sum, piece) => sum + (piece.in === "both" ? piece.text.length : 0), 0);
  return 2 * shared >= Math.min(expected.length, got.length) ? pieces : whole;
}

function words(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** By the words from which on two texts are compared: how many they have in common, in order. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const [row, below] = [rows[i], rows[i + 1]];
      if (row === undefined || below === undefined) continue;
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function walk(left: readonly string[], right: readonly string[], common: readonly Uint16Array[]): Piece[] {
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [mine, yours] = [left[i], right[j]];
    if (mine !== undefined && mine === yours) {
      pieces.push({ in: "both", text: mine });
      i++;
      j++;
    } else if (
      yours === undefined ||
      (mine !== undefined && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      pieces.push({ in: "expected", text: mine ?? "" });
      i++;
    } else {
      pieces.push({ in: "got", text: yours });
      j++;
    }
  }
  return pieces;
}

function lengthAt(common: readonly Uint16Array[], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.in === piece.in) all[all.length - 1] = { in: last.in, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
