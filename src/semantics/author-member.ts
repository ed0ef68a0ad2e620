import { nameWords } from "#values/name-words";

const AUTHORS = new Set("user username author owner creator reviewer writer poster".split(" "));

const WROTE = new Set("created updated modified changed edited deleted added uploaded".split(" "));

/** Whether a member says who has made or changed a thing: `author`, `userName`, `lastModifiedBy`. An id of somebody does not. */
export function namesAuthor(name: string): boolean {
  const words = nameWords(name);
  return (
    AUTHORS.has(words.join("")) ||
    (words.length === 2 && AUTHORS.has(words[0] ?? "") && words[1] !== "id") ||
    (words.at(-1) === "by" && WROTE.has(words.at(-2) ?? ""))
  );
}
