/**
 * Percent-encoding. Stricter than `encodeURIComponent`, which leaves `!'()*` as they are and throws on half a
 * surrogate pair; generated strings contain both.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, hex);
}

/**
 * For `allowReserved`: reserved characters and triples that are already encoded stay. Those that would end
 * the value or the query (`#`, `&`, `+`, brackets) are encoded all the same, or the parameter would say
 * something else.
 */
export function percentEncodeReserved(text: string): string {
  return wellFormed(text)
    .split(/(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;=])/)
    .map((part, index) => (index % 2 === 1 ? part : percentEncode(part)))
    .join("");
}

/** As `application/x-www-form-urlencoded` wants it: a space is a plus. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll("%20", "+");
}

/** Half a surrogate pair has no UTF-8: it is sent as the replacement character. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
