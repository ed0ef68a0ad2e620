import { evaluateExpression } from "./evaluate-expression.js";
import { forEachTuple } from "./evaluate-quantified.js";
import type { Expression, Formula } from "./formula.js";
import { type Observations, type PassOptions, runPasses } from "./run-passes.js";
import { bindAll, type Scope, type ThisCall, type Variables } from "./scope.js";
import { childrenOf, someNode } from "./walk-formula.js";

/**
 * Reads, before the request is sent, what the formula's `previous(…)` will ask for afterwards.
 *
 * Captured are observations, not values: after the call `previous(…)` is evaluated over them. Where it stands
 * inside a quantifier, the quantifier's elements are taken from the state before the call, whatever state its
 * collection belongs to. So elements that the call did not bring are covered, and an element that came with
 * the call makes its `previous(…)` unknown. Ranging over `previous(…)` itself avoids even that.
 */
export async function capturePrevious(
  formula: Formula,
  options: Omit<PassOptions, "before" | "observer"> & {
    readonly before: PassOptions["observer"];
    readonly call: ThisCall;
    readonly variables?: Variables | undefined;
  },
): Promise<Observations> {
  const { before, call, variables, ...rest } = options;
  const bindings = bindAll(variables);
  if (!someNode(formula, isPrevious)) return new Map();
  const { observations } = await runPasses({ ...rest, observer: before }, (pass) =>
    capture(formula, { pass, call: { inputs: call.inputs }, moment: "before", bindings }),
  );
  return observations;
}

function capture(node: Expression, scope: Scope): void {
  if (!someNode(node, isPrevious)) return;
  if (node.kind === "previous") {
    evaluateExpression(node.of, scope);
    return;
  }
  if (node.kind !== "quantified") {
    for (const child of childrenOf(node)) capture(child, scope);
    return;
  }
  for (const variable of node.variables) capture(variable.in, scope);
  forEachTuple(node, scope, evaluateExpression, (inner, value) => {
    if (value === undefined) capture(node.body, inner);
    return scope.pass.step();
  });
}

function isPrevious(node: Expression): boolean {
  return node.kind === "previous";
}
