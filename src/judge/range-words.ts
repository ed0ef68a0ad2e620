import { nameWords } from "#values/name-words";

/** Which end of what is wanted a parameter says. */
export type RangeEnd = "least" | "greatest";

/** At least and at most mean the number itself, too; `from` and `before` may leave it out. */
const CERTAIN: Readonly<Record<RangeEnd, ReadonlySet<string>>> = {
  least: new Set(["min", "minimum", "gte"]),
  greatest: new Set(["max", "maximum", "lte"]),
};

const OPEN: Readonly<Record<RangeEnd, ReadonlySet<string>>> = {
  least: new Set(["from", "since", "after"]),
  greatest: new Set(["to", "until", "till", "before"]),
};

/** `dateFrom` says no more than `from`, and `createdFrom` is about `createdAt`. */
const FILLERS = new Set(["date", "day", "at", "on"]);

export interface RangeName {
  readonly end: RangeEnd;
  /** The words of what it is about; none in `from` alone. */
  readonly about: string;
  /** Its name alone says that the bound itself is meant, too. */
  readonly includes: boolean;
}

/** `minPrice`, `weight_max`, `filter[price][gte]`, `yearFrom`, `to`. */
export function rangeNamed(name: string): RangeName | undefined {
  const words = nameWords(name.replace(/^filters?(?=\[)/i, ""));
  for (const [sets, includes] of [
    [CERTAIN, true],
    [OPEN, false],
  ] as const) {
    const isEnd = (end: RangeEnd) => words.some((word) => sets[end].has(word));
    const end = isEnd("least") ? "least" : isEnd("greatest") ? "greatest" : undefined;
    if (end === undefined) continue;
    const about = words.filter((word) => !sets.least.has(word) && !sets.greatest.has(word));
    return { end, about: meant(about), includes };
  }
  return undefined;
}

/** What a name is about, in words. */
export function aboutIn(name: string): string {
  return meant(nameWords(name));
}

function meant(words: readonly string[]): string {
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.join(" ");
}

/** "Last day, inclusive", "this year or earlier": the bound itself is meant, too. */
export function saysIncluded(description: string): boolean {
  return INCLUDED.test(description) && !EXCLUDED.test(description);
}

const INCLUDED =
  /\binclusive|\bincluding\b|\bor (later|earlier|more|less|fewer|newer|older|after|before|above|below|higher|lower)\b|\bat (least|most)\b|\b(no|not) (later|earlier|more|less|before|after)\b/i;
const EXCLUDED = /\bexclu(sive|ding|des|ded)|\b(not|non)[ -]inclusive|\bstrictly\b/i;

/** Whether a description has the name of a field: "Bookings whose check_in is this day or later". */
export function mentions(description: string, field: string): boolean {
  const [text, words] = [description, field].map((one) => ` ${nameWords(one.slice(0, 200)).join(" ")} `);
  return text?.includes(words ?? " ") === true;
}
