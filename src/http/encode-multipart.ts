import { deriveSeed } from "#base/random";

export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly contentType?: string;
  readonly text: string;
}

/**
 * RFC 7578. The boundary comes from the seed and not from chance, so that the same call is the same bytes; it
 * is lengthened until no part contains it.
 */
export function encodeMultipart(parts: readonly Part[], seed: string): { boundary: string; text: string } {
  let boundary = `piolet-${deriveSeed(0, seed).toString(16).padStart(8, "0")}`;
  for (let round = 1; parts.some((part) => part.text.includes(boundary)); round++) {
    boundary += deriveSeed(round, seed).toString(16).padStart(8, "0");
  }
  const written = parts.map((part) => {
    const filename = part.filename === undefined ? "" : `; filename="${escapeName(part.filename)}"`;
    const type = part.contentType === undefined ? "" : `content-type: ${part.contentType}\r\n`;
    const disposition = `content-disposition: form-data; name="${escapeName(part.name)}"${filename}`;
    return `--${boundary}\r\n${disposition}\r\n${type}\r\n${part.text}\r\n`;
  });
  return { boundary, text: `${written.join("")}--${boundary}--\r\n` };
}

/** As browsers do it: a quote or a line break in a name must not end the header. */
function escapeName(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
