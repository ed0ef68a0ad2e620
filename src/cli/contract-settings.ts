import type { Json } from "#base/json";
import type { checkClauses } from "#glacier/check-clauses";
import type { Clause } from "#glacier/clause";
import type { ClauseEntries } from "#glacier/clause-entries";
import type { Diagnostic } from "#glacier/diagnostic";

/** What checking and generating contracts need to know. */
export interface ContractSettings {
  readonly spec: string;
  readonly overlays: readonly string[];
  readonly allowExternalRefs: boolean;
  readonly cwd: string;
  /** Clauses that stand outside the document. */
  readonly entries: ClauseEntries;
}

export type CheckedClauses = ReturnType<typeof checkClauses>;

/** A clause as `--json` shows it. */
export function clauseAsJson(
  { clause, problems }: CheckedClauses[number],
  origin: "generated" | "yours",
): Json {
  const { operation, kind, text, sufficient, on } = clause;
  return {
    ...{ operation: operation ?? null, kind, text, origin },
    ...(sufficient === undefined ? {} : { sufficient }),
    ...(on === undefined ? {} : { on }),
    problems: problems.map(diagnosticAsJson),
  };
}

export function originOf(clause: Clause): "generated" | "yours" {
  return clause.generated === true ? "generated" : "yours";
}

function diagnosticAsJson({ code, at, message, hint, severity }: Diagnostic): Json {
  return { code, at: { ...at }, message, hint, severity };
}
