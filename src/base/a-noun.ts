/** `a player`, `an enrolment`: by the first letter, which is right for nearly all names of resources. */
export function aNoun(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}
