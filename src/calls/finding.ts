import type { Check } from "./check.js";

/**
 * Something an oracle noted. `key` makes equal causes equal: two findings with one key are one fault, seen
 * twice. It holds operation, oracle, clause and the shape of the difference, never a concrete id or value.
 */
export interface Finding {
  readonly key: string;
  readonly oracle: string;
  readonly operation: string;
  readonly verdict: Verdict;
  /** The contract clause or norm that was broken. */
  readonly clause: string;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly expected: string;
  readonly got: string;
  /** Why that is wrong: which norm, and where it stands. */
  readonly why: string;
  /** The id of the call at which it showed. */
  readonly call: string;
  /** The ids of the earlier calls without which it is no finding: what was written, what was seen before. */
  readonly evidence: readonly string[];
  /** The ids of earlier writes that are there to be compared with: whoever judges needs them, the fault does not. */
  readonly comparisons?: readonly string[];
  /** It is about the form of an answer, and says nothing of what the service holds. */
  readonly form?: true;
  /**
   * What is wrong, whichever operation shows it and wherever: findings of one cause are one fault. Undefined where nothing
   * but the key says it.
   */
  readonly cause?: string;
  /** Where it shows, for a reader: a member, what was sent there. Only beside a cause. */
  readonly place?: string;
  /** Keys or causes of findings that explain this one where they were found. */
  readonly explainedBy?: readonly string[];
  /** How somebody without Piolet can tell whether it shows; undefined where that cannot be said in a few words. */
  readonly check?: Check;
}

export type Verdict = "ERR" | "WARN" | "NOTE";

/** For sorting: the most severe first. */
export const SEVERITY: Readonly<Record<Verdict, number>> = { ERR: 0, WARN: 1, NOTE: 2 };

/**
 * Whether a finding says something about the service's state, and not only about the form of an answer. After
 * such an error nobody knows what the service holds; a badly shaped answer leaves it as it was.
 */
export function isAboutState({ form }: Finding): boolean {
  return form !== true;
}
