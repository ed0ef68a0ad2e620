/** Comments and messages end with their line, whatever a document or an answer says. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
