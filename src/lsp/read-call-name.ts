import type { OperationName } from "#protocol/protocol";

export interface CallName {
  readonly name: OperationName;
  readonly end: number;
}

const QUOTED = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/y;
const KEY = /([A-Z]+)[ \t]+(\/(?:[^\s(){}<>,"'#]|\{[^{}\s()<>"'#]*\}?)*)/y;
const ID = /[\p{L}\p{N}_$](?:[\p{L}\p{N}_$/:-]|\.(?=[\p{L}\p{N}_$]))*/uy;
const READ = /([A-Z]+)[ \t]+(\/[^\s"'<>#]*)/y;

/** The operation that a call names at a place, as the parser reads it, or as much of it as is typed by now. */
export function readCallName(text: string, start: number): CallName | undefined {
  const quoted = matchAt(QUOTED, text, start);
  if (quoted !== undefined) {
    const written = quoted[1] ?? quoted[2] ?? "";
    const [, method, path] = /^([A-Z]+) (\/.*)$/s.exec(written) ?? [];
    const isKey = method !== undefined && path !== undefined;
    return named(isKey ? { method, path } : { id: written }, start + quoted[0].length);
  }
  const key = matchAt(KEY, text, start);
  if (key !== undefined) return named({ method: key[1] ?? "", path: key[2] ?? "" }, start + key[0].length);
  const id = matchAt(ID, text, start)?.[0];
  return id === undefined ? undefined : named({ id }, start + id.length);
}

/** The operation that a formula reads at a place: `GET /players/{pid}`, up to the parenthesis around it. */
export function readFormulaRead(text: string, start: number): CallName | undefined {
  const match = matchAt(READ, text, start);
  if (match === undefined) return undefined;
  const url = closedPart(match[2] ?? "");
  const end = start + match[0].length - (match[2] ?? "").length + url.length;
  return named({ method: match[1] ?? "", path: plainPath(url) }, end);
}

export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}

/** Where a name stands is the mark's to say; the tree's spans count lines, and nobody asks for them here. */
const NOWHERE = { offset: 0, line: 1, column: 1 };

type Written = { readonly id: string } | { readonly method: string; readonly path: string };

export function callNameOf(name: Written): OperationName {
  const span = { start: NOWHERE, end: NOWHERE };
  return "id" in name ? { kind: "id", ...name, span } : { kind: "key", ...name, span };
}

function named(name: Written, end: number): CallName {
  return { name: callNameOf(name), end };
}

/** A url may have parentheses of its own. */
function closedPart(url: string): string {
  let depth = 0;
  for (let index = 0; index < url.length; index++) {
    if (url[index] === "(") depth++;
    else if (url[index] === ")" && --depth < 0) return url.slice(0, index);
  }
  return url;
}

/** The published files write `/players/request_body(this){pid}` where the paper has `/players/{pid}`. */
function plainPath(url: string): string {
  return url.replaceAll(/[a-z_]+\(this\)(?=\{)/g, "").split("?")[0] ?? "";
}
