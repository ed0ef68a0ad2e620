import { nameWords } from "#values/name-words";

const AUTHORS = new Set("user username author owner creator reviewer writer poster".split(" "));

/** Whether a member says by a name who has made a thing: `author`, `userName`, `createdBy`. An id of somebody does not. */
export function namesAuthor(name: string): boolean {
  const words = nameWords(name);
  return (
    AUTHORS.has(words.join("")) ||
    (words.length === 2 && AUTHORS.has(words[0] ?? "") && words[1] !== "id") ||
    words.join(" ") === "created by"
  );
}
