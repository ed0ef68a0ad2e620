import { unreachable } from "#base/unreachable";
import type { Expression, Formula } from "#glacier/formula";
import { inferShape } from "#glacier/infer-shape";
import { printFormula } from "#glacier/print-formula";
import { ANYTHING, type Shape, shapeOfSchemas } from "#glacier/shape";
import { childrenOf, freeNames, someNode } from "#glacier/walk-formula";
import { type Checking, operationsAnswered, schemasOfBinding } from "./checking.js";
import type { Assertion, Receive, Send } from "./protocol.js";
import { suggestFormula } from "./suggest-formula.js";
import { suggestName } from "./suggest-name.js";
import type { Bound } from "./variable-bindings.js";

/** Conditions and assertions: formulas by GLACIER's own check, with the variables of the protocol in scope. */
export function checkAssertions(checking: Checking): void {
  for (const { step } of checking.graph.nodes) {
    if (step?.kind === "send" && step.condition) checkAssertion(step, step.condition, checking);
    if (step?.kind === "receive" && step.assertion) checkAssertion(step, step.assertion, checking);
  }
}

/** The variables that an assertion may use, by name. */
export function namesIn(assertion: Assertion): ReadonlySet<string> {
  if (assertion.kind === "formula") return freeNames(assertion.formula);
  if (assertion.kind === "call")
    return new Set(assertion.arguments.flatMap((argument) => [...freeNames(argument)]));
  return new Set(assertion.text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
}

function checkAssertion(step: Send | Receive, assertion: Assertion, checking: Checking): void {
  switch (assertion.kind) {
    case "opaque":
      reportForeign(assertion, assertion.text, checking);
      break;
    case "call":
      for (const argument of assertion.arguments) infer(step, argument, checking);
      checkFunction(assertion, checking);
      break;
    case "formula":
      if (isScala(assertion.formula)) reportForeign(assertion, printFormula(assertion.formula), checking);
      else checkStatement(step, assertion.formula, checking);
      break;
    default:
      unreachable(assertion);
  }
}

/** Scala's Option: `body.name.get` is a formula too, but hardly meant as one. */
export function isScala(formula: Formula): boolean {
  return someNode(formula, (node) => node.kind === "field" && node.name === "get");
}

function checkFunction(call: Extract<Assertion, { kind: "call" }>, checking: Checking): void {
  const { functions, report } = checking;
  const name = call.name.replace(/^util\./, "");
  if (functions.size === 0) reportForeign(call, `${call.name}(…)`, checking);
  else if (!functions.has(name)) {
    const message = `The config file has no function \`${name}\`: this is not judged.`;
    report(
      "warning",
      "protocol-foreign-assertion",
      message,
      () => suggestName(name, [...functions]),
      call.span,
    );
  }
}

function checkStatement(step: Send | Receive, formula: Formula, checking: Checking): void {
  const { types } = infer(step, formula, checking);
  if (types === undefined || types.has("boolean")) return;
  const message = "The assertion is a value, not a statement.";
  checking.report("error", "formula-not-boolean", message, "Compare it with something.", formula.span);
}

function infer(step: Send | Receive, formula: Formula, checking: Checking): Shape {
  const { api, report, variables, calls } = checking;
  const operations = step.kind === "send" ? [] : operationsAnswered(step, checking);
  const operation =
    step.kind === "send" ? calls.get(step)?.operation : operations.length === 1 ? operations[0] : undefined;
  const known = new Map<string, { shape: Shape; after: boolean }>();
  for (const name of freeNames(formula)) {
    const bound = variables.after(step, name);
    reportUnbound(name, bound, formula, checking);
    const schemas = bound.bindings.map((binding) => schemasOfBinding(binding, checking));
    const shape = schemas.some((some) => some.length === 0)
      ? ANYTHING
      : shapeOfSchemas(schemas.flat(), api.schemas);
    if (bound.bindings.length > 0) known.set(name, { shape, after: false });
  }
  const kind = step.kind === "send" ? "requires" : "ensures";
  return inferShape(formula, {
    checking: {
      api,
      operation,
      kind,
      pure: new Set(),
      report: (severity, code, message, hint, node) => report(severity, code, message, hint, node.span),
    },
    variables: known,
    before: false,
  });
}

/** A name that is bound nowhere may be a parameter or a field: that, and what else it could be, GLACIER says. */
function reportUnbound(
  name: string,
  { bindings, always }: Bound,
  formula: Expression,
  { report }: Checking,
): void {
  if (always || bindings.length === 0) return;
  const message = `\`${name}\` has no value on some of the ways here.`;
  const node = findName(formula, name) ?? formula;
  report("error", "protocol-unbound", message, "Give it a value before the ways part.", node.span);
}

function findName(node: Expression, name: string): Expression | undefined {
  if (node.kind === "name" && node.name === name) return node;
  for (const child of childrenOf(node)) {
    const found = findName(child, name);
    if (found) return found;
  }
  return undefined;
}

function reportForeign(assertion: Assertion, text: string, { report }: Checking): void {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const message = `${short} is not GLACIER: it is kept, and not judged.`;
  const formula = suggestFormula(text);
  const keeps = /\bset[\p{Lu}]/u.test(text);
  const hint =
    formula !== undefined
      ? `In GLACIER it is: ${formula}`
      : keeps
        ? "To keep a part of the answer for later, take it by its path: ?C201(id: Int = /id)."
        : "Say it in GLACIER, as in owner.id == ownerId or pet in response_body(GET /pets).";
  report("warning", "protocol-foreign-assertion", message, hint, assertion.span);
}
