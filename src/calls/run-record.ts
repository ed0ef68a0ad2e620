import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Problem } from "#base/problem";
import type { Call, Sequence } from "./call.js";
import type { Exchange } from "./exchange.js";
import type { Finding } from "./finding.js";
import type { ModelRecord, TransitionCounts } from "./model-record.js";
import type { RefusalSign } from "./refusal-sign.js";

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
  /** The models that were walked, each with its graph where that is not too large. */
  readonly models?: readonly ModelRecord[];
  /** What was left out and why, in sentences. */
  readonly leftOut?: readonly string[];
  /** The rules by which things live, as they were believed in the end. */
  readonly rules?: readonly RuleRecord[];
  /** What was held against the service, and how often. */
  readonly clauses?: readonly ClauseRecord[];
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
  /** What was there before the run, and whether it still is as it was; undefined where nobody has looked. */
  readonly bystanders?: BystanderRecord;
  readonly problems: readonly Problem[];
}

/** What an operation answers to whom: a status, or null where that was not tried. */
export interface AccessRow {
  readonly operation: string;
  readonly owner: number | null;
  readonly other: number | null;
  readonly nobody: number | null;
  /** Why it was not tried as another user. */
  readonly reason?: string;
}

export interface Shrinking {
  readonly faults: number;
  readonly attempts: number;
  readonly requests: number;
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
  /** It is not called on purpose: another shard does it, or it could touch what is not of the run's making. */
  readonly leftAlone?: true;
  /** How it is known what it does; undefined where nobody tried. */
  readonly learned?: LearnedMeaning;
}

export interface LearnedMeaning {
  /** Its effect was seen. */
  readonly confirmed: boolean;
  /** What it was taken for before anything was tried. */
  readonly hypothesis: string;
  /** What was seen, or why it is still open. */
  readonly because: string;
  /** What the user could provide, where it is open. */
  readonly hint?: string;
  /** The calls that show it, in order; null where there was no answer. */
  readonly evidence: readonly { readonly operation: string; readonly status: number | null }[];
}

export interface RuleRecord {
  /** In a sentence. */
  readonly text: string;
  readonly source: "hypothesis" | "learned" | "declared";
  /** Why it is believed. */
  readonly reason: string;
}

export interface ClauseRecord {
  /** Null for an invariant. */
  readonly operation: string | null;
  readonly kind: "requires" | "ensures" | "invariant";
  readonly text: string;
  readonly origin: "generated" | "yours";
  /** How often it was evaluated, and what came of it; `open`: what it speaks of could not be read. */
  readonly held: number;
  readonly broken: number;
  readonly open: number;
  /** It was generated, and the service did not keep it in the simplest life: not held against it later. */
  readonly dropped?: true;
}

export interface StageRecord {
  readonly name: string;
  /** False where the stage itself found faults. */
  readonly ok: boolean;
  /** It could not do all that it was to do. */
  readonly partial?: true;
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
  /** What was looked at after it, where that shows the fault and no call of the sequence does. */
  readonly looks?: readonly Exchange[];
  /** In how many of `tried` runs of the sequence it showed. */
  readonly reproduced: number;
  readonly tried: number;
  /** How often it was seen in the whole run. */
  readonly count: number;
  /** Every operation at which it was seen. */
  readonly operations: readonly string[];
  /** Other findings that turned out to have the same cause. */
  readonly alsoShownAs?: readonly Sign[];
  /** Calls of the sequence that only prove the point: it shows without them, and a reader does without them. */
  readonly controls?: readonly string[];
  /** The input that it hangs on, with a value that shows it and one that does not: its message ends with that. */
  readonly culprit?: Culprit;
  /** A read that finds something wherever the service is: made first by whoever cannot tell a wrong address otherwise. */
  readonly contact?: Call;
  /** How the service says no with a success for its status, where it does. */
  readonly refusals?: readonly RefusalSign[];
  /** By operation: the user as whom it is called, where that is not whoever the run is (null). */
  readonly callers?: Readonly<Record<string, string | null>>;
  /** What making the sequence small came to; undefined where that was not tried. */
  readonly shrunk?: Shrunk;
  /** What it takes to judge the sequence again, in a form that only Piolet reads; undefined where that is unknown. */
  readonly replay?: Json;
  /** What takes back what the calls created, oldest first; undefined where nothing of it can be run again. */
  readonly undo?: readonly { readonly after: string; readonly call: Call }[];
  /** Where it was written to, by kind of file. */
  readonly files?: Readonly<Record<string, string>>;
  /** Why no script, test or workflow was written of it, in half a sentence. */
  readonly unexported?: string;
}

/** Another finding of the same cause as a fault: another operation, another place, another way in which it shows. */
export interface Sign extends Pick<Finding, "key" | "message" | "operation"> {
  /** Where it shows, where it is the same thing at another place. */
  readonly place?: string;
  /** The operations that were called until it showed, in their order. */
  readonly calls: readonly string[];
}

/** A number or a text that was sent at a place of a call, and another one with which the fault is not there. */
export interface Culprit {
  readonly call: string;
  readonly input: JsonPointer;
  readonly sent: number | string;
  readonly near: number | string;
}

export interface Shrunk {
  /** Calls before. */
  readonly from: number;
  /** Sequences that were tried. */
  readonly attempts: number;
  /** No more requests could be spent on it: it may have become smaller still. */
  readonly unfinished?: true;
}

export interface Cleanup {
  readonly deleted: number;
  readonly left: readonly { readonly resource: string; readonly id: Json; readonly reason: string }[];
}

/** A sample of what the run has not made, looked at before and after. */
export interface BystanderRecord {
  readonly looked: number;
  /** Other clients may have done that. */
  readonly changed: readonly ChangedBystander[];
}

export interface ChangedBystander {
  readonly resource: string;
  readonly id: Json;
  readonly how: "changed" | "gone";
  /** Which members are others; one that is not an object has none. */
  readonly members: readonly string[];
}
