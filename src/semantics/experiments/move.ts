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
