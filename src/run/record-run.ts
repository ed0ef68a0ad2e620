import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { means } from "#calls/meaning";
import type { TransitionCounts } from "#calls/model-record";
import { numberFaults } from "#calls/number-faults";
import type { ClauseRecord, Fault, OperationRecord, RunRecord, Verdicts } from "#calls/run-record";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Clause } from "#glacier/clause";
import { chosenOf, type OracleChoice } from "#judge/oracle-choice";
import type { OperationKey } from "#openapi/api";
import { isProvocation } from "#semantics/life";
import { whyRefused } from "#semantics/read-refusal";
import type { Rule } from "#semantics/rule";
import type { OperationMeaning } from "#semantics/semantics";
import { accessMatrix } from "./access-matrix.js";
import { describeRule } from "./describe-rule.js";
import type { Trial } from "./judge-contract.js";
import type { Learned } from "./learn-recipes.js";
import { recordModels } from "./record-models.js";
import type { SequenceResult } from "./run-sequence.js";
import type { WalkResult } from "./run-tours.js";
import type { World } from "./world.js";

export interface Happened {
  readonly world: World;
  readonly learned: Learned;
  /** Planned sequences with their runs and detours. */
  readonly sequences: readonly {
    readonly planned: PlannedSequence;
    readonly runs: readonly SequenceResult[];
  }[];
  readonly walks: readonly WalkResult[];
  /** Why operations are not called. */
  readonly skipped: ReadonlyMap<OperationKey, string>;
  /** One per cause. */
  readonly faults: readonly Fault[];
  /** Findings to leave out, by key. */
  readonly accepted: ReadonlySet<string>;
  readonly choice: OracleChoice;
  /** What was believed and held against the service in the end. */
  readonly rules: readonly Rule[];
  readonly yours: readonly Clause[];
  readonly trial: Trial;
}

type Counted = Pick<
  RunRecord,
  | "operations"
  | "verdicts"
  | "transitions"
  | "models"
  | "rules"
  | "clauses"
  | "calls"
  | "faults"
  | "access"
  | "cleanup"
>;

/** Counts what a run did, once, so that every report shows the same numbers. */
export function recordRun(happened: Happened): Counted {
  const { world, learned, walks, accepted, skipped, choice } = happened;
  const told = (findings: readonly Finding[]) =>
    chosenOf(findings, choice).filter(({ key }) => !accepted.has(key));
  const sequences = happened.sequences.map(({ planned, runs }) => callsOf(planned, runs, told));
  // What a tour did not get to was planned again, or is counted as unreached.
  const toured = walks.flatMap(({ tours }) =>
    tours.flatMap((tour) => {
      const calls = callsOf(tour.planned, [tour], told).made;
      return calls.map((call) => ({ ...call, isStep: tour.planned.steps.has(call.call.id) }));
    }),
  );
  const lived = sequences.flatMap((calls) => calls.made);
  const made = [...lived, ...toured];
  // What prepares a tour is no call of the plan: how much of it is needed depends on what was learned.
  const counted = [...lived, ...toured.filter(({ isStep }) => isStep)];
  const notMade = sequences.flatMap((calls) => calls.notMade);
  const whyNotCalled = (key: string): string =>
    learned.book.failures.get(key) ??
    skipped.get(key) ??
    notMade.find(({ call }) => call.operation === key)?.reason ??
    "no call could be planned";
  const faults = numberFaults(happened.faults.filter(({ key }) => !accepted.has(key)));
  const operations = world.api.operations.map((operation): OperationRecord => {
    const calls = made.filter(({ call }) => call.operation === operation.key);
    const meaning = world.semantics.operations[operation.key];
    const untested = calls.length > 0 ? onlyRefused(calls) : whyNotCalled(operation.key);
    return {
      key: operation.key,
      semantics: meaning?.semantics ?? "OTHER",
      resource: meaning?.resource ?? null,
      calls: calls.length,
      // Of what is told in the end, and of those that it accuses: where it was seen may be elsewhere.
      verdict:
        untested === undefined
          ? verdictOf(faults.filter((fault) => fault.operations.includes(operation.key)))
          : "NOT_TESTED",
      ...(untested === undefined ? {} : { reason: untested }),
      ...learnedOf(meaning),
    };
  });
  const count = (wanted: keyof Verdicts) => counted.filter(({ verdict }) => verdict === wanted).length;
  const planned = new Set([...made, ...notMade].map(({ call }) => call.operation));
  const unplanned = operations.filter(({ key }) => !planned.has(key));
  const transitions = countTransitions(walks);
  return {
    operations,
    verdicts: {
      OK: count("OK"),
      WARN: count("WARN"),
      ERR: count("ERR"),
      NOT_TESTED: notMade.length + unplanned.length + transitions.unreached,
    },
    transitions,
    models: recordModels(walks, faults),
    rules: happened.rules.map((rule) => ({
      text: describeRule(rule),
      source: rule.source,
      reason: rule.reason,
    })),
    clauses: clausesOf(happened),
    calls: counted.length,
    faults,
    access: accessMatrix(
      happened.sequences.flatMap(({ planned, runs }) =>
        runs.map(({ trace }) => ({ oracle: planned.oracle, exchanges: trace.exchanges })),
      ),
    ),
    cleanup: world.ledger.summary(),
  };
}

