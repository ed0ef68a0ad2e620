import { closest, didYouMean } from "#base/did-you-mean";
import { unreachable } from "#base/unreachable";
import type { Checking } from "./checking.js";
import type { Binary, Expression, Field, Name, Previous, Quantified } from "./formula.js";
import { messageShape, requestBodyShape, responseBodyShape } from "./message-shape.js";
import { printFormula } from "./print-formula.js";
import {
  ANYTHING,
  choicesOf,
  fieldNames,
  fieldShape,
  itemShape,
  type JsonType,
  type Shape,
  shapeOfType,
} from "./shape.js";
import { isLogical } from "./vocabulary.js";
import { freeNames, someNode } from "./walk-formula.js";

/** What a name means at a place in the formula. */
export interface Inferring {
  readonly checking: Checking;
  readonly variables: ReadonlyMap<string, BoundVariable>;
  /** Inside `previous(…)`. */
  readonly before: boolean;
}

interface BoundVariable {
  readonly shape: Shape;
  /** It ranges over the state after the call. */
  readonly after: boolean;
}

/** The shape of an expression by the document's schemas; reports what does not fit on the way. */
export function inferShape(node: Expression, context: Inferring): Shape {
  const { checking } = context;
  switch (node.kind) {
    case "literal":
      return shapeOfType(node.value === null ? "null" : (typeof node.value as JsonType));
    case "unstated":
      checking.report(
        "warning",
        "formula-unstated",
        "The clause claims nothing.",
        "Replace `?` by a statement, or by T.",
        node,
      );
      return ANYTHING;
    case "name":
      return nameShape(node, context);
    case "list":
      for (const item of node.items) inferShape(item, context);
      return shapeOfType("array");
    case "message":
      if (node.of.kind === "read") {
        for (const part of node.of.url) if (part.kind === "value") inferShape(part.of, context);
      }
      return messageShape(node, checking, context.before);
    case "previous":
      return previousShape(node, context);
    case "field":
      return memberShape(node, inferShape(node.of, context), checking);
    case "index":
      inferShape(node.index, context);
      return itemShape(need(node.of, ["array", "object"], "has no elements", context), checking.api.schemas);
    case "length": {
      const of = inferShape(node.of, context);
      const counted = fits(of, ["array", "string"]) || fieldNames(of).includes("length");
      if (!counted) reportTypes(node.of, of, "has no length", checking);
      return shapeOfType("number");
    }
    case "negate":
      need(node.of, ["number"], "has no negative", context);
      return shapeOfType("number");
    case "not":
      need(node.of, ["boolean"], "is not a statement", context);
      return shapeOfType("boolean");
    case "binary":
      return binaryShape(node, context);
    case "quantified":
      return quantifiedShape(node, context);
    default:
      return unreachable(node);
  }
}

function nameShape(node: Name, { checking, variables, before }: Inferring): Shape {
  const bound = variables.get(node.name);
  if (bound) return bound.shape;
  const { operation, kind } = checking;
  const parameters = operation?.parameters.filter((parameter) => parameter.in === "path") ?? [];
  // What travels in a path is text there, whatever its schema: it compares with numbers too.
  if (parameters.some((parameter) => parameter.name === node.name)) return ANYTHING;
  const bodies = operation ? [requestBodyShape(operation, checking.api)] : [];
  if (operation && kind === "ensures" && !before) bodies.push(responseBodyShape(operation, checking.api));
  const fields = bodies.flatMap((body) => (body ? [fieldShape(body, node.name, checking.api.schemas)] : []));
  const declared = fields.find((field) => field.kind === "declared");
  if (declared) return declared.shape;
  const known = [...variables.keys(), ...parameters.map((parameter) => parameter.name)];
  for (const body of bodies) if (body) known.push(...fieldNames(body));
  const open = fields.some((field) => field.kind === "unknown");
  const message = open
    ? `\`${node.name}\` is no variable and no path parameter, and no body is described that would have it.`
    : operation
      ? `\`${node.name}\` is neither a variable, a path parameter nor a field of a body.`
      : `\`${node.name}\` is not a variable, and an invariant has no call to take it from.`;
  const hint = `${didYouMean(node.name, [...new Set(known)])} If it is meant as text, put it into quotes.`;
  checking.report(open ? "warning" : "error", "formula-unbound", message, hint, node);
  return ANYTHING;
}

