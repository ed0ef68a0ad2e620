import { expect } from "vitest";
import { canonicalFormula } from "#contracts/canonical-formula";
import { generateClauses } from "#contracts/generate-clauses";
import { rulesIn } from "#contracts/read-rules";
import { checkClauses } from "#glacier/check-clauses";
import type { Clause } from "#glacier/clause";
import type { Expression } from "#glacier/formula";
import { parseFormula } from "#glacier/parse-formula";
import { printFormula } from "#glacier/print-formula";
import { childrenOf, someNode } from "#glacier/walk-formula";
import type { Api } from "#openapi/api";
import type { Known } from "./bundled.js";

/** The generated clauses are read back, check without a word, and say something. */
export function expectTellingClauses({ api, semantics, rules }: Known): number {
  const generated = generateClauses(api, semantics, rules);
  for (const { clause, problems } of checkClauses(api, generated)) {
    const parsed = parseFormula(clause.text);
    expect([clause.text, problems]).toEqual([clause.text, []]);
    expect(parsed.ok && printFormula(parsed.value)).toBe(clause.text);
    expect([clause.text, isVacuous(clause, api)]).toEqual([clause.text, false]);
  }
  expect(() => rulesIn(generated, api, semantics)).not.toThrow();
  return generated.length;
}

/** It reads the service, and no part of it is true whatever is read. */
function isVacuous(clause: Clause, api: Api): boolean {
  const operation = api.operations.find(({ key }) => key === clause.operation);
  const canonical = canonicalFormula(clause.formula, { api, operation, kind: clause.kind });
  const reads = someNode(canonical, (node) => node.kind === "message" && node.of.kind === "read");
  const isIdle = (node: Expression) => {
    const [left, right] = childrenOf(node).map(printFormula);
    return node.kind === "literal"
      ? typeof node.value === "boolean"
      : node.kind === "binary" && left === right;
  };
  return !reads || someNode(canonical, isIdle);
}
