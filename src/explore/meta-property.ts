import type { JsonPointer } from "#base/json-pointer";
import type { Candidate } from "./candidate.js";
import type { Ground } from "./ground.js";
import type { Observation } from "./observation.js";

/**
 * A kind of behaviour that many services have, said without a word about any of them: how what was answered and seen
 * in a sequence hangs together. The search runs sequences of every shape and asks each property of that shape.
 */
export interface MetaProperty {
  /** `MP-R-1` where the paper names it, else words. */
  readonly id: string;
  readonly title: string;
  /** Sequences that may show it. */
  readonly shapes: readonly Shape[];
  /** Sequences of its own, where the usual ones do not show it; it is told how each went before it gives the next. */
  readonly plan?: (ground: Ground) => Generator<Candidate, void, Observation | undefined>;
  /** It speaks of the state, so the query operations are asked before and after each act. */
  readonly watches?: true;
  /** False: what it plans is as small as it can be. */
  readonly shrinks?: false;
  readonly shows: (observation: Observation) => Shown | undefined;
}

/**
 * `once`: one call, the state before and after it. `twice`: a call and the same call again. `around`: a call, others, and
 * the first again. `sequence`: any calls. `swapped`: two calls, and the same two in the other order on fresh things.
 * `planned`: what the property plans itself.
 */
export type Shape = "once" | "twice" | "around" | "sequence" | "swapped" | "planned";

export interface Shown {
  /** The operation that it says something about. */
  readonly operation: string;
  /** The last sentence: what was seen. */
  readonly says: string;
  /** What else tells this example from others of the same calls and answers: a field. */
  readonly about?: string;
  /** The same for tools, where they can tell it too. */
  readonly claim?: "equal responses" | "other response" | "same state" | "other state";
  /** It says itself when something was seen. */
  readonly tellsTime?: true;
  /** What differed and was left aside. */
  readonly ignored?: readonly JsonPointer[];
}

/** A property of the user's, as the config file has it. */
export type OwnMetaProperty = Pick<MetaProperty, "title" | "shapes" | "watches" | "shows">;

const SHAPES: readonly Shape[] = ["once", "twice", "around", "sequence", "swapped"];

/** The config file is code, and nobody has checked it. */
export function isOwnMetaProperty(entry: unknown): entry is OwnMetaProperty {
  if (typeof entry !== "object" || entry === null) return false;
  const { title, shapes, shows } = entry as Partial<OwnMetaProperty>;
  const isKnown = (shape: unknown) => SHAPES.some((known) => known === shape);
  return (
    typeof title === "string" && typeof shows === "function" && Array.isArray(shapes) && shapes.every(isKnown)
  );
}
