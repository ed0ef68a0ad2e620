import type { Model } from "#model/model";
import type { LowModel } from "./lower-model.js";

/**
 * The explored model: states, and between them *labelled* transitions. Two calls that lead from one state to the
 * same other one stay two transitions: each has to be tried on the service.
 *
 * Compressed sparse rows: the transitions of state s are offsets[s] … offsets[s + 1] − 1, and a transition is
 * known by its number. Five or six bytes each, where objects and arrays of arrays take a hundred.
 */
export interface Graph {
  readonly model: Model;
  readonly low: LowModel;
  /** Whether a state stands for all states that differ only in which slots of a sort are used. */
  readonly symmetric: boolean;
  readonly stateCount: number;
  readonly transitionCount: number;
  readonly initial: number;
  readonly offsets: Uint32Array;
  readonly targets: Int32Array;
  /** The number of the call; plus `low.calls` where it is refused because it would break an invariant. */
  readonly labels: Labels;
  /** Writes the packed words of a state. */
  readonly readState: (state: number, into: Int32Array, at: number) => void;
}

export type Labels = Uint8Array | Uint16Array | Uint32Array;

/** The narrowest array for labels below `limit`. */
export function createLabels(limit: number, length: number): Labels {
  if (limit <= 2 ** 8) return new Uint8Array(length);
  return limit <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Bytes that the transitions and their rows take, states not counted. */
export function graphBytes({ offsets, targets, labels }: Graph): number {
  return offsets.byteLength + targets.byteLength + labels.byteLength;
}

/** For each transition the state that it starts in. */
export function sourcesOf({
  offsets,
  stateCount,
  transitionCount,
}: Pick<Graph, "offsets" | "stateCount" | "transitionCount">): Int32Array {
  const sources = new Int32Array(transitionCount);
  for (let state = 0; state < stateCount; state++) sources.fill(state, offsets[state], offsets[state + 1]);
  return sources;
}
