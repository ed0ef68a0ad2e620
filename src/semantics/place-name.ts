import { nameWords } from "#values/name-words";

const PLACES = new Set(["position", "index", "ordinal", "rank"]);
const ORDERS = new Set(["sort order", "display order", "order index", "sequence number", "queue position"]);

/** Whether a member says at which place a thing stands among its siblings: they move along when one comes or goes. */
export function namesPlace(name: string): boolean {
  const words = nameWords(name).join(" ");
  return PLACES.has(words) || ORDERS.has(words);
}
