import type { Json } from "#base/json";
import type { Problem } from "#base/problem";
import type { Call, Sequence } from "./call.js";
import type { Exchange } from "./exchange.js";
import type { Finding } from "./finding.js";

/** What a run did and found: the one thing that every report is rendered from. */
export interface RunRecord {
  readonly piolet: string;
  readonly title: string;
  readonly document: string;
  readonly url: string;
  readonly seed: number;
  readonly operations: readonly OperationRecord[];
  readonly stages: readonly StageRecord[];
  readonly verdicts: Verdicts;
  readonly transitions: TransitionCounts;
  /** Calls of the plan that were made; requests are all that went over the wire, with probing and clean-up. */
  readonly calls: number;
  readonly requests: number;
  /** What of that was spent on making faults small. */
  readonly shrinking: Shrinking;
  readonly milliseconds: number;
  /** Most severe first: ERR, then WARN, then NOTE. */
  readonly faults: readonly Fault[];
  /** Who may do what, as far as it was tried. Empty without credentials. */
  readonly access?: readonly AccessRow[];
  readonly cleanup: Cleanup;
  readonly problems: readonly Problem[];
}

/** What an operation answers to whom: a status, or null where that was not tried. */
export interface AccessRow {
  readonly operation: string;
  readonly owner: number | null;
  readonly other: number | null;
  readonly nobody: number | null;
}

export interface Shrinking {
  readonly faults: number;
  readonly attempts: number;
  readonly requests: number;
}

/** Transitions of the models, and what became of them. */
export interface TransitionCounts {
  readonly total: number;
  /** Went as the model says. */
  readonly covered: number;
  /** Went another way, or could not be tried. */
  readonly failed: number;
  /** Only failed ones lead there, or the run ended before. */
  readonly unreached: number;
}

export interface Verdicts {
  readonly OK: number;
  readonly WARN: number;
  readonly ERR: number;
  /** Planned calls that could not be made, and operations for which none could be planned. */
  readonly NOT_TESTED: number;
}

export interface OperationRecord {
  readonly key: string;
  readonly semantics: string;
  readonly resource: string | null;
  readonly calls: number;
  readonly verdict: keyof Verdicts;
  /** Why it was not tested. */
  readonly reason?: string;
}

export interface StageRecord {
  readonly name: string;
  readonly ok: boolean;
  /** What came of it, and what it cost. */
  readonly summary: string;
  readonly cost: string;
}

/** Findings with one key are one fault: one cause, however often it showed. */
export interface Fault extends Finding {
  readonly id: string;
  readonly sequence: Sequence;
  /** What happened, up to the call at which it showed. */
  readonly exchanges: readonly Exchange[];
  /** In how many of `tried` runs of the sequence it showed. */
  readonly reproduced: number;
  readonly tried: number;
  /** How often it was seen in the whole run. */
  readonly count: number;
  /** Every operation at which it was seen. */
  readonly operations: readonly string[];
  /** Other findings that turned out to have the same cause. */
  readonly alsoShownAs?: readonly Pick<Finding, "key" | "message">[];
  /** What making the sequence small came to; undefined where that was not tried. */
  readonly shrunk?: Shrunk;
  /** What it takes to judge the sequence again, in a form that only Piolet reads; undefined where that is unknown. */
  readonly replay?: Json;
  /** What takes back what the calls created, oldest first; undefined where nothing of it can be run again. */
  readonly undo?: readonly { readonly after: string; readonly call: Call }[];
  /** Where it was written to, by kind of file. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Shrunk {
  /** Calls before. */
  readonly from: number;
  /** Sequences that were tried. */
  readonly attempts: number;
}

export interface Cleanup {
  readonly deleted: number;
  readonly left: readonly { readonly resource: string; readonly id: Json; readonly reason: string }[];
}
