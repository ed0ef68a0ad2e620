import { unreachable } from "#base/unreachable";
import type { ClauseKind } from "#glacier/checking";
import type { Binary, Comparator, Expression, Quantified, Variable } from "#glacier/formula";
import { printFormula } from "#glacier/print-formula";
import type { Api, Operation } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { allOf, anyOf, at, binary, name, ofThis, previous, some } from "./build-formula.js";

/** Where a clause stands, which decides what its bare names mean. */
export interface ClausePlace {
  readonly api: Api;
  readonly operation: Operation | undefined;
  readonly kind: ClauseKind;
}

/**
 * A formula with everything taken out that only depends on how it is spelled: names of variables, bare names,
 * the sides of comparisons, the order of `&&` and `||`, negations (moved inward to the comparisons), `=>`,
 * `x in list` for `exists`, quantifiers in one or in several, how far out `previous(…)` stands. Two formulas
 * with one canonical form never come out opposite; where data is missing, one may know what the other does not
 * (nothing is in an empty list, whatever is looked for).
 */
export function canonicalFormula(formula: Expression, place: ClausePlace): Expression {
  return normalise(formula, { place, variables: new Map(), depth: 0, before: false, negated: false });
}

/** What a formula claims, taken apart at its `&&`s: `for x in A :- B && C` is two claims. */
export function claimsOf(canonical: Expression): readonly Expression[] {
  if (canonical.kind === "binary" && canonical.operator === "&&")
    return [...claimsOf(canonical.left), ...claimsOf(canonical.right)];
  if (canonical.kind !== "quantified" || canonical.quantifier !== "for") return [canonical];
  return claimsOf(canonical.body).map((body) => ({ ...canonical, body }));
}

interface Normalising {
  readonly place: ClausePlace;
  /** The canonical names of the variables that are bound here. */
  readonly variables: ReadonlyMap<string, string>;
  readonly depth: number;
  /** Inside `previous(…)`. */
  readonly before: boolean;
  /** Below an odd number of `!`. */
  readonly negated: boolean;
}

function normalise(node: Expression, inside: Normalising): Expression {
  const value = (child: Expression) => normalise(child, { ...inside, negated: false });
  switch (node.kind) {
    case "not":
      return normalise(node.of, { ...inside, negated: !inside.negated });
    case "previous":
      return normalise(node.of, { ...inside, before: true });
    case "binary":
      return normaliseBinary(node, inside);
    case "quantified":
      return normaliseQuantified(node, inside);
    case "name":
      return denied(meaningOf(node.name, inside), inside);
    case "message": {
      if (node.of.kind === "this") return denied(node, inside);
      const url = node.of.url.map((part) =>
        part.kind === "text" ? part : ({ kind: "value", of: value(part.of) } as const),
      );
      const message = { ...node, of: { ...node.of, url } };
      return denied(inside.before ? previous(message) : message, inside);
    }
    case "field":
    case "length":
    case "negate":
      return denied({ ...node, of: value(node.of) }, inside);
    case "index":
      return denied({ ...node, of: value(node.of), index: value(node.index) }, inside);
    case "list":
      return { ...node, items: node.items.map(value) };
    case "literal":
      return inside.negated && typeof node.value === "boolean" ? { ...node, value: !node.value } : node;
    case "unstated":
      return node;
    default:
      return unreachable(node);
  }
}

/** A value that is used as a statement keeps its `!`. */
function denied(node: Expression, { negated }: Normalising): Expression {
  return negated ? { kind: "not", of: node, span: node.span } : node;
}

/** As `nameValue` of the language finds it, but from what the document declares. */
function meaningOf(text: string, { place, variables }: Normalising): Expression {
  const variable = variables.get(text);
  if (variable !== undefined) return name(variable);
  const { operation, api, kind } = place;
  if (operation === undefined) return name(text);
  const isParameter = operation.parameters.some(
    ({ in: where, name: own }) => where === "path" && own === text,
  );
  if (isParameter) return at(ofThis("path_param"), [text]);
  const isSent = membersOf(requestSchema(operation), api.schemas).has(text);
  const isReceived = kind === "ensures" && membersOf(successSchema(operation), api.schemas).has(text);
  return at(ofThis(isReceived && !isSent ? "response_body" : "request_body"), [text]);
}

