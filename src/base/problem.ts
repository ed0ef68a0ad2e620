import type { JsonPointer } from "./json-pointer.js";
import type { ProblemCode } from "./problem-codes.js";

/**
 * Something that a user can cause and can mend: a broken part of a document, a wrong flag, a target that is
 * down. A value, never an exception, so that several can be collected and the rest still be used.
 */
export interface Problem {
  readonly code: ProblemCode;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What the user can do about it. */
  readonly hint: string;
  /** Where in a JSON or YAML document. */
  readonly pointer?: JsonPointer;
  /** Which file or URL, where it is not the main document. */
  readonly source?: string;
  /** Where in a text, counted from 1. */
  readonly at?: { readonly line: number; readonly column: number };
}

export function problem(
  code: ProblemCode,
  message: string,
  hint: string,
  place: Pick<Problem, "pointer" | "source" | "at"> = {},
): Problem {
  return { code, message, hint, ...place };
}

/** Whether something that was caught, or is the reason of a signal, is one. */
export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" && value !== null && ["code", "message", "hint"].every((key) => key in value)
  );
}
