import type { PlannedSequence } from "#cover/planned-sequence";
import type { Clause } from "#glacier/clause";
import type { Rule } from "#semantics/rule";
import { costOf } from "./ration.js";
import type { ExploredModel } from "./run-tours.js";

/** What is known of a run before its models are walked. */
export interface WalkPlan {
  readonly models: readonly ExploredModel[];
  readonly rules: readonly Rule[];
  /** Those of the user are judged around each call. */
  readonly yours: readonly Clause[];
  /** What is run besides. */
  readonly others: readonly PlannedSequence[];
  readonly operations: number;
  /** What a whole run is to cost at most, as far as walks can decide: requests for each operation. */
  readonly budget: number;
}

/**
 * After how many calls of a tour the whole state may be looked at. The last one is as long as a tour usually is: then
 * its end is looked at, and what is watched in any case.
 */
export const STRIDES = [1, 4, 16, 50] as const;

/** Calls of a tour for each transition that it is to make, as measured on many models. */
const CALLS_EACH = 1.2;

/** The requests that walking takes, and all that is planned besides it, where every so many calls the state is looked at. */
export function walkCost({ models, rules, yours, others }: WalkPlan, stride: number): number {
  return models.reduce((sum, model) => {
    const { transitionCount } = model.graph;
    const look = looksAt(model, rules);
    // What was read after one call serves the next one as what was before; further apart, both are read.
    const looks =
      stride === 1 ? transitionCount : 2 * (transitionCount / stride + model.derived.model.actions.length);
    return sum + CALLS_EACH * (transitionCount * (1 + readsFor(model, yours)) + looks * look);
  }, costOf(others));
}

/** More clauses than that read the same. */
const MOST_READS = 2;

/** What the clauses of a call read, in the mean. */
function readsFor({ derived }: ExploredModel, yours: readonly Clause[]): number {
  const { actions } = derived.model;
  const reads = actions.map(({ operation }) =>
    Math.min(MOST_READS, yours.filter((clause) => clause.operation === operation).length),
  );
  return reads.reduce((sum, one) => sum + one, 0) / Math.max(1, actions.length);
}

/** Clauses read what the frame reads and about as much besides: the thing itself, what it refers to. Measured, too. */
const CLAUSES_READ = 2;

/** The requests of one look: the list of each kind or a read of each thing, and what is shown below each parent. */
export function looksAt({ derived }: ExploredModel, rules: readonly Rule[]): number {
  const { model, resources } = derived;
  const slotsOf = (resource: string) => model.sorts.find(({ name }) => name === resource)?.slots ?? 1;
  const lists = resources.map((resource) =>
    rules.some((rule) => rule.kind === "lists" && rule.resource === resource) ? 1 : slotsOf(resource),
  );
  const related = rules.flatMap((rule) =>
    rule.kind === "shows-related" && resources.includes(rule.child) ? [slotsOf(rule.under.parent)] : [],
  );
  return CLAUSES_READ * [...lists, ...related].reduce((sum, one) => sum + one, 0);
}
