import type { OperationName } from "#protocol/protocol";

/** Something in a text that can be asked about. Offsets count from 0, in UTF-16 units, as editors count. */
export interface Mark {
  readonly kind:
    | "operation"
    | "status"
    | "definition"
    | "recursion"
    /** A definition or recursion, used as a step. */
    | "step name"
    | "declaration"
    | "variable"
    | "target"
    | "type"
    | "generator"
    | "function";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Which operation it is, or the call that it belongs to. */
  readonly operation?: OperationName;
}

/** What may be typed at a place; `start` is where the word begins that is being typed. */
export type Situation =
  | {
      readonly kind: "step" | "operation" | "type" | "generator" | "assertion" | "heading" | "read";
      readonly start: number;
    }
  | { readonly kind: "status" | "argument"; readonly start: number; readonly operation?: OperationName }
  /** In a comment, a text, or where only the writer can know. */
  | { readonly kind: "nothing" };

export interface Scan {
  readonly marks: readonly Mark[];
  /** What may be typed at the end of the text. */
  readonly end: Situation;
}

/** The mark at an offset, its end included: a cursor behind a word is still on it. */
export function markAt(marks: readonly Mark[], offset: number): Mark | undefined {
  return (
    marks.find(({ start, end }) => start <= offset && offset < end) ??
    marks.find(({ start, end }) => start <= offset && offset === end)
  );
}
