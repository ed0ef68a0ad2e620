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
  /** Which file, where it is not the document. */
  readonly source?: string;
  /** The rule that a clause of the catalogue says; a clause without one is in the user's own words. */
  readonly rule?: Rule;
  /** It was generated earlier and read back from a file, which keeps no rule. */
  readonly generated?: true;
  /** Of a precondition: where all of its operation say so and hold, a refusal is wrong. Without it, one is only necessary. */
  readonly sufficient?: true;
  /** Of a postcondition: it speaks of calls that are refused. Without it, of those that succeed. */
  readonly on?: "refused";
}