function previousShape(node: Previous, context: Inferring): Shape {
  const { checking, variables } = context;
  if (checking.kind !== "ensures") {
    const message = `There is nothing before in ${checking.kind === "requires" ? "a precondition" : "an invariant"}.`;
    checking.report(
      "error",
      "formula-previous",
      message,
      "Remove previous(…), or make the clause a postcondition.",
      node,
    );
  }
  const late = [...freeNames(node.of)].filter((name) => variables.get(name)?.after);
  if (late.length > 0) {
    checking.report(
      "warning",
      "formula-previous",
      `previous(…) depends on \`${late.join("`, `")}\`, which ranges over the state after the call: for an element that came with the call it cannot be evaluated.`,
      "Let the variable range over previous(…) too.",
      node,
    );
  }
  return inferShape(node.of, { ...context, before: true });
}

function memberShape(node: Field, of: Shape, checking: Checking): Shape {
  const field = fieldShape(of, node.name, checking.api.schemas);
  if (field.kind === "declared") return field.shape;
  if (field.kind === "unknown") return ANYTHING;
  if (field.known.length === 0) reportTypes(node.of, of, `has no field \`${node.name}\``, checking);
  else {
    const message = `${printFormula(node.of)} has no field \`${node.name}\` in the document.`;
    checking.report(
      field.closed ? "error" : "warning",
      "formula-unknown-field",
      message,
      didYouMean(node.name, field.known),
      node,
    );
  }
  return ANYTHING;
}

function binaryShape(node: Binary, context: Inferring): Shape {
  const { operator } = node;
  if (isLogical(operator)) {
    need(node.left, ["boolean"], "is not a statement", context);
    need(node.right, ["boolean"], "is not a statement", context);
    return shapeOfType("boolean");
  }
  const left = inferShape(node.left, context);
  const right = inferShape(node.right, context);
  switch (operator) {
    case "==":
    case "!=":
      checkChoice(left, node.right, context);
      checkChoice(right, node.left, context);
      if (!mayBeAlike(left, right)) {
        const result = operator === "==" ? "never equal" : "always unequal";
        reportUnlike(node, left, right, `are ${result}`, "warning", context);
      }
      return shapeOfType("boolean");
    case "is part of":
      if (!mayBeAlike(left, right))
        reportUnlike(node, left, right, "are never part of each other", "warning", context);
      return shapeOfType("boolean");
    case "in":
      for (const item of node.right.kind === "list" ? node.right.items : []) checkChoice(left, item, context);
      if (!fits(right, ["array"])) reportTypes(node.right, right, "is not a list", context.checking);
      return shapeOfType("boolean");
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const ordered = ["number", "string"].some(
        (type) => fits(left, [type as JsonType]) && fits(right, [type as JsonType]),
      );
      if (!ordered) reportUnlike(node, left, right, "have no order", "error", context);
      return shapeOfType("boolean");
    }
    case "+":
      if (
        fits(left, ["string"]) &&
        fits(right, ["string"]) &&
        !(fits(left, ["number"]) && fits(right, ["number"]))
      ) {
        return shapeOfType("string");
      }
      return arithmeticShape(node, left, right, context);
    case "-":
    case "*":
    case "/":
    case "%":
      return arithmeticShape(node, left, right, context);
    default:
      return unreachable(operator);
  }
}

