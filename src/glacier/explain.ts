import { isArray, isObject, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { evaluateExpression, evaluateTruth } from "./evaluate-expression.js";
import { forEachTuple } from "./evaluate-quantified.js";
import type { Binary, Expression, Quantified, Span } from "./formula.js";
import { printWithUrls } from "./print-formula.js";
import { buildRequest } from "./read-request.js";
import type { Scope } from "./scope.js";
import { showJson } from "./value.js";
import { isLogical } from "./vocabulary.js";

/** A part of a formula that made it false, with what was observed. */
export interface Explanation {
  /** One line: `response_code(GET /players/1) == 404: 200`. */
  readonly message: string;
  /** The part, with the real urls. */
  readonly clause: string;
  readonly span: Span;
  /** Both sides of a comparison. */
  readonly left?: string;
  readonly right?: string;
  readonly bindings: readonly { readonly name: string; readonly value: string; readonly json: Json }[];
}

const MOST = 5;

/**
 * Why a formula is what it is. Runs over the same observations once more and follows only the parts that
 * decided: one side of an `&&`, all of an `||`, the element at which a `for` broke.
 */
export function explain(node: Expression, scope: Scope): Explanation[] {
  return reasons(node, scope).slice(0, MOST);
}

function reasons(node: Expression, scope: Scope): Explanation[] {
  if (node.kind === "not") return reasons(node.of, scope);
  if (node.kind === "quantified") return quantifiedReasons(node, scope);
  if (node.kind !== "binary") return [describe(node, scope, "")];
  if (isLogical(node.operator)) return logicalReasons(node, scope);
  return [comparisonReason(node, scope)];
}

function logicalReasons(node: Binary, scope: Scope): Explanation[] {
  const decisive = node.operator === "&&" ? false : node.operator === "||" ? true : undefined;
  for (const side of [node.left, node.right]) {
    if (decisive !== undefined && truthOf(side, scope) === decisive) return reasons(side, scope);
  }
  if (node.operator === "=>" && truthOf(node, scope) === true) {
    return reasons(truthOf(node.left, scope) === false ? node.left : node.right, scope);
  }
  return [...reasons(node.left, scope), ...reasons(node.right, scope)];
}

function quantifiedReasons(node: Quantified, scope: Scope): Explanation[] {
  const universal = node.quantifier === "for";
  let found: Explanation[] | undefined;
  let tuples = 0;
  forEachTuple(node, scope, evaluateExpression, (inner, value) => {
    tuples++;
    if (value === undefined && truthOf(node.body, inner) === !universal) found = reasons(node.body, inner);
    return found === undefined;
  });
  const all = universal
    ? `holds for all ${tuples}`
    : tuples === 0
      ? "there is none to choose"
      : `none of ${tuples} does`;
  return found ?? [describe(node, scope, `: ${all}`)];
}

function comparisonReason(node: Binary, scope: Scope): Explanation {
  const left = evaluateExpression(node.left, scope);
  const right = evaluateExpression(node.right, scope);
  if (left.kind !== "known" || right.kind !== "known") return describe(node, scope, "");
  const [a, b] = [showJson(left.json), showJson(right.json)];
  const comparable = [isObject, isArray].some((test) => test(left.json) && test(right.json));
  const places = comparable
    ? jsonDifferences(left.json, right.json).map((place) => place || "the whole")
    : [];
  const difference = places.length > 0 ? `; they differ at ${places.slice(0, MOST).join(", ")}` : "";
  const values = [node.left, node.right].flatMap((side, index) =>
    side.kind === "literal" ? [] : [index === 0 ? a : b],
  );
  const shown = values.length > 0 ? `: ${values.join(" and ")}${difference}` : "";
  return { ...describe(node, scope, shown), left: a, right: b };
}

function describe(node: Expression, scope: Scope, suffix: string): Explanation {
  const clause = printWithUrls(node, (read) => {
    const request = buildRequest(read, (part) => evaluateExpression(part, scope));
    if ("kind" in request) return read.url.map((part) => (part.kind === "text" ? part.text : "{…}")).join("");
    return request.query === undefined ? request.path : `${request.path}?${request.query}`;
  });
  const bindings: { name: string; value: string; json: Json }[] = [];
  for (let binding = scope.bindings; binding; binding = binding.outer) {
    const { json } = binding.value;
    bindings.unshift({ name: binding.name, value: showJson(json), json });
  }
  return { message: clause + suffix, clause, span: node.span, bindings };
}

function truthOf(node: Expression, scope: Scope): boolean | undefined {
  const truth = evaluateTruth(node, scope, "mixed");
  return truth.kind === "known" ? truth.json === true : undefined;
}
