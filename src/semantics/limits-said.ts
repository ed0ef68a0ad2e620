import type { Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";
import { singular } from "./singular.js";
import { sentencesIn } from "./status-words.js";

/** How many of a kind there may be, as the document says in words. */
export interface LimitSaid {
  readonly most: number;
  /** The sentence that says so. */
  readonly words: string;
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER = `(\\d{1,3}|${NUMBERS.join("|")})`;

/**
 * `A user can have at most 5 wallets`, `up to ten options per poll`, `has 2 to 10 options`: a number right before the name
 * of the kind. What is said of a time (`5 orders a day`), of a page or of one request is no limit of what there may be.
 */
export function limitSaid(
  { summary, description, responses }: Operation,
  kind: string,
): LimitSaid | undefined {
  const texts = [summary, description, ...responses.map((response) => response.description)];
  for (const words of texts.flatMap(sentencesIn)) {
    if (ELSEWISE.test(words)) continue;
    const most = BOUNDS.flatMap((bound) => [...words.matchAll(new RegExp(bound, "gi"))]).find(
      ([, , noun = ""]) => isOfKind(noun, kind),
    )?.[1];
    if (most !== undefined) return { most: numberOf(most), words };
  }
  return undefined;
}

const ELSEWISE =
  /\b(?:per|an?|each|every|within|last) (?:second|minute|hour|day|week|month|year|page|request|call)s?\b|\bat (?:once|a time|the same time)\b|\b(?:one|single) (?:request|call)\b/i;

/** New ones are what these words mean. */
const ADJECTIVES = "open pending current unresolved outstanding concurrent live running";

const NOUN = `(?:(?:${ADJECTIVES.replaceAll(" ", "|")}) )?((?:[a-z]+ ){0,2}?[a-z]+)`;

const BOUNDS = [
  `\\b(?:at most|up to|no more than|not more than|(?:a )?maximum(?: number)?(?: of)?|limited to|limit of) ${NUMBER} ${NOUN}\\b`,
  `\\b(?:has|have|hold|holds) (?:\\w+) (?:to|-|–) ${NUMBER} ${NOUN}\\b`,
];

function numberOf(word: string): number {
  return /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase());
}

/** The words after the number end, or begin, with the name of the kind. */
function isOfKind(noun: string, kind: string): boolean {
  const name = nameWords(kind).map(singular).join(" ");
  const said = noun.toLowerCase().split(" ").map(singular);
  return [1, 2, 3].some((count) => said.slice(0, count).join(" ") === name);
}
