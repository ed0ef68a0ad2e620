import { nameWords } from "#values/name-words";

/** Words for taking a thing out of sight without deleting it: `archive`, `hidden`, `trashed`. */
const PUTS_AWAY = /^(archiv|hid(e|den)|trash|bin(ned)?$|discard|dismiss|unlist|unpublish)/;

/** By the name of an action, or of a status. */
export function putsAway(name: string): boolean {
  return nameWords(name).some((word) => PUTS_AWAY.test(word));
}
