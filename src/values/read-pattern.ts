/**
 * How the text of a `pattern` is meant. JSON Schema says ECMA-262, without delimiters. Some documents carry
 * the PHP or Perl spelling `/^[0-9]{5}$/i` instead: taken literally it can never match, as the `/` would have
 * to stand before the beginning, so it is read as its author meant it.
 */
export interface ReadPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

const DELIMITED = /^\/(\^.*\$)\/([a-z]*)$/s;

export function readPattern(text: string): ReadPattern {
  const delimited = DELIMITED.exec(text);
  const inner = delimited?.[1];
  if (inner === undefined) return { source: text, ignoreCase: false };
  return { source: inner, ignoreCase: delimited?.[2]?.includes("i") ?? false };
}
