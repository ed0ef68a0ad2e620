import { nameWords } from "#values/name-words";

/** Words for giving up what one had: `cancel`, `cancelled`, `declined`, `withdraw`. */
const GIVES_UP = /^(cancel|declin|reject|withdr|void|revok|annul|releas)/;

/** By the name of an action, or of a status. */
export function givesUp(name: string): boolean {
  return nameWords(name).some((word) => GIVES_UP.test(word));
}
