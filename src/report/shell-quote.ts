/** A word of the shell that means just this text. */
export function quote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
}
