/** So many values are enough for all runs; what stands before them may be what a pattern asks for. */
const MOVED = 6;

/** A number that is to be a multiple of something round keeps as many of its last digits. */
const KEPT = 3;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The parts of a text that a script may move on, from and to, best first. */
export function movable(text: string, isNumber: boolean): readonly (readonly [from: number, to: number])[] {
  // The domain of an address is no place for chance.
  const end = isNumber || !text.includes("@") ? text.length : text.indexOf("@");
  // The longest run of digits, the last of such: one digit alone would give ten values to all runs there will ever be.
  const runs = [...text.slice(0, end).matchAll(/\d+/g)];
  const longest = Math.max(...runs.map(([run]) => run.length));
  const digits = runs.findLast(([run]) => run.length === longest);
  const letters = [...text.slice(0, end).matchAll(/[a-z]{1,4}/g)].at(-1);
  const kept = isNumber ? Math.min(KEPT, longest - 1) : 0;
  return [digits, letters].flatMap((run) => {
    if (run === undefined) return [];
    const to = run.index + run[0].length;
    const ends = Array.from({ length: run === digits ? kept + 1 : 1 }, (_, tail) => to - tail);
    return ends.flatMap((until) => {
      const size = until - run.index;
      const most = size < 3 ? size : Math.min(MOVED, size - 1);
      return Array.from({ length: most }, (_, less) => [until - most + less, until] as const);
    });
  });
}

/**
 * Of what the scripts make of a text those that tell whether all will do: both ends, every digit in every place, and
 * every letter. As the scripts move digits: a number does not become a shorter one.
 */
export function telling({ before, moved, after }: Readonly<Record<"before" | "moved" | "after", string>>) {
  return /^\d+$/.test(moved)
    ? tellingDigits(moved).map((part) => before + part + after)
    : [...LETTERS].slice(1).map((_, shift) => before + shifted(moved, shift + 1) + after);
}

function tellingDigits(part: string): readonly string[] {
  const mayBeginWithZero = part.startsWith("0") || part.length === 1;
  const placed = [...part].flatMap((_, place) =>
    [..."0123456789"].map((digit) => part.slice(0, place) + digit + part.slice(place + 1)),
  );
  const ends = [(mayBeginWithZero ? "0" : "1").padEnd(part.length, "0"), "9".repeat(part.length)];
  return [...ends, ...placed].filter((other) => mayBeginWithZero || !other.startsWith("0"));
}

function shifted(part: string, by: number): string {
  return [...part].map((letter) => LETTERS[(LETTERS.indexOf(letter) + by) % LETTERS.length]).join("");
}
