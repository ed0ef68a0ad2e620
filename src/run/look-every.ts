import type { PlannedSequence } from "#cover/planned-sequence";
import type { Rule } from "#semantics/rule";
import { callsIn } from "./plan-run.js";
import type { ExploredModel } from "./run-tours.js";

/** What a whole run is to cost at most, as far as that is for looks to decide: requests for each operation. */
const BUDGET = 100;

/** The last one is as long as a tour usually is: then its end is looked at, and what is watched in any case. */
const STRIDES = [1, 4, 16, 50] as const;

/** Calls of a tour for each transition that it is to make, as measured on many models. */
const CALLS_EACH = 1.2;

export interface Plan {
  readonly models: readonly ExploredModel[];
  readonly rules: readonly Rule[];
  /** What is run besides. */
  readonly others: readonly PlannedSequence[];
  readonly operations: number;
  /** Requests so far. */
  readonly spent: number;
}

/**
 * After how many calls of a tour the whole state of the service is looked at: after each one where that is cheap. On a
 * large model looks are most of what a run costs, and nearly all that goes wrong still shows some calls later. For the
 * rest there are transitions that are looked at in any case, `closely-watched.ts`.
 */
export function lookEvery({ models, rules, others, operations, spent }: Plan): number {
  const costWith = (stride: number) =>
    models.reduce(
      (sum, model) => {
        const { transitionCount } = model.graph;
        const look = looksAt(model, rules);
        // What was read after one call serves the next one as what was before; further apart, both are read.
        const looks =
          stride === 1
            ? transitionCount
            : 2 * (transitionCount / stride + model.derived.model.actions.length);
        return sum + CALLS_EACH * (transitionCount + looks * look);
      },
      spent + callsIn(others) + thingsMadeBy(others),
    );
  return STRIDES.find((stride) => costWith(stride) <= BUDGET * operations) ?? Math.max(...STRIDES);
}

/** What is made is deleted again. */
function thingsMadeBy(sequences: readonly PlannedSequence[]): number {
  return sequences.reduce((sum, { creations }) => sum + creations.size, 0);
}

/** Clauses read what the frame reads and about as much besides: the thing itself, what it refers to. Measured, too. */
const CLAUSES_READ = 2;

/** The requests of one look: the list of each kind or a read of each thing, and what is shown below each parent. */
function looksAt({ derived }: ExploredModel, rules: readonly Rule[]): number {
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
