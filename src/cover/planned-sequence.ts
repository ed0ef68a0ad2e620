import type { Call, Sequence } from "#calls/call";
import type { Reference } from "#calls/template";
import type { Resource } from "#semantics/semantics";

/** A sequence with what its runner must know: what each call creates and how to take that back. */
export interface PlannedSequence {
  readonly sequence: Sequence;
  /** By the id of the call that creates something, and perhaps several things at once. */
  readonly creations: ReadonlyMap<string, readonly Creation[]>;
  /** Calls that may just as well be refused: the sequence goes on after them. */
  readonly open?: ReadonlySet<string>;
  /**
   * The oracle whose situation it brings about. It may do what contracts forbid and documents do not describe, so
   * neither is held against the service there.
   */
  readonly oracle?: string;
  /** The thing that the sequence is about. */
  readonly subject?: { readonly resource: Resource; readonly id: Reference; readonly otherId?: Reference };
}

export interface Creation {
  readonly resource: string;
  readonly id: Reference;
  /** The call that deletes it again; undefined where the API has none. */
  readonly undo?: Call;
}

export function callsIn(sequences: readonly PlannedSequence[]): number {
  return sequences.reduce((sum, { sequence }) => sum + sequence.calls.length, 0);
}
