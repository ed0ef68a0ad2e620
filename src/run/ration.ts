import { countOf } from "#base/count-of";
import { callsIn, type PlannedSequence } from "#cover/planned-sequence";

/**
 * Oracles whose situations are left out first where requests are short: those that told the fewest faults for what they
 * take (docs/benchmarks.md). The first of them ask what a framework answers for every path alike.
 */
const LEAST_FIRST: readonly string[] = [
  "head-agrees",
  "undeclared-method",
  "media-types-refused",
  "repeated-create",
  "put-is-idempotent",
  "reads-change-nothing",
  "conditional-read",
  "invalid-input-refused",
  "promised-values-taken",
  "parameters-checked",
  "siblings-are-kept",
  "references-followed",
  "action-takes-effect-once",
];

export interface Ration {
  /** What there are requests for, in the order in which it was planned. */
  readonly kept: readonly PlannedSequence[];
  readonly leftOut: readonly PlannedSequence[];
}

/** The requests of these sequences: their calls, and what is made is deleted again. */
export function costOf(sequences: readonly PlannedSequence[]): number {
  const made = sequences.reduce((sum, { creations }) => sum + creations.size, 0);
  return callsIn(sequences) + made;
}

/** Whether a walk through the model is worth more than this. */
export function isSpare({ oracle }: PlannedSequence): boolean {
  return oracle !== undefined && LEAST_FIRST.includes(oracle);
}

/**
 * As many situations as there are requests for. Where these are short, each oracle that tells little has one situation
 * left, then none; then the others have fewer and fewer, those with most first. What was asked before counts as had.
 */
export function ration(
  situations: readonly PlannedSequence[],
  requests: number,
  asked: readonly PlannedSequence[] = [],
): Ration {
  let cost = costOf(situations);
  if (cost <= requests) return { kept: situations, leftOut: [] };
  const dropped = new Set<PlannedSequence>();
  for (const planned of leastFirst(situations, asked)) {
    if (cost <= requests) break;
    dropped.add(planned);
    cost -= costOf([planned]);
  }
  return {
    kept: situations.filter((planned) => !dropped.has(planned)),
    leftOut: situations.filter((planned) => dropped.has(planned)),
  };
}

interface Ranked {
  readonly planned: PlannedSequence;
  /** 1: the first of its oracle, which tells most of what that can tell. */
  readonly rank: number;
}

function leastFirst(
  situations: readonly PlannedSequence[],
  asked: readonly PlannedSequence[],
): readonly PlannedSequence[] {
  const counts = new Map<string | undefined, number>();
  const ranked = [...asked, ...situations].map((planned): Ranked => {
    const rank = (counts.get(planned.oracle) ?? 0) + 1;
    counts.set(planned.oracle, rank);
    return { planned, rank };
  });
  const ahead = ranked.slice(asked.length);
  const byOracle = LEAST_FIRST.map((oracle) => ahead.filter(({ planned }) => planned.oracle === oracle));
  return [
    ...byOracle.flatMap((own) => own.filter(({ rank }) => rank > 1).toReversed()),
    ...byOracle.flatMap((own) => own.filter(({ rank }) => rank === 1)),
    ...lastOfEach(ahead.filter(({ planned }) => !isSpare(planned))),
  ].map(({ planned }) => planned);
}

/** The last situation of each oracle, then the last but one; of those the dearest: for what it takes others can be asked. */
function lastOfEach(ranked: readonly Ranked[]): readonly Ranked[] {
  return ranked.toReversed().sort((a, b) => b.rank - a.rank || costOf([b.planned]) - costOf([a.planned]));
}

/** So many oracles are named; a line is to be read at a glance. */
const MOST_NAMED = 3;

/** In a sentence, what was left out. */
export function tellLeftOut(leftOut: readonly PlannedSequence[], budget: number): readonly string[] {
  if (leftOut.length === 0) return [];
  const oracles = [...new Set(leftOut.flatMap(({ oracle }) => oracle ?? []))];
  const named = oracles.slice(0, MOST_NAMED).join(", ");
  const more = oracles.length > MOST_NAMED ? ` and ${oracles.length - MOST_NAMED} more` : "";
  const told = `${countOf(leftOut.length, "situation")} for ${named}${more}: the run is planned for ${budget} requests an operation (--budget).`;
  return [told];
}
