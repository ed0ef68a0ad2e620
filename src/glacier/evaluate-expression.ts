import { isPartOf } from "#base/is-part-of";
import { isArray, isObject, type Json, property } from "#base/json";
import { unreachable } from "#base/unreachable";
import { equalValues, orderValues } from "./compare-values.js";
import { evaluateQuantified } from "./evaluate-quantified.js";
import type {
  ArithmeticOperator,
  Binary,
  Comparator,
  Expression,
  Field,
  LogicalOperator,
  Message,
} from "./formula.js";
import { headerField, nameValue, readValue, thisValue } from "./message-value.js";
import { buildRequest, requestKey } from "./read-request.js";
import type { Polarity, Scope } from "./scope.js";
import {
  asTruth,
  type Known,
  known,
  PENDING,
  partOf,
  typeName,
  type Undefined,
  undefinedBecause,
  type Value,
} from "./value.js";
import { isLogical } from "./vocabulary.js";

/** Kleene's three-valued logic over observations; recursion is bounded by the depth the parser allows. */
export function evaluateExpression(node: Expression, scope: Scope, polarity: Polarity = "mixed"): Value {
  if (!scope.pass.step()) return undefinedBecause("the formula takes too many steps", node.span.start);
  switch (node.kind) {
    case "literal":
      return known(node.value);
    case "unstated":
      return undefinedBecause("the clause claims nothing", node.span.start);
    case "name":
      return nameValue(node, scope);
    case "list":
      return withAll(node.items, scope, (items) => known(items.map((item) => item.json)));
    case "message":
      return evaluateMessage(node, scope);
    case "previous":
      return evaluateExpression(node.of, { ...scope, moment: "before" });
    case "field":
      return withAll([node.of], scope, ([of]) => fieldOf(node, of));
    case "index":
      return withAll([node.of, node.index], scope, ([of, index]) => elementOf(of, index, node));
    case "length":
      return withAll([node.of], scope, ([of]) => lengthOf(of, node));
    case "negate":
      return withAll([node.of], scope, ([of]) =>
        typeof of.json === "number"
          ? known(-of.json)
          : undefinedBecause(`${typeName(of.json)} has no negative`, node.span.start),
      );
    case "not": {
      const truth = evaluateTruth(node.of, scope, opposite(polarity));
      return truth.kind === "known" ? known(truth.json !== true) : truth;
    }
    case "binary":
      return evaluateBinary(node, scope, polarity);
    case "quantified":
      return evaluateQuantified(node, scope, polarity, evaluateExpression);
    default:
      return unreachable(node);
  }
}

/** An expression where a statement is needed: true, false, undefined or pending. */
export function evaluateTruth(node: Expression, scope: Scope, polarity: Polarity): Value {
  return asTruth(evaluateExpression(node, scope, polarity), node);
}

function evaluateMessage(node: Message, scope: Scope): Value {
  if (node.of.kind === "this") return thisValue(node, scope);
  const request = buildRequest(node.of, (part) => evaluateExpression(part, scope));
  if ("kind" in request) return request;
  const outcome = scope.pass.observe(scope.moment, request);
  if (outcome === "pending") return PENDING;
  const at = node.span.start;
  if ("unavailable" in outcome) return undefinedBecause(`${requestKey(request)}: ${outcome.unavailable}`, at);
  return readValue(node.part, outcome, at, requestKey(request));
}

function fieldOf(node: Field, of: Known): Value {
  const at = node.span.start;
  const header = node.of.kind === "message" && /_header$/.test(node.of.part);
  const member = header ? headerField(of.json, node.name) : property(of.json, node.name);
  if (member !== undefined) return partOf(of, member);
  const why = of.refused === undefined ? "" : ` in an answer of ${of.refused}`;
  if (isObject(of.json))
    return undefinedBecause(`there is no \`${node.name}\`${why}`, at, of.refused === undefined);
  return undefinedBecause(`${typeName(of.json)}${why} has no field \`${node.name}\``, at);
}

function elementOf(of: Known, index: Known, node: Expression): Value {
  const at = node.span.start;
  const found = isArray(of.json) && typeof index.json === "number" ? of.json[index.json] : undefined;
  if (found !== undefined) return partOf(of, found);
  if (typeof index.json === "string") {
    const member = property(of.json, index.json);
    if (member !== undefined) return partOf(of, member);
  }
  return undefinedBecause(`there is no element ${JSON.stringify(index.json)}`, at);
}

/** Elements of a list, characters of a text; of an object, its own field of that name. */
function lengthOf(of: Known, node: Expression): Value {
  const { json } = of;
  if (isArray(json)) return known(json.length);
  if (typeof json === "string") return known([...json].length);
  const member = property(json, "length");
  if (member !== undefined) return partOf(of, member);
  const why = of.refused === undefined ? "" : ` in an answer of ${of.refused}`;
  return undefinedBecause(`${typeName(json)}${why} has no length`, node.span.start);
}

