import { type Problem, problem } from "#base/problem";
import type { ProblemCode } from "#base/problem-codes";
import type { Position } from "./formula.js";

/**
 * A problem of a formula. An `error` says that the formula cannot be judged as written; a `warning`, that it
 * can, but probably does not say what its author meant.
 */
export interface Diagnostic extends Problem {
  readonly severity: "error" | "warning";
  readonly at: { readonly line: number; readonly column: number };
}

export function diagnostic(
  severity: Diagnostic["severity"],
  code: ProblemCode,
  message: string,
  hint: string,
  position: Position,
): Diagnostic {
  const at = { line: position.line, column: position.column };
  return { ...problem(code, message, hint), severity, at };
}
