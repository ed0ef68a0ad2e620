import { ARROW, StatusWords, sentencesIn } from "./status-words.js";

/** From which status to which others a text says that a thing can go. */
export interface MovesSaid {
  /** Undefined where it says nothing of moves from there. */
  readonly from: (status: string) => ReadonlySet<string> | undefined;
  readonly words: string;
}

/**
 * `scheduled can become confirmed or cancelled; the others are final`, `draft → released → withdrawn`, `from open to closed`.
 * Undefined where nothing of the kind is said.
 */
export function movesSaid(text: string, statuses: readonly string[]): MovesSaid | undefined {
  const words = new StatusWords(statuses);
  const moves = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    for (const status of words.named(from)) {
      const targets = moves.get(status) ?? new Set();
      for (const target of words.named(to)) targets.add(target);
      moves.set(status, targets);
    }
  };
  const sentences = sentencesIn(text);
  const telling = sentences.filter((sentence) => {
    const found = movesIn(sentence, words);
    for (const [from, to] of found) add(from, to);
    return found.length > 0;
  });
  if (telling.length === 0) return undefined;
  const isWhole = sentences.some((sentence) => WHOLE.test(sentence));
  const ends = new RegExp(`(${words.list}) (?:is|are)(?: \\w+)? (?:final|terminal)\\b`, "i");
  for (const sentence of sentences)
    for (const status of words.named(ends.exec(sentence)?.[1] ?? ""))
      if (!moves.has(status)) moves.set(status, new Set());
  return {
    from: (status) => moves.get(status) ?? (isWhole ? new Set() : undefined),
    words: telling.join(" "),
  };
}

/** All that is not said is excluded. */
const WHOLE =
  /\b(?:the )?(?:others?|rest)\b(?: \w+){0,3} (?:final|terminal)\b|\b(?:any|all|every) other (?:change|transition|move)s?\b|\bno other (?:change|transition|move)s?\b/i;

const BECOMES =
  "(?:(?:can|may) (?:then |only |also |either )*(?:become|be set to|be changed to|go to|move to|turn into)|becomes|goes to|moves to|changes to)";

function movesIn(sentence: string, { one, list }: StatusWords): readonly (readonly [string, string])[] {
  const chain = new RegExp(`${list}(?:${ARROW}${list})+`, "gi");
  const chained = [...sentence.matchAll(chain)].flatMap(([found]) => {
    const stops = found.split(new RegExp(ARROW, "i"));
    return stops.slice(1).map((to, index) => [stops[index] ?? "", to] as const);
  });
  const told = [
    new RegExp(`(${list}) ${BECOMES} (?:an? )?(${list})`, "gi"),
    new RegExp(`\\bfrom (${one}) (?:back )?(?:in)?to (${list})`, "gi"),
  ].flatMap((pattern) =>
    [...sentence.matchAll(pattern)].map(([, from = "", to = ""]) => [from, to] as const),
  );
  return [...chained, ...told];
}
