import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Preparation } from "../recipe.js";
import type { Refused } from "../refused-call.js";
import type { OperationMeaning } from "../semantics.js";
import type { Verdict } from "./conclude.js";

/** What came of trying one operation. */
export interface Tried {
  readonly meaning: OperationMeaning;
  readonly verdict: Verdict;
  /** The calls that it rests on. */
  readonly exchanges: readonly Exchange[];
  /** The inputs with which it was accepted. */
  readonly inputs?: CallInputs;
  /** What had to be done first for that. */
  readonly after?: readonly Preparation[];
  /** Why it was never answered with success. */
  readonly refused?: string;
  /** Every such answer. */
  readonly refusals?: readonly Refused[];
}