function learnedOf(meaning: OperationMeaning | undefined): Pick<OperationRecord, "learned"> {
  if (meaning?.proof === undefined) return {};
  const { confirmed, hypothesis, because, hint, evidence } = meaning.proof;
  return {
    learned: {
      confirmed,
      hypothesis,
      because,
      ...(hint === undefined ? {} : { hint }),
      evidence: evidence.map(({ operation, status }) => ({ operation, status })),
    },
  };
}

function clausesOf({ world, yours, trial }: Happened): readonly ClauseRecord[] {
  const recordOf = (clause: Clause, origin: ClauseRecord["origin"]): ClauseRecord => ({
    operation: clause.operation ?? null,
    kind: clause.kind,
    text: clause.text,
    origin,
    ...world.tally.of(clause),
    ...(trial.refuted.has(clause) ? { dropped: true as const } : {}),
  });
  return [
    ...yours.map((clause) => recordOf(clause, "yours")),
    ...trial.clauses.map((clause) => recordOf(clause, "generated")),
  ];
}

function countTransitions(walks: readonly WalkResult[]): TransitionCounts {
  const sum = (count: (walk: WalkResult) => number) => walks.reduce((total, walk) => total + count(walk), 0);
  return {
    total: sum(({ total }) => total),
    covered: sum(({ covered }) => covered),
    failed: sum(({ failed }) => failed.size),
    unreached: sum(({ unreached }) => unreached.size),
  };
}

interface MadeCall {
  readonly call: Call;
  readonly exchange: Exchange;
  readonly verdict: "OK" | "WARN" | "ERR";
}

interface SequenceCalls {
  readonly made: readonly MadeCall[];
  readonly notMade: readonly { readonly call: Call; readonly reason: string }[];
}

/** What became of each call of a planned sequence, in its own run or in a detour: the first answer counts. */
function callsOf(
  planned: PlannedSequence,
  runs: readonly SequenceResult[],
  told: (findings: readonly Finding[]) => readonly Finding[],
): SequenceCalls {
  const made = new Map<string, MadeCall>();
  for (const { trace, findings } of runs) {
    for (const exchange of trace.exchanges) {
      const { call, outcome } = exchange;
      if (made.has(call.id) || outcome.kind === "none") continue;
      const own = told(findings).filter((finding) => finding.call === call.id);
      made.set(call.id, { call, exchange, verdict: verdictOf(own) });
    }
  }
  // What an oracle only wanted to try was not promised to anybody.
  if (planned.oracle !== undefined) return { made: [...made.values()], notMade: [] };
  const reason =
    runs.findLast((run) => run.stopped !== undefined)?.stopped?.message ?? "the run ended before it";
  const notMade = planned.sequence.calls
    .filter((call) => !made.has(call.id))
    .map((call) => ({ call, reason }));
  return { made: [...made.values()], notMade };
}

/** An operation that refused every call was reached, not tested: why, in half a sentence. */
function onlyRefused(all: readonly MadeCall[]): string | undefined {
  const calls = all.filter(({ call }) => !isProvocation(call.id));
  const refused = ({ exchange, verdict }: MadeCall) =>
    verdict !== "ERR" && !means(exchange, "done", "silent");
  const first = calls[0];
  return first !== undefined && calls.every(refused)
    ? `every call was refused: ${whyRefused(first.exchange)}`
    : undefined;
}

function verdictOf(findings: readonly Pick<Finding, "verdict">[]): "OK" | "WARN" | "ERR" {
  if (findings.some((finding) => finding.verdict === "ERR")) return "ERR";
  return findings.some((finding) => finding.verdict === "WARN") ? "WARN" : "OK";
}
