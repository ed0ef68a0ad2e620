import type { Template } from "#calls/template";
import type { Refusal } from "#model/derived-model";
import type { PlannedSequence } from "./planned-sequence.js";

/** A walk through a model as calls, with what the model says of the service after each. */
export interface PlannedTour extends PlannedSequence {
  /** By the id of a call. Calls that are not here prepare the tour. */
  readonly steps: ReadonlyMap<string, TourStep>;
  /** Steps that cannot be made, as numbers of transitions, with the reason. */
  readonly skipped: ReadonlyMap<number, string>;
}

export interface TourStep {
  readonly transition: number;
  readonly resource: string;
  /** `postEnrolment(enrolment1, player2, tournament1)`. */
  readonly label: string;
  /** The call up to the id of what it creates: what it does, the things that it refers to, the numbers it sends. */
  readonly likeness: { readonly text: string; readonly refersTo: readonly string[] };
  readonly expects: "success" | Refusal;
  /** What the call is about, where that is there afterwards. */
  readonly about: readonly string[];
  /** Every thing of the tour after the call: those that should be there, and those that should not. */
  readonly things: readonly Thing[];
}

export interface Thing {
  /** `player1`, `feature2 of product1`. */
  readonly name: string;
  readonly resource: string;
  readonly state: "there" | "gone" | "trash";
  /** Its id as `SELF`, and those of what it belongs to, by resource. */
  readonly ids: Ids;
  /** The names of the things that it refers to, by resource; a second one of a resource by its role. */
  readonly parents: ReadonlyMap<string, string>;
  /** The calls that wrote what it holds, oldest first. */
  readonly writes: readonly string[];
  /** An action may have changed what was written since. */
  readonly acted?: true;
  /** Something that names it came, went or was written since: an order takes from the stock of what it is for. */
  readonly drawnOn?: true;
  /** Where in its life it stands, where the model knows: the member that shows it, and what it shows. */
  readonly life?: { readonly member: string; readonly status: string };
}

export type Ids = ReadonlyMap<string, Template>;
