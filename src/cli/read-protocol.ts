import { resolve } from "node:path";
import { ok, type Result } from "#base/result";
import type { Diagnostic } from "#glacier/diagnostic";
import { parseDocument } from "#openapi/parse-document";
import { DEFAULT_READ_LIMITS, readText } from "#openapi/read-source";
import { parseProtocol } from "#protocol/parse-protocol";
import type { Protocols } from "#protocol/protocol";
import { isArazzo, type ReadArazzo, readArazzo } from "#protocol/read-arazzo";
import type { Terminal } from "./terminal.js";

/** A protocol file as it was read, an Arazzo document as the protocol that it is; none where it cannot be read. */
export interface ReadProtocol {
  readonly file: string;
  /** The protocol; of an Arazzo document, what it is as one. */
  readonly text: string;
  /** As it stands in the file. */
  readonly original: string;
  readonly protocols?: Protocols;
  readonly problems: readonly Diagnostic[];
}

export async function readProtocol(file: string, terminal: Terminal): Promise<Result<ReadProtocol>> {
  const text = await readText(resolve(terminal.cwd, file), DEFAULT_READ_LIMITS);
  if (!text.ok) return text;
  const arazzo = FORMAL.test(file) ? arazzoIn(text.value, file) : undefined;
  const written = arazzo?.text ?? text.value;
  const parsed = parseProtocol(written);
  // The parser's problems have places.
  const problems = [...(arazzo?.problems ?? []), ...(parsed.problems as readonly Diagnostic[])];
  return ok({
    file,
    text: written,
    original: text.value,
    ...(parsed.ok ? { protocols: parsed.value } : {}),
    problems,
  });
}

/** Arazzo documents are known by their content; only these files are looked into. */
const FORMAL = /\.(?:ya?ml|json)$/i;

function arazzoIn(text: string, file: string): ReadArazzo | undefined {
  const document = parseDocument(text, file);
  return document.ok && isArazzo(document.value) ? readArazzo(document.value) : undefined;
}

/** In the order of the text. */
export function inOrder(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}
