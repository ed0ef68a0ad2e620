import { nameWords } from "#values/name-words";

const REPEATS = new Set(
  "confirm confirmation confirmed repeat repeated again retype retyped verify".split(" "),
);

/** Whether a member asks once more for what another one has asked for: `confirmPassword` for `password`. */
export function repeats(name: string, other: string): boolean {
  const words = nameWords(name);
  if (name === other || !words.some((word) => REPEATS.has(word))) return false;
  return nameWords(other).join(" ") === words.filter((word) => !REPEATS.has(word)).join(" ");
}
