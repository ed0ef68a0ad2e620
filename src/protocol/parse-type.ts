import type { Span } from "#glacier/formula";
import { type Cursor, show } from "./cursor.js";
import type { ValueType } from "./protocol.js";

const NAME = /\s*([\p{L}_$][\p{L}\p{N}_$.]*)\s*/uy;

/** Types in types, as in `Map[String, Seq[Int]]`. */
const MAX_DEPTH = 10;

/** `String`, or `"Seq[String]"`; the published tool needs the quotes, Piolet does not. */
export function parseType(cursor: Cursor): ValueType {
  const token = cursor.peek();
  if (token.kind === "string") {
    cursor.take();
    return readType(token.text, cursor.span(token.start));
  }
  cursor.take();
  if (token.kind !== "name") {
    const message = `A type is expected, and there is ${show(token)}.`;
    cursor.fail(token.start, message, 'Write String, Int, a schema of the document, or "Seq[Name]".');
  }
  let depth = 0;
  if (cursor.isAt("[")) {
    do {
      const next = cursor.take();
      if (next.text === "[") depth++;
      if (next.text === "]") depth--;
      if (next.kind === "end") cursor.fail(token.start, "The type is not closed.", "Add `]`.");
    } while (depth > 0);
  }
  return readType(cursor.text.slice(token.start, cursor.offset), cursor.span(token.start));
}

/** Text that is not of the form is a name without arguments: the check says that it knows no such type. */
function readType(text: string, span: Span): ValueType {
  let offset = 0;
  const read = (depth: number): ValueType | undefined => {
    NAME.lastIndex = offset;
    const match = NAME.exec(text);
    if (match?.[1] === undefined || depth > MAX_DEPTH) return undefined;
    offset += match[0].length;
    const of: ValueType[] = [];
    if (text[offset] === "[") {
      do {
        offset++;
        const inner = read(depth + 1);
        if (!inner) return undefined;
        of.push(inner);
      } while (text[offset] === ",");
      if (text[offset] !== "]") return undefined;
      offset += 1 + (/^\s*/.exec(text.slice(offset + 1))?.[0].length ?? 0);
    }
    return { name: match[1], of, span };
  };
  const type = read(0);
  return type && offset === text.length ? type : { name: text, of: [], span };
}

/** The type as text, without quotes. */
export function typeText(type: ValueType): string {
  return type.of.length === 0 ? type.name : `${type.name}[${type.of.map(typeText).join(", ")}]`;
}

/** As both tools read it: quoted unless it is a plain name. */
export function printType(type: ValueType): string {
  const text = typeText(type);
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text) ? text : JSON.stringify(text);
}
