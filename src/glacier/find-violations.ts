import type { Json } from "#base/json";
import type { Environment } from "./evaluate.js";
import { evaluateExpression, evaluateTruth } from "./evaluate-expression.js";
import { forEachTuple } from "./evaluate-quantified.js";
import { type Explanation, explain } from "./explain.js";
import type { Expression, Formula } from "./formula.js";
import { runPasses } from "./run-passes.js";
import { bindAll, type Scope } from "./scope.js";

/** One choice of elements for which a formula is false. A formula that quantifies over nothing is false as a whole. */
export interface Violation {
  /** The same in another state of the service, as long as `identify` says that the elements are the same. */
  readonly key: string;
  readonly elements: readonly Json[];
  readonly explain: () => readonly Explanation[];
}

export interface Violations {
  readonly found: readonly Violation[];
  /** For so many choices it is true. */
  readonly held: number;
  /** Something that it asks for could not be read. */
  readonly isOpen: boolean;
  /** Only some elements of a large collection were looked at. */
  readonly isSampled: boolean;
}

/**
 * For which elements a formula is broken, and not only whether it is. `for x in A :- …` is asked of each element by itself,
 * also where such a quantifier stands in another one or beside other statements.
 */
export async function findViolations(
  formula: Formula,
  { previous, call, variables, ...options }: Environment,
  identify: (element: Json) => string,
): Promise<Violations> {
  const bindings = bindAll(variables);
  const { result, pass, sampled } = await runPasses({ ...options, before: previous ?? new Map() }, (pass) =>
    collect(formula, { pass, call, moment: "now", bindings }),
  );
  const found = result.broken.map(({ node, scope }): Violation => {
    const bound = boundIn(scope);
    const place = `${node.span.start.line}:${node.span.start.column}`;
    return {
      key: JSON.stringify([place, ...bound.map(({ name, json }) => [name, identify(json)])]),
      elements: bound.map(({ json }) => json),
      explain: () => explain(node, { ...scope, pass }),
    };
  });
  return { found, held: result.held, isOpen: result.isOpen, isSampled: sampled.length > 0 };
}

interface Collected {
  broken: { readonly node: Expression; readonly scope: Scope }[];
  held: number;
  isOpen: boolean;
}

function collect(formula: Formula, start: Scope): Collected {
  const all: Collected = { broken: [], held: 0, isOpen: false };
  const visit = (node: Expression, scope: Scope): void => {
    if (node.kind === "binary" && node.operator === "&&") {
      visit(node.left, scope);
      visit(node.right, scope);
    } else if (node.kind === "quantified" && node.quantifier === "for")
      forEachTuple(node, scope, evaluateExpression, (inner, missing) => {
        if (missing === undefined) visit(node.body, inner);
        else all.isOpen = true;
        return true;
      });
    else {
      const truth = evaluateTruth(node, scope, "positive");
      if (truth.kind !== "known") all.isOpen = true;
      else if (truth.json === true) all.held++;
      else all.broken.push({ node, scope });
    }
  };
  visit(formula, start);
  return all;
}

function boundIn({ bindings }: Scope): readonly { readonly name: string; readonly json: Json }[] {
  const bound: { name: string; json: Json }[] = [];
  for (let binding = bindings; binding; binding = binding.outer)
    bound.unshift({ name: binding.name, json: binding.value.json });
  return bound;
}
