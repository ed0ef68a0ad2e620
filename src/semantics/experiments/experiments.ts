import { absent } from "./absent.js";
import { births } from "./births.js";
import { createsMany } from "./creates-many.js";
import { dangling } from "./dangling.js";
import { duplicate } from "./duplicate.js";
import type { Experiment } from "./experiment.js";
import { life } from "./life.js";
import { lifecycle } from "./lifecycle.js";
import { parentDelete } from "./parent-delete.js";
import { parentStatus } from "./parent-status.js";
import { reuse } from "./reuse.js";
import { showsRelated } from "./shows-related.js";
import { statusMoves } from "./status-moves.js";
import { type Subject, wayToSee } from "./subject.js";
import { trash } from "./trash.js";
import { twin } from "./twin.js";
import { unique } from "./unique.js";
import { uniqueInStatus } from "./unique-in-status.js";

/**
 * Every experiment, in the order in which they cost least: each finds what the one before it left. A life leaves a
 * dead thing for `absent` and `reuse`, which leaves a living one for the rest.
 */
export const EXPERIMENTS: readonly Experiment[] = [
  life,
  absent,
  showsRelated,
  reuse,
  duplicate,
  unique,
  parentDelete,
  parentStatus,
  dangling,
  createsMany,
  lifecycle,
  births,
  statusMoves,
  uniqueInStatus,
  trash,
  twin,
];

/** Of a thing that nothing shows by itself, a line of an order, only answers tell: what it is in the way of, and what it needs. */
const OF_HIDDEN: readonly Experiment[] = [parentDelete, parentStatus];

export function experimentsWith(subject: Subject): readonly Experiment[] {
  return wayToSee(subject) === undefined ? OF_HIDDEN : EXPERIMENTS;
}