/** A text that the document's enum does not have: misspelt, or it makes the comparison come out one way only. */
function checkChoice(shape: Shape, other: Expression, { checking }: Inferring): void {
  const choices = choicesOf(shape);
  if (choices === undefined || other.kind !== "literal" || typeof other.value !== "string") return;
  if (choices.includes(other.value)) return;
  const isMisspelt = closest(other.value, choices) !== undefined;
  checking.report(
    isMisspelt ? "error" : "warning",
    "formula-unknown-value",
    `The document's enum has no "${other.value}" here.`,
    didYouMean(other.value, choices),
    other,
  );
}

function arithmeticShape(node: Binary, left: Shape, right: Shape, context: Inferring): Shape {
  if (!fits(left, ["number"])) reportTypes(node.left, left, "is not a number", context.checking);
  if (!fits(right, ["number"])) reportTypes(node.right, right, "is not a number", context.checking);
  return node.operator === "+" && left.types === undefined && right.types === undefined
    ? ANYTHING
    : shapeOfType("number");
}

function quantifiedShape(node: Quantified, context: Inferring): Shape {
  const { checking } = context;
  const variables = new Map(context.variables);
  for (const [index, variable] of node.variables.entries()) {
    if (node.variables.slice(0, index).some((earlier) => earlier.name === variable.name)) {
      const message = `\`${variable.name}\` is bound twice by one quantifier.`;
      checking.report("error", "formula-duplicate-variable", message, "Rename one of them.", variable);
    }
    const collection = need(variable.in, ["array"], "is not a list", { ...context, variables });
    const after = !context.before && !rangesBefore(variable.in);
    variables.set(variable.name, { shape: itemShape(collection, checking.api.schemas), after });
    const later = node.variables.slice(index + 1).map((other) => other.in);
    if (![node.body, ...later].some((part) => freeNames(part).has(variable.name))) {
      const message = `\`${variable.name}\` is never used.`;
      checking.report(
        "warning",
        "formula-unused-variable",
        message,
        "Use it, or remove the quantifier.",
        variable,
      );
    }
  }
  need(node.body, ["boolean"], "is not a statement", { ...context, variables });
  return shapeOfType("boolean");
}

/** A collection of the state before the call, or one that has no state. */
function rangesBefore(node: Expression): boolean {
  if (node.kind === "previous" || node.kind === "list") return true;
  if (node.kind === "field" || node.kind === "index") return rangesBefore(node.of);
  return !someNode(
    node,
    (inner) => inner.kind === "message" && (inner.of.kind === "read" || inner.part.startsWith("response")),
  );
}

function need(node: Expression, types: readonly JsonType[], otherwise: string, context: Inferring): Shape {
  const shape = inferShape(node, context);
  if (!fits(shape, types)) reportTypes(node, shape, otherwise, context.checking);
  return shape;
}

function fits(shape: Shape, types: readonly JsonType[]): boolean {
  return shape.types === undefined || types.some((type) => shape.types?.has(type));
}

function mayBeAlike(left: Shape, right: Shape): boolean {
  const { types } = left;
  // Anything may turn out to be null.
  if (types === undefined || types.has("null") || right.types?.has("null")) return true;
  return fits(right, [...types]);
}

function reportTypes(node: Expression, shape: Shape, otherwise: string, checking: Checking): void {
  const message = `${printFormula(node)} is ${nameTypes(shape)} by the document and ${otherwise}.`;
  checking.report("error", "formula-unlike-types", message, "Compare the formula with the schema.", node);
}

function reportUnlike(
  node: Binary,
  left: Shape,
  right: Shape,
  result: string,
  severity: "error" | "warning",
  { checking }: Inferring,
): void {
  const message = `${printFormula(node.left)} is ${nameTypes(left)} and ${printFormula(node.right)} is ${nameTypes(right)} by the document: they ${result}.`;
  checking.report(severity, "formula-unlike-types", message, "Compare the formula with the schema.", node);
}

function nameTypes(shape: Shape): string {
  return [...(shape.types ?? ["anything"])].join(" or ");
}
