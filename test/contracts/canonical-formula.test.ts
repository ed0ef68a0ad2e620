import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Json } from "#base/json";
import { canonicalFormula } from "#contracts/canonical-formula";
import { capturePrevious } from "#glacier/capture-previous";
import { evaluate } from "#glacier/evaluate";
import type { Expression } from "#glacier/formula";
import { printFormula } from "#glacier/print-formula";
import { arbitraryFormula } from "../glacier/arbitrary-formula.js";
import { answer, call } from "../glacier/world.js";
import { answers, apiOf, document3 } from "../openapi/documents.js";
import { respell } from "./respell.js";

const api = apiOf(document3({ "/a": { get: answers } }));
const canonical = (formula: Expression) =>
  canonicalFormula(formula, { api, operation: undefined, kind: "ensures" });

describe("the canonical form of any formula", () => {
  test.prop([arbitraryFormula, fc.array(fc.nat(11), { minLength: 30, maxLength: 30 })])(
    "does not depend on how it is spelled",
    (formula, choices) => {
      let next = 0;
      const other = respell(formula, (options) => (choices[next++ % choices.length] ?? 0) % options);
      expect(printFormula(canonical(other))).toBe(printFormula(canonical(formula)));
    },
  );

  test.prop([arbitraryFormula])("is canonical", (formula) => {
    const once = canonical(formula);
    expect(printFormula(canonical(once))).toBe(printFormula(once));
  });

  test.prop([arbitraryFormula, fc.jsonValue({ maxDepth: 3 })], { numRuns: 300 })(
    "never says the opposite",
    async (formula, json) => {
      const body = json as Json;
      const observer = { read: async () => answer(200, body) };
      const judged = call({ path: { p: 1, tid: "x" }, json: body }, answer(200, body));
      const limits = { items: 5, tuples: 20, reads: 20, steps: 2_000 };
      const truth = async (tree: Expression) => {
        const previous = await capturePrevious(tree, { before: observer, call: judged, limits });
        return (await evaluate(tree, { observer, call: judged, previous, limits })).truth;
      };
      expect([await truth(formula), await truth(canonical(formula))].sort()).not.toEqual(["false", "true"]);
    },
  );
});