function evaluateBinary(node: Binary, scope: Scope, polarity: Polarity): Value {
  if (isLogical(node.operator)) return evaluateLogical(node, node.operator, scope, polarity);
  const left = evaluateExpression(node.left, scope);
  const right = evaluateExpression(node.right, scope);
  const equality = node.operator === "==" || node.operator === "!=";
  const [a, b] = equality ? [absentAsNull(left, right), absentAsNull(right, left)] : [left, right];
  if (a.kind === "pending" || b.kind === "pending") return PENDING;
  if (a.kind === "undefined") return a;
  if (b.kind === "undefined") return b;
  switch (node.operator) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return calculate(node.operator, a.json, b.json, node);
    default:
      return compare(node.operator, a, b, node, scope);
  }
}

/** `p.name != null` asks whether there is a name: one that is absent is not there. */
function absentAsNull(value: Value, other: Value): Value {
  return value.kind === "undefined" && value.absent && other.kind === "known" && other.json === null
    ? known(null)
    : value;
}

/**
 * `&&` evaluates both sides in one pass, because contracts mostly hold and both are then needed; `||`, `=>`
 * wait for the left, because it is often a guard that makes the right side's reads needless.
 */
function evaluateLogical(node: Binary, operator: LogicalOperator, scope: Scope, polarity: Polarity): Value {
  const leftPolarity = operator === "=>" ? opposite(polarity) : operator === "<=>" ? "mixed" : polarity;
  const left = evaluateTruth(node.left, scope, leftPolarity);
  const decisive = operator === "&&" ? false : operator === "||" ? true : undefined;
  if (left.kind === "known") {
    if (left.json === decisive) return left;
    if (operator === "=>" && left.json === false) return known(true);
  }
  if (left.kind === "pending" && (operator === "||" || operator === "=>")) return PENDING;
  const right = evaluateTruth(node.right, scope, operator === "<=>" ? "mixed" : polarity);
  if (right.kind === "known") {
    if (right.json === decisive) return right;
    if (operator === "=>" && right.json === true) return right;
  }
  if (left.kind === "pending" || right.kind === "pending") return PENDING;
  if (left.kind === "undefined") return left;
  if (right.kind === "undefined") return right;
  return operator === "<=>" ? known(left.json === right.json) : right;
}

function compare(operator: Comparator, a: Known, b: Known, node: Binary, { pass }: Scope): Value {
  switch (operator) {
    case "==":
      return known(equalValues(a, b));
    case "!=":
      return known(!equalValues(a, b));
    case "is part of":
      return known(isPartOf(a.json, b.json, pass));
    case "in":
      return isArray(b.json)
        ? known(b.json.some((item) => equalValues(a, partOf(b, item))))
        : undefinedBecause(`${typeName(b.json)} is not a list`, node.right.span.start);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return order(operator, a, b, node);
    default:
      return unreachable(operator);
  }
}

function order(operator: "<" | "<=" | ">" | ">=", a: Known, b: Known, node: Binary): Value {
  const sign = orderValues(a, b);
  if (sign === undefined)
    return cannotCombine(`${typeName(a.json)} and ${typeName(b.json)} have no order`, node);
  if (operator === "<") return known(sign < 0);
  if (operator === "<=") return known(sign <= 0);
  return known(operator === ">" ? sign > 0 : sign >= 0);
}

function calculate(operator: ArithmeticOperator, a: Json, b: Json, node: Binary): Value {
  if (operator === "+" && typeof a === "string" && typeof b === "string") return known(a + b);
  if (typeof a !== "number" || typeof b !== "number") {
    return cannotCombine(`${typeName(a)} ${operator} ${typeName(b)} is nothing`, node);
  }
  const results = { "+": a + b, "-": a - b, "*": a * b, "/": a / b, "%": a % b };
  const result = results[operator];
  return Number.isFinite(result) ? known(result) : cannotCombine(`${a} ${operator} ${b} is no number`, node);
}

function cannotCombine(reason: string, node: Binary): Undefined {
  return undefinedBecause(reason, node.span.start);
}

function opposite(polarity: Polarity): Polarity {
  if (polarity === "mixed") return "mixed";
  return polarity === "positive" ? "negative" : "positive";
}

type AllKnown<T extends readonly Expression[]> = { readonly [K in keyof T]: Known };

/** Evaluates all before it gives up, so that one pass asks for every read that is already known to be needed. */
function withAll<const T extends readonly Expression[]>(
  nodes: T,
  scope: Scope,
  then: (values: AllKnown<T>) => Value,
): Value {
  const values = nodes.map((node) => evaluateExpression(node, scope));
  const pending = values.find((value) => value.kind === "pending");
  const missing = values.find((value) => value.kind === "undefined");
  return pending ?? missing ?? then(values as unknown as AllKnown<T>);
}
