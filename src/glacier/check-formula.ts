import type { Api, OperationKey } from "#openapi/api";
import type { Checking, ClauseKind } from "./checking.js";
import { type Diagnostic, diagnostic } from "./diagnostic.js";
import type { Formula } from "./formula.js";
import { inferShape } from "./infer-shape.js";
import { patternKey } from "./read-request.js";
import { findSuspicious } from "./suspicious-clauses.js";

export interface CheckOptions {
  readonly api: Api;
  /** The operation whose contract the clause belongs to; none for an invariant. */
  readonly operation?: OperationKey | undefined;
  readonly kind: ClauseKind;
  /** Operations other than GET and HEAD that are declared to change nothing. */
  readonly pureOperations?: readonly OperationKey[] | undefined;
  /** The clauses that it stands beside: some mistakes show only in company. */
  readonly beside?:
    | { readonly requires?: readonly Formula[]; readonly invariants?: readonly Formula[] }
    | undefined;
}

/**
 * What can be said about a formula before anything is sent: names and fields that are not there, reads that
 * lead nowhere or would change something, types that do not fit, moments that do not exist, and clauses that
 * probably say something else than was meant. In the order of the text.
 */
export function checkFormula(formula: Formula, options: CheckOptions): Diagnostic[] {
  const found: Diagnostic[] = [];
  const checking: Checking = {
    api: options.api,
    operation: options.api.operations.find((operation) => operation.key === options.operation),
    kind: options.kind,
    pure: new Set(options.pureOperations?.map(purePattern)),
    report: (severity, code, message, hint, node) => {
      found.push(diagnostic(severity, code, message, hint, node.span.start));
    },
  };
  const shape = inferShape(formula, { checking, variables: new Map(), before: false });
  if (shape.types !== undefined && !shape.types.has("boolean")) {
    checking.report(
      "error",
      "formula-not-boolean",
      "The clause is a value, not a statement.",
      "Compare it with something.",
      formula,
    );
  }
  findSuspicious(formula, checking, options.beside ?? {});
  const unique = new Map(
    found.map((entry) => [`${entry.code} ${entry.at.line} ${entry.at.column} ${entry.message}`, entry]),
  );
  return [...unique.values()].sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

function purePattern(key: OperationKey): string {
  const [method = "", path = ""] = key.split(" ");
  return patternKey(method, path);
}
