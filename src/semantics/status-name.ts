import { nameWords } from "#values/name-words";

const STATUSES = new Set(["status", "state", "stage", "phase"]);

/** Whether a member says by its name where a thing stands: `status`, `orderState`, `stage`. */
export function namesStatus(name: string): boolean {
  return nameWords(name).some((word) => STATUSES.has(word));
}
