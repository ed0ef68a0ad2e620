import type { Sequence } from "#calls/call";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { PlannedTour } from "#cover/tour";
import type { Clause } from "#glacier/clause";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Rule } from "#semantics/rule";
import type { Asked } from "./learn-rules.js";

/** What it takes to run a fault again and to judge it as it was judged. */
export type ReplayPlan = SequenceReplay | TourReplay | StudyReplay | ProtocolReplay;

/** Calls that the oracles judge, and clauses around them. */
export interface SequenceReplay {
  readonly kind: "sequence";
  readonly planned: PlannedSequence;
  readonly clauses: readonly Clause[];
  /** No oracle judges such calls: the check of the fault does. */
  readonly byCheck?: true;
}

/** A walk through a model: judged by contract, answer and frame besides. */
export interface TourReplay {
  readonly kind: "tour";
  readonly planned: PlannedTour;
  readonly clauses: readonly Clause[];
  readonly rules: readonly Rule[];
  readonly book: RecipeBook;
  /** The state is looked at after the last step alone. Not stored: who replays a fault wants to know all. */
  readonly looksAtEnd?: true;
}

/**
 * Experiments with some resources. They choose their calls by what they see, so they are made anew: all of them, or the
 * one that shows it by itself, which then goes by the rules that were learned.
 */
export interface StudyReplay {
  readonly kind: "study";
  readonly book: RecipeBook;
  readonly alone?: { readonly asked: Asked; readonly rules: readonly Rule[] };
}

/** A conversation: judged by the protocol that it is one of. */
export interface ProtocolReplay {
  readonly kind: "protocol";
  readonly planned: PlannedSequence;
  /** The protocols of the file, in their canonical form. */
  readonly text: string;
  /** The one that was walked. */
  readonly root: string;
  /** By call: the number of its step in the flow graph of that text. */
  readonly steps: Readonly<Record<string, number>>;
}

/** What can be run call by call. */
export type Runnable = SequenceReplay | TourReplay;

export function withSequence(plan: Runnable, sequence: Sequence): Runnable {
  return plan.kind === "tour"
    ? { ...plan, planned: { ...plan.planned, sequence } }
    : { ...plan, planned: { ...plan.planned, sequence } };
}
