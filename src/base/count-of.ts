/** `1 call`, `2 calls`, `1,234 calls`. */
export function countOf(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
