import type { PlannedSequence } from "#cover/planned-sequence";
import type { PlannedTour } from "#cover/tour";
import type { Clause } from "#glacier/clause";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Rule } from "#semantics/rule";

/** What it takes to run a fault again and to judge it as it was judged. */
export type ReplayPlan = SequenceReplay | TourReplay | StudyReplay;

/** Calls that the oracles judge, and clauses around them. */
export interface SequenceReplay {
  readonly kind: "sequence";
  readonly planned: PlannedSequence;
  readonly clauses: readonly Clause[];
}

/** A walk through a model: judged by contract, answer and frame besides. */
export interface TourReplay {
  readonly kind: "tour";
  readonly planned: PlannedTour;
  readonly clauses: readonly Clause[];
  readonly rules: readonly Rule[];
  readonly book: RecipeBook;
}

/** Experiments with some resources. They choose their calls by what they see, so they are made anew. */
export interface StudyReplay {
  readonly kind: "study";
  readonly book: RecipeBook;
}
