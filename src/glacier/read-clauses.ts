import { isArray, type Json, type JsonObject, property } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { ok, type Result } from "#base/result";
import type { Api } from "#openapi/api";
import type { ClauseKind } from "./checking.js";
import type { Clause } from "./clause.js";
import { parseFormula } from "./parse-formula.js";

const MEMBERS: readonly { readonly member: string; readonly kind: ClauseKind }[] = [
  { member: "requires", kind: "requires" },
  { member: "ensures", kind: "ensures" },
  { member: "invariants", kind: "invariant" },
];

/**
 * The clauses that a document carries: `x-requires` and `x-ensures` of operations, `x-invariants` of the API,
 * or the same without `x-`, as the published files have them. One that cannot be read is a problem with the
 * clause's pointer, and the rest is used.
 */
export function readClauses(api: Api): Result<readonly Clause[]> {
  const clauses: Clause[] = [];
  const problems: Problem[] = [];
  const read = (
    extensions: JsonObject,
    pointer: JsonPointer,
    kinds: readonly ClauseKind[],
    operation?: string,
  ) => {
    for (const { member, kind } of MEMBERS.filter((entry) => kinds.includes(entry.kind))) {
      for (const name of [`x-${member}`, member]) {
        for (const [index, text] of entries(property(extensions, name)).entries()) {
          const place = appendToPointer(pointer, name, index);
          if (typeof text !== "string") {
            problems.push(
              problem("formula-syntax", "A clause is not a text.", "Write a formula.", { pointer: place }),
            );
            continue;
          }
          const parsed = parseFormula(text);
          problems.push(...parsed.problems.map((found) => ({ ...found, pointer: place })));
          const owner = operation === undefined ? {} : { operation };
          if (parsed.ok) clauses.push({ ...owner, kind, text, formula: parsed.value, pointer: place });
        }
      }
    }
  };
  read(api.extensions, "", ["invariant"]);
  for (const operation of api.operations) {
    read(operation.extensions, operation.pointer, ["requires", "ensures"], operation.key);
  }
  return ok(clauses, problems);
}

function entries(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}
