import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import type { Candidate } from "./candidate.js";
import type { Volatile } from "./volatile.js";

/** What one query operation showed: its answer, or nothing where it was refused or could not be asked. */
export interface Look {
  readonly operation: string;
  readonly body?: Json;
  /** All that there is, as far as the answer tells: no page of it is missing. */
  readonly isWhole: boolean;
}

/** The state of the service, as far as its query operations show it. */
export type State = readonly Look[];

/** A candidate as it went: every call was answered, and what was made first succeeded. */
export interface Observation {
  readonly candidate: Candidate;
  /** What was seen before anything was made. */
  readonly before: State;
  readonly given: readonly Exchange[];
  readonly acts: readonly Exchange[];
  /** Before the first act, and after each. Empty where nobody looked. */
  readonly states: readonly State[];
  /** By the number of an act whose effect was slow: the state right after it. */
  readonly early: ReadonlyMap<number, State>;
  /** The numbers of the acts after which time was given for them to take effect. */
  readonly waits: ReadonlySet<number>;
  /** By call: the id of what it made. */
  readonly ids: ReadonlyMap<string, Json>;
  /** Where it was asked for: the same once more, and with the acts in the other order, each on things of its own. */
  readonly bothWays?: { readonly again: Observation; readonly swapped: Observation };
  /** What changes by itself, and is not compared. */
  readonly volatile: Volatile;
}
