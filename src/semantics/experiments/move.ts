import type { Check } from "#calls/check";
import { answers, expecting, REFUSED } from "#calls/checks";
import type { OperationKey } from "#openapi/api";
import type { Status } from "../rule.js";

/** What came of calling an operation on a thing with a status; `after` is undefined where that cannot be told. */
export interface Move {
  readonly operation: OperationKey;
  readonly from: Status;
  readonly after: After | undefined;
  /** Nothing of the thing has changed, its status or anything else. */
  readonly isSame: boolean;
  /** The calls that brought the thing there, and the call itself. */
  readonly story: readonly string[];
  /** The look after it, where one is needed to tell. */
  readonly look?: string;
}

export type After =
  | { readonly kind: "refused" | "gone" }
  | { readonly kind: "there"; readonly status: Status };

/** The call at which a move shows, and those without which it is none. */
export function shownBy({ story, look }: Move): {
  readonly call: string;
  readonly evidence: readonly string[];
} {
  return look === undefined
    ? { call: story.at(-1) ?? "", evidence: story.slice(0, -1) }
    : { call: look, evidence: story };
}

/** That the call itself is refused. */
export function isToBeRefused({ story }: Move): Check {
  return expecting(answers(story.at(-1) ?? "", REFUSED));
}

/** It was accepted, and the thing is another than before. */
export function isMoved({ from, after, isSame }: Move): boolean {
  return after?.kind === "gone" || (after?.kind === "there" && !(isSame && after.status === from));
}
