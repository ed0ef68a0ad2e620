import type { Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";
import { sentencesOf } from "./promises.js";

/** What an operation that sets a status says of those from which a thing does not come away again. */
export interface FinalStatuses {
  /** The only one from which it does: `only a booked visit can change its status`. */
  readonly onlyFrom?: string;
  /** The choices that are final: all but that one, or those that are called so. */
  readonly final: readonly string[];
}

export function finalAmong(operation: Operation, choices: readonly string[]): FinalStatuses {
  const said = sentencesOf(operation);
  const [onlyFrom] = said.flatMap((one) => ONLY_FROM.exec(one)?.[1] ?? []);
  if (onlyFrom !== undefined)
    return { onlyFrom, final: choices.filter((choice) => spelled(choice) !== spelled(onlyFrom)) };
  const named = said.flatMap((one) => FINAL.exec(one)?.[1] ?? []).map((words) => ` ${spelled(words)} `);
  return { final: choices.filter((choice) => named.some((words) => words.includes(` ${spelled(choice)} `))) };
}

const FINAL = /^((?:[\w-]+,? ){1,8})(?:is|are) final\b/i;
const ONLY_FROM =
  /\bonly (?:an? |the )?([\w-]+)(?: [\w-]+){1,3} (?:can|may) (?:change|leave)(?: \w+)? (?:status|state)\b/i;

export function spelled(status: string): string {
  return nameWords(status).join(" ");
}
