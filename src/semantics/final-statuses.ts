import type { Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";
import { sentencesOf } from "./promises.js";

/**
 * The choices from which a thing does not come away again, as an operation that sets one of them says: `only a booked visit
 * can change its status`, `cancelled and done are final`.
 */
export function finalAmong(operation: Operation, choices: readonly string[]): readonly string[] {
  const said = sentencesOf(operation);
  const movable = said.flatMap((one) => ONLY_FROM.exec(one)?.[1] ?? []);
  const named = said.flatMap((one) => FINAL.exec(one)?.[1] ?? []);
  const isNamed = (choice: string) =>
    named.some((words) => ` ${spelled(words)} `.includes(` ${spelled(choice)} `));
  return choices.filter((choice) =>
    movable.length > 0 ? !movable.some((word) => spelled(word) === spelled(choice)) : isNamed(choice),
  );
}

const ONLY_FROM =
  /\bonly (?:an? |the )?([\w-]+)(?: [\w-]+){1,3} (?:can|may) (?:change|be changed|leave|move)\b/i;
const FINAL = /^((?:[\w-]+,? ){1,8})(?:is|are) final\b/i;

function spelled(words: string): string {
  return nameWords(words).join(" ");
}
