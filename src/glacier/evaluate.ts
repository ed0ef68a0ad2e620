import type { Json } from "#base/json";
import { evaluateExpression, evaluateTruth } from "./evaluate-expression.js";
import { type Explanation, explain } from "./explain.js";
import type { Expression, Formula, Position } from "./formula.js";
import { type Observations, type PassOptions, runPasses, type Sampling } from "./run-passes.js";
import { bindAll, type Pass, type Scope, type ThisCall, type Variables } from "./scope.js";

export type Truth = "true" | "false" | "unknown";

export interface Evaluation {
  readonly truth: Truth;
  /** Where it is false: the parts that make it so. */
  readonly because: readonly Explanation[];
  /** Where it is unknown: what was missing, and where the formula asks for it. */
  readonly missing?: { readonly reason: string; readonly at: Position };
  /** Collections of which only a part was looked at. */
  readonly sampled: readonly Sampling[];
  /** Different urls that were read. */
  readonly reads: number;
}

export interface Environment extends Omit<PassOptions, "before"> {
  /** The judged call; none for an invariant; without a response for a precondition. */
  readonly call?: ThisCall | undefined;
  /** From `capturePrevious`; without it, `previous(…)` is unknown. */
  readonly previous?: Observations | undefined;
  readonly variables?: Variables | undefined;
}

/** Whether a formula holds. All I/O goes through the environment's observer. */
export async function evaluate(formula: Formula, environment: Environment): Promise<Evaluation> {
  const { previous, call, variables, ...options } = environment;
  const bindings = bindAll(variables);
  const scopeOf = (pass: Pass): Scope => ({ pass, call, moment: "now", bindings });
  const ran = await runPasses({ ...options, before: previous ?? new Map() }, (pass) =>
    evaluateTruth(formula, scopeOf(pass), "positive"),
  );
  const { result, sampled } = ran;
  const shared = { sampled, reads: ran.observations.size };
  if (result.kind === "known") {
    const holds = result.json === true;
    return {
      truth: holds ? "true" : "false",
      because: holds ? [] : explain(formula, scopeOf(ran.pass)),
      ...shared,
    };
  }
  const missing =
    result.kind === "undefined"
      ? { reason: result.reason, at: result.at }
      : { reason: "the formula takes too many steps", at: formula.span.start };
  return { truth: "unknown", because: [], missing, ...shared };
}

/** What an expression is; undefined where something that it asks for is not there. */
export async function evaluateValue(
  expression: Expression,
  { previous, call, variables, ...options }: Environment,
): Promise<Json | undefined> {
  const bindings = bindAll(variables);
  const { result } = await runPasses({ ...options, before: previous ?? new Map() }, (pass) =>
    evaluateExpression(expression, { pass, call, moment: "now", bindings }),
  );
  return result.kind === "known" ? result.json : undefined;
}
