import { resolve } from "node:path";
import { ok, type Result } from "#base/result";
import type { Diagnostic } from "#glacier/diagnostic";
import { DEFAULT_READ_LIMITS, readText } from "#openapi/read-source";
import { parseProtocol } from "#protocol/parse-protocol";
import type { Protocols } from "#protocol/protocol";
import type { Terminal } from "./terminal.js";

/** A protocol file as it was read; undefined protocols where it cannot be. */
export interface ReadProtocol {
  readonly file: string;
  readonly text: string;
  readonly protocols?: Protocols;
  readonly problems: readonly Diagnostic[];
}

export async function readProtocol(file: string, terminal: Terminal): Promise<Result<ReadProtocol>> {
  const text = await readText(resolve(terminal.cwd, file), DEFAULT_READ_LIMITS);
  if (!text.ok) return text;
  const parsed = parseProtocol(text.value);
  // The parser's problems have places.
  const problems = parsed.problems as readonly Diagnostic[];
  return ok({ file, text: text.value, ...(parsed.ok ? { protocols: parsed.value } : {}), problems });
}

/** In the order of the text. */
export function inOrder(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}
