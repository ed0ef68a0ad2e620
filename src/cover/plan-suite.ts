import type { OperationKey } from "#openapi/api";
import { createOrder } from "#semantics/create-order";
import type { RecipeBook } from "#semantics/find-recipes";
import { LIFE } from "#semantics/life";
import { planLifecycle } from "./plan-lifecycle.js";
import { planVisits } from "./plan-visits.js";
import type { PlannedSequence } from "./planned-sequence.js";
import type { Known } from "./sequence-builder.js";

/** The calls of a run: what is made of them is decided when they are run. */
export interface Suite {
  readonly sequences: readonly PlannedSequence[];
  readonly skipped: ReadonlyMap<OperationKey, string>;
  readonly calls: number;
  /** Steps that change the state of the service. */
  readonly transitions: number;
}

/** A life for each resource that can be created, and a visit to each operation that no life has. */
export function planSuite(known: Known, book: RecipeBook): Suite {
  const lives = createOrder(known.semantics.resources).flatMap(
    (resource) => planLifecycle(known, book, resource) ?? [],
  );
  const called = new Set(lives.flatMap(({ sequence }) => sequence.calls.map((call) => call.operation)));
  const visits = planVisits(known, book, called);
  const sequences = [...lives, ...visits.sequences];
  const steps = sequences.flatMap(({ sequence }) => sequence.calls);
  return {
    sequences,
    skipped: visits.skipped,
    calls: steps.length,
    transitions: steps.filter((call) => isTransition(call.id)).length,
  };
}

export function isTransition(callId: string): boolean {
  return callId === LIFE.create || callId === LIFE.update || callId === LIFE.delete;
}
