import type { ProblemCode } from "#base/problem-codes";
import type { Api, Operation } from "#openapi/api";
import type { Diagnostic } from "./diagnostic.js";
import type { Span } from "./formula.js";

export type ClauseKind = "requires" | "ensures" | "invariant";

/** What inference needs to know, and where it reports to. */
export interface Checking {
  readonly api: Api;
  readonly operation: Operation | undefined;
  readonly kind: ClauseKind;
  readonly pure: ReadonlySet<string>;
  report(
    severity: Diagnostic["severity"],
    code: ProblemCode,
    message: string,
    hint: string,
    node: { span: Span },
  ): void;
}