const OPPOSITE = { "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">" } as const;

function normaliseBinary(node: Binary, inside: Normalising): Expression {
  const { operator } = node;
  const same = (child: Expression) => normalise(child, inside);
  const opposite = (child: Expression) => normalise(child, { ...inside, negated: !inside.negated });
  const value = (child: Expression) => normalise(child, { ...inside, negated: false });
  switch (operator) {
    case "&&":
    case "||":
      return chain((operator === "&&") !== inside.negated ? "&&" : "||", [same(node.left), same(node.right)]);
    case "=>":
      return chain(inside.negated ? "&&" : "||", [opposite(node.left), same(node.right)]);
    case "<=>":
      return denied(binary(value(node.left), "<=>", value(node.right)), inside);
    case "in": {
      if (node.right.kind === "list")
        return denied(binary(value(node.left), "in", value(node.right)), inside);
      const search = some("x", node.right, (one) => binary(one, "==", node.left));
      return normalise(search, inside);
    }
    case "is part of":
      return denied(binary(value(node.left), operator, value(node.right)), inside);
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return ordered(value(node.left), inside.negated ? OPPOSITE[operator] : operator, value(node.right));
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return binary(value(node.left), operator, value(node.right));
    default:
      return unreachable(operator);
  }
}

/** Equality in the order of the texts; an order always as `<` or `<=`. */
function ordered(
  left: Expression,
  operator: Exclude<Comparator, "in" | "is part of">,
  right: Expression,
): Expression {
  if (operator === ">") return binary(right, "<", left);
  if (operator === ">=") return binary(right, "<=", left);
  const isSymmetric = operator === "==" || operator === "!=";
  return isSymmetric && printFormula(right) < printFormula(left)
    ? binary(right, operator, left)
    : binary(left, operator, right);
}

function chain(operator: "&&" | "||", sides: readonly Expression[]): Expression {
  const parts = new Map(
    sides.flatMap((side) => flatten(operator, side)).map((part) => [printFormula(part), part]),
  );
  const [first, ...others] = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  // Two sides never flatten to nothing.
  if (first === undefined) throw new Error("an operator without operands");
  return operator === "&&" ? allOf(first, ...others) : anyOf(first, ...others);
}

function flatten(operator: "&&" | "||", node: Expression): readonly Expression[] {
  return node.kind === "binary" && node.operator === operator
    ? [...flatten(operator, node.left), ...flatten(operator, node.right)]
    : [node];
}

/** One quantifier per collection: only variables that share one depend on standing together. */
function normaliseQuantified(node: Quantified, inside: Normalising): Expression {
  const quantifier = (node.quantifier === "for") !== inside.negated ? "for" : "exists";
  const variables = new Map(inside.variables);
  const bound: Variable[] = [];
  for (const [index, variable] of node.variables.entries()) {
    const around = { ...inside, variables: new Map(variables), negated: false, depth: inside.depth + index };
    const text = `·${inside.depth + index}`;
    bound.push({ name: text, in: normalise(variable.in, around), span: variable.span });
    variables.set(variable.name, text);
  }
  const depth = inside.depth + bound.length;
  let body = normalise(node.body, { ...inside, variables, depth });
  for (let end = bound.length; end > 0; ) {
    const collection = printFormula(bound[end - 1]?.in ?? body);
    let start = end - 1;
    while (start > 0 && printFormula(bound[start - 1]?.in ?? body) === collection) start--;
    body = { kind: "quantified", quantifier, variables: bound.slice(start, end), body, span: node.span };
    end = start;
  }
  return body;
}
