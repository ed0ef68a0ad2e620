import type { Clause } from "#glacier/clause";
import { someNode } from "#glacier/walk-formula";

/** Whether a clause speaks of how many things there are: what a slow service shows late is then counted with another call. */
export function countsThings({ formula }: Clause): boolean {
  return someNode(formula, ({ kind }) => kind === "length");
}
