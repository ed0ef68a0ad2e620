import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
import { loadApi } from "#openapi/load-api";
import { corpusFiles } from "../openapi/corpus.js";
import { hasCorpus, specsFolder } from "../openapi/documents.js";
import { known } from "./bundled.js";

/** Every so many of the documents that are quick to read; all of them were tried once. */
const STEP = 8;
const SMALL = 150_000;

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

describe.skipIf(!hasCorpus)("contracts of real documents (skipped where ../shared is absent)", () => {
  it("are read back, check without a word, and say something", async () => {
    const files = corpusFiles("small")
      .filter((file) => statSync(join(specsFolder, file)).size < SMALL)
      .filter((_, index) => index % STEP === 0);
    let clauses = 0;
    for (const file of files) {
      const loaded = await loadApi(join(specsFolder, file));
      if (!loaded.ok) continue;
      const { api, semantics, rules } = known(file, loaded.value);
      const generated = generateClauses(api, semantics, rules);
      clauses += generated.length;
      const checked = checkClauses(api, generated);
      for (const { clause, problems } of checked) {
        const parsed = parseFormula(clause.text);
        expect([file, clause.text, problems]).toEqual([file, clause.text, []]);
        expect(parsed.ok && printFormula(parsed.value)).toBe(clause.text);
        expect([file, clause.text, isVacuous(clause, api)]).toEqual([file, clause.text, false]);
      }
      expect(() => rulesIn(generated, api, semantics)).not.toThrow();
    }
    expect(clauses).toBeGreaterThan(100);
  });
});
