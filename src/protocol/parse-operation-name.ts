import { type Cursor, show } from "./cursor.js";
import type { OperationName } from "./protocol.js";

const METHOD = /([A-Z]+)[ \t]*(?=\/(?!\/))/y;
const PATH = /\/(?:[^\s(){}<>,"'#]|\{[^{}\s()<>"'#]*\})*/y;

/**
 * Real ids have hyphens, slashes and dots (`repos/list-for-org`, `calendar.events.list`); a dot at the end is
 * the one between steps.
 */
const ID = /[\p{L}\p{N}_$](?:[\p{L}\p{N}_$/:-]|\.(?=[\p{L}\p{N}_$]))*/uy;
const KEY = /^([A-Z]+) (\/.*)$/s;

/** `addPlayer`, `PlayerApi.addPlayer`, `POST /players`, or any of them in quotes. */
export function parseOperationName(cursor: Cursor): OperationName {
  const quoted = cursor.peek();
  if (quoted.kind === "string") {
    cursor.take();
    const [, method, path] = KEY.exec(quoted.text) ?? [];
    const span = cursor.span(quoted.start);
    return method === undefined || path === undefined
      ? { kind: "id", id: quoted.text, span }
      : { kind: "key", method, path, span };
  }
  cursor.skipSpace();
  const start = cursor.offset;
  const method = cursor.takeMatch(METHOD)?.[1];
  if (method !== undefined) {
    const path = cursor.takeMatch(PATH)?.[0] ?? "";
    return { kind: "key", method, path, span: cursor.span(start) };
  }
  const id = cursor.takeMatch(ID)?.[0];
  if (id !== undefined) return { kind: "id", id, span: cursor.span(start) };
  const token = cursor.peek();
  const message = `An operation is expected, and there is ${show(token)}.`;
  return cursor.fail(token.start, message, "Write its operationId, or its method and path: !GET /players().");
}

/** As `parseOperationName` reads it, in quotes only where it needs them. */
export function printOperationName(name: OperationName): string {
  if (name.kind === "id") {
    return matches(ID, name.id) && !METHOD_FIRST.test(name.id) ? name.id : JSON.stringify(name.id);
  }
  const plain = matches(PATH, name.path) && !name.path.startsWith("//");
  return plain ? `${name.method} ${name.path}` : JSON.stringify(`${name.method} ${name.path}`);
}

const METHOD_FIRST = /^[A-Z]+\/(?!\/)/;

function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] === text;
}
