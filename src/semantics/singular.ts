import { remember } from "#base/remember";
import { nameWords } from "#values/name-words";

/**
 * The singular of an English plural, well enough to name a resource. Suffix rules and the few words of APIs
 * that they get wrong; an unknown word keeps its form, since a name need only be stable and readable.
 */
export function singular(word: string): string {
  const lower = word.toLowerCase();
  for (const [plural, one] of IRREGULAR) {
    if (lower.endsWith(plural)) return word.slice(0, word.length - plural.length) + one;
  }
  if (lower.length < 4 || UNCHANGED.test(lower)) return word;
  if (/[^aeiou]ies$/.test(lower)) return `${word.slice(0, -3)}y`;
  // `prizes` and `sizes` have the e in the singular, too; `waltzes` and `boxes` do not.
  if (/[aeiou]zes$/.test(lower)) return word.slice(0, -1);
  if (/(ss|sh|ch|x|z)es$/.test(lower)) return word.slice(0, -2);
  if (/s$/.test(lower)) return word.slice(0, -1);
  return word;
}

const IRREGULAR: readonly (readonly [string, string])[] = [
  ["people", "person"],
  ["children", "child"],
  ["statuses", "status"],
  ["aliases", "alias"],
  ["indices", "index"],
  ["vertices", "vertex"],
  ["criteria", "criterion"],
  ["movies", "movie"],
  ["cookies", "cookie"],
  ["caches", "cache"],
  ["quizzes", "quiz"],
];

const UNCHANGED = /(ss|us|is|news|series|species|data|metadata|sms|dns|https?|kubernetes)$/;

/** Names that differ only in how they are written are equal: `petId`, `pet_id`, `PetID`. */
export function sameName(a: string, b: string): boolean {
  return a === b || bareName(a) === bareName(b);
}

/** What names that differ only in how they are written have in common: the words of a name in one. */
export const bareName: (name: string) => string = remember((name) =>
  name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ""),
);

/** `/order-items` → `order-item`: the words of a path segment, the last one in the singular. */
export const resourceName: (segment: string) => string = remember((segment) => {
  const all = nameWords(segment);
  return all.map((word, index) => (index === all.length - 1 ? singular(word) : word)).join("-");
});
