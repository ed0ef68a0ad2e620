import { nameWords } from "#values/name-words";

/** Words for giving up what one had: `cancel`, `cancelled`, `declined`, `withdraw`. */
const GIVES_UP = /^(cancel|declin|reject|withdr|void|revok|annul|releas)/;

/** By the name of an action, or of a status. */
export function givesUp(name: string): boolean {
  return nameWords(name).some((word) => GIVES_UP.test(word));
}

/** Words for handing back what was only lent: `return`, `returnLoan`. */
const GIVES_BACK = /^return/;

/** By the name of an action: after it, what was taken is there for others, because it was given up or handed back. */
export function givesBack(name: string): boolean {
  return givesUp(name) || nameWords(name).some((word) => GIVES_BACK.test(word));
}
