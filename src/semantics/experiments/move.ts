import type { OperationKey } from "#openapi/api";
import type { Status } from "../rule.js";

/** What came of calling an operation on a thing with a status; `after` is undefined where that cannot be told. */
export interface Move {
  readonly operation: OperationKey;
  readonly from: Status;
  readonly after: After | undefined;
  /** Nothing of the thing has changed, its status or anything else. */
  readonly isSame: boolean;
  /** The calls that brought the thing there, the call itself, and the look after it. */
  readonly story: readonly string[];
}

export type After =
  | { readonly kind: "refused" | "gone" }
  | { readonly kind: "there"; readonly status: Status };

/** The look at which a move shows, and the calls without which it is none. */
export function shownBy({ story }: Move): { readonly call: string; readonly evidence: readonly string[] } {
  return { call: story.at(-1) ?? "", evidence: story.slice(0, -1) };
}

/** It was accepted, and the thing is another than before. */
export function isMoved({ from, after, isSame }: Move): boolean {
  return after?.kind === "gone" || (after?.kind === "there" && !(isSame && after.status === from));
}
