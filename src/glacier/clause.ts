import type { JsonPointer } from "#base/json-pointer";
import type { Rule } from "#semantics/rule";
import type { ClauseKind } from "./checking.js";
import type { Formula } from "./formula.js";

/** One formula with where it belongs: `operation` is `METHOD /path`, none for an invariant. */
export interface Clause {
  readonly operation?: string;
  readonly kind: ClauseKind;
  readonly text: string;
  readonly formula: Formula;
  /** Where it stands in a contract file, or in the document. */
  readonly at?: { readonly line: number; readonly column: number };
  readonly pointer?: JsonPointer;
  /** The rule that a generated clause says; a clause without one is the user's. */
  readonly rule?: Rule;
}
