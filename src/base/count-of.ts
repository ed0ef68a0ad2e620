/** `1 call`, `2 calls`, `1,234 calls`, `3 tries`. */
export function countOf(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? noun : plural}`;
}
