import type { ProblemCode } from "#base/problem-codes";
import { type Diagnostic, diagnostic } from "#glacier/diagnostic";
import type { Span } from "#glacier/formula";

/** Where the checks report to. A hint may be costly (what was meant?), so it is made only where it is kept. */
export type Report = (
  severity: Diagnostic["severity"],
  code: ProblemCode,
  message: string,
  hint: string | (() => string),
  span: Span,
) => void;

/** Nobody reads more, and a hint that compares names with a thousand operations has its price. */
const MOST_PROBLEMS = 200;

/** Collects what is reported: each thing once, in the order of the text. */
export class Diagnosis {
  readonly #found = new Map<string, Diagnostic>();

  readonly report: Report = (severity, code, message, hint, { start }) => {
    const key = `${code} ${start.line} ${start.column} ${message}`;
    if (this.#found.has(key) || this.#found.size >= MOST_PROBLEMS) return;
    this.#found.set(
      key,
      diagnostic(severity, code, message, typeof hint === "string" ? hint : hint(), start),
    );
  };

  problems(): readonly Diagnostic[] {
    return [...this.#found.values()].sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  }
}
