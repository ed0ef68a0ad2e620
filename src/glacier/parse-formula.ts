import { failed, ok, type Result } from "#base/result";
import { SyntaxFailure } from "./cursor.js";
import { type Diagnostic, diagnostic } from "./diagnostic.js";
import type { Formula } from "./formula.js";
import { Parser } from "./parser.js";

/** More than any formula a person writes; the corpus has none above 200 characters. */
const MAX_LENGTH = 20_000;

export interface ParseOptions {
  /** Where the text begins in its file, so that a message points into the file. */
  readonly origin?: { readonly line: number; readonly column: number };
}

/**
 * Text to tree. Where it fails, the problem says where, what was found, and what to do; where it succeeds,
 * its problems are warnings only.
 */
export function parseFormula(text: string, options: ParseOptions = {}): Result<Formula> {
  if (text.length > MAX_LENGTH) return failed(tooLong(text, options));
  const parser = new Parser(text, options.origin);
  try {
    const formula = parser.parse();
    return ok(formula, parser.warnings);
  } catch (failure) {
    // The parser's own way out of a deep recursion; it never leaves this function.
    if (failure instanceof SyntaxFailure) return failed(failure.diagnostic);
    throw failure;
  }
}

function tooLong(text: string, options: ParseOptions): Diagnostic {
  const at = { offset: 0, ...(options.origin ?? { line: 1, column: 1 }) };
  const message = `The formula has ${text.length} characters, and ${MAX_LENGTH} are the limit.`;
  return diagnostic("error", "formula-too-large", message, "Split it into several clauses.", at);
}
