import { stringProperty } from "#base/json";
import type { Part } from "./part.js";
import type { ProblemLog } from "./problem-log.js";

/** The `$ref` of a part, and the three ways in which one can go wrong. */
export function refOf(part: Part): string | undefined {
  return stringProperty(part.value, "$ref");
}

export function noteUnresolved(problems: ProblemLog, part: Part, ref: string): void {
  problems.add(
    "reference-unresolved",
    part,
    `The reference "${ref}" leads nowhere.`,
    "Add what it names, or correct the reference.",
  );
}

export function noteMended(problems: ProblemLog, part: Part, ref: string, target: Part): void {
  problems.add(
    "reference-mended",
    part,
    `The reference "${ref}" leads nowhere as it is written; "${target.document}#${target.pointer}" is meant.`,
    "Write the full reference.",
  );
}

export function noteCircular(problems: ProblemLog, part: Part, ref: string): void {
  problems.add(
    "reference-circular",
    part,
    `The reference "${ref}" leads back to itself and so to nothing.`,
    "Let the reference end at a description.",
  );
}
