import { type Cursor, show } from "./cursor.js";
import { parseType } from "./parse-type.js";
import type { Capture, CaptureSource } from "./protocol.js";

const POINTER = /\/(?!\/)[^\s(){}<>,"'#]*/y;
const HEADER = /header\.([!#$%&'*+.^_`|~0-9A-Za-z-]+)/y;

/** `(v: Type, id: String = /data/id)`; no parentheses are the same as empty ones. */
export function parseCaptures(cursor: Cursor): readonly Capture[] {
  const captures: Capture[] = [];
  if (!cursor.takeIf("(")) return captures;
  while (!cursor.isAt(")")) {
    captures.push(parseCapture(cursor));
    if (!cursor.takeIf(",")) break;
  }
  cursor.expect(")", "What is taken from the answer is not closed.");
  return captures;
}

function parseCapture(cursor: Cursor): Capture {
  const name = cursor.take();
  if (name.kind !== "name") {
    const message = `The name of a variable is expected, and there is ${show(name)}.`;
    cursor.fail(name.start, message, "Write player: Player, or id: String = /data/id.");
  }
  const span = cursor.span(name.start);
  const type = cursor.takeIf(":") ? { type: parseType(cursor) } : {};
  const from = cursor.takeIf("=") ? { from: parseSource(cursor) } : {};
  return { name: name.text, ...type, ...from, span };
}

function parseSource(cursor: Cursor): CaptureSource {
  const token = cursor.peek();
  if (token.kind === "string") {
    cursor.take();
    const span = cursor.span(token.start);
    if (token.text === "" || token.text.startsWith("/")) return { kind: "body", pointer: token.text, span };
    const hint = "A JSON pointer begins with a slash.";
    return cursor.fail(token.start, `${show(token)} is no place in a body.`, hint);
  }
  cursor.skipSpace();
  const start = cursor.offset;
  const pointer = cursor.takeMatch(POINTER)?.[0];
  if (pointer !== undefined) return { kind: "body", pointer, span: cursor.span(start) };
  const header = cursor.takeMatch(HEADER)?.[1];
  if (header !== undefined) return { kind: "header", name: header, span: cursor.span(start) };
  if (cursor.isAtWord("location")) {
    cursor.take();
    return { kind: "location", span: cursor.span(start) };
  }
  const message = `A place in the answer is expected, and there is ${show(token)}.`;
  return cursor.fail(
    token.start,
    message,
    "Write a JSON pointer such as /data/id, header.ETag, or location.",
  );
}

/** As `parseSource` reads it. */
export function printSource(source: CaptureSource): string {
  if (source.kind === "header") return `header.${source.name}`;
  if (source.kind === "location") return "location";
  POINTER.lastIndex = 0;
  const plain = POINTER.exec(source.pointer)?.[0] === source.pointer;
  return plain ? source.pointer : JSON.stringify(source.pointer);
}
