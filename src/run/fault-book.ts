import type { Sequence } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Finding, SEVERITY } from "#calls/finding";
import type { Culprit, Fault } from "#calls/run-record";
import { findDecisiveText } from "./decisive-text.js";
import { nameCulprit, type Varied, withCulprit } from "./name-culprit.js";
import { NUMBERS, type Pinned, type PinnedKinds, TEXTS_TOO } from "./pin-values.js";
import { RunHistory } from "./run-history.js";
import type { SequenceResult } from "./run-sequence.js";
import { sameCause } from "./same-cause.js";
import { silenceAtEnd } from "./with-free-ids.js";
import { withSign } from "./with-sign.js";

/** A fault must show in this many runs of its sequence before it is called one. */
const CONFIRMATIONS = 2;

/** What did not show again once must show in more runs of another sequence: it may be chance twice. */
const CONFIRMATIONS_OF_DOUBTED = 3;

/** Runs the sequence of a finding on fresh things, or a changed one in its place. */
export type Again = (turn: number, changed?: Sequence) => Promise<SequenceResult>;

export interface Confirming {
  /** May name a known fault that a finding is only another sign of. */
  readonly causeOf?: (finding: Finding) => Fault | undefined;
  /** The sequence with the values that showed its findings: its numbers, or its texts as well. */
  readonly pinned?: (kinds: PinnedKinds) => Pinned | undefined;
}

/** Findings with one key are one fault. What is new is confirmed by running its sequence again. */
export class FaultBook {
  readonly #faults = new Map<string, Fault>();
  readonly #witnesses = new Map<string, SequenceResult>();
  readonly #history = new RunHistory();
  /** What did not show again, and was then confirmed by another sequence, or not: nobody tries a third time. */
  readonly #settled = new Set<string>();

  constructor(
    private readonly onFault: (fault: Fault) => void = () => {},
    /** Told the errors so far: whether the run should look for no more. */
    private readonly isEnough: (errors: readonly Fault[]) => boolean = () => false,
    /** What the user has accepted, by key or cause. */
    private readonly accepted: ReadonlySet<string> = new Set(),
  ) {}

  get isFull(): boolean {
    return this.isEnough(this.errors);
  }

  get faults(): readonly Fault[] {
    return [...this.#faults.values()];
  }

  get errors(): readonly Fault[] {
    return this.faults.filter(({ verdict }) => verdict === "ERR");
  }

  /** The run in which a fault showed first, or first for sure. */
  witnessOf(key: string): SequenceResult | undefined {
    return this.#witnesses.get(key);
  }

  /** Whether it is told, by itself or as another sign of something. */
  has(key: string): boolean {
    return (
      this.#faults.has(key) ||
      this.faults.some(({ alsoShownAs = [] }) => alsoShownAs.some((sign) => sign.key === key))
    );
  }

  /**
   * Counts what is known already, and confirms what is new with values that are drawn anew; what that hides, with those
   * that showed it. Another sign of a known cause is noted beside it, and costs nothing.
   */
  async take(result: SequenceResult, again: Again, confirming: Confirming = {}): Promise<void> {
    this.#history.note(result);
    const rest: Finding[] = [];
    for (const finding of result.findings) {
      const explained = this.has(finding.key) ? undefined : this.#history.explain(result, finding);
      if (explained === undefined) rest.push(finding);
      else await this.#take(explained, again, { ...confirming, pinned: () => undefined });
    }
    await this.#take({ ...result, findings: rest }, again, confirming, result);
  }

  async #take(
    result: SequenceResult,
    again: Again,
    { causeOf = () => undefined, pinned = () => undefined }: Confirming,
    seenIn = result,
  ): Promise<void> {
    const unknown: Finding[] = [];
    const doubted: Finding[] = [];
    for (const finding of result.findings) {
      if (this.#noteSign(finding, result)) continue;
      const known = this.#faults.get(finding.key) ?? causeOf(finding);
      if (known !== undefined && this.#isDoubted(known, finding)) {
        this.#settled.add(known.key);
        doubted.push(finding);
      } else if (known !== undefined) this.#faults.set(known.key, seenAgain(known, finding.operation));
      else if (!unknown.some(({ key }) => key === finding.key)) unknown.push(finding);
    }
    // Only errors and warnings are worth repeating: a note accuses nobody.
    const serious = unknown.some((finding) => finding.verdict !== "NOTE");
    const repeated: SequenceResult[] = [];
    for (let turn = 1; turn < CONFIRMATIONS && serious; turn++) {
      const another = await again(turn);
      // What the end of the run has cut off says nothing of the fault.
      if (silenceAtEnd(another) === "cancelled") break;
      repeated.push(another);
    }
    await this.#settle(doubted, seenIn, repeated, again);
    for (const finding of unknown) {
      // The one before it may have the same cause.
      if (this.#noteSign(finding, result)) continue;
      // Somebody else may have found it meanwhile.
      const known = this.#faults.get(finding.key);
      if (known !== undefined) {
        this.#faults.set(known.key, seenAgain(known, finding.operation));
        continue;
      }
      const drawn = { fault: faultFrom(finding, result, repeated), witness: seenIn };
      const isHidden = finding.verdict !== "NOTE" && drawn.fault.reproduced < drawn.fault.tried;
      const same = isHidden ? await showsWithSame(finding, seenIn, again, pinned) : undefined;
      const { fault, witness } = same ?? drawn;
      this.#faults.set(finding.key, fault);
      this.onFault(fault);
      this.#witnesses.set(finding.key, witness);
    }
  }

  #noteSign(finding: Finding, { trace }: SequenceResult): boolean {
    if (this.#faults.has(finding.key)) return false;
    const cause = sameCause(this.faults, finding, this.accepted);
    if (cause === undefined) return false;
    this.#faults.set(cause.key, withSign(cause, finding, callsUntil(finding, trace.exchanges)));
    return true;
  }

  /** It did not show again in the sequence that showed it first, and so is told with less weight than it may have. */
  #isDoubted(known: Fault, { key, verdict }: Finding): boolean {
    const isFlaky = known.reproduced < known.tried && SEVERITY[verdict] < SEVERITY[known.verdict];
    return known.key === key && isFlaky && !this.#settled.has(key);
  }

  /** The first sequence may just have been one that hides it at times: what another shows each time is a fault. */
  async #settle(
    doubted: readonly Finding[],
    result: SequenceResult,
    before: readonly SequenceResult[],
    again: (turn: number) => Promise<SequenceResult>,
  ): Promise<void> {
    const repeated = [...before];
    const isShown = (finding: Finding) => repeated.every((other) => shows(other, finding));
    while (repeated.length + 1 < CONFIRMATIONS_OF_DOUBTED && doubted.some(isShown)) {
      const another = await again(repeated.length + 1);
      if (silenceAtEnd(another) === "cancelled") return;
      repeated.push(another);
    }
    for (const finding of doubted) {
      const known = this.#faults.get(finding.key);
      if (known === undefined) continue;
      const { count, operations } = seenAgain(known, finding.operation);
      if (!isShown(finding)) {
        this.#faults.set(finding.key, { ...known, count, operations });
        continue;
      }
      const fault = { ...faultFrom(finding, result, repeated), count, operations };
      this.#faults.set(finding.key, fault);
      this.onFault(fault);
      this.#witnesses.set(finding.key, result);
    }
  }
}

interface Confirmed {
  readonly fault: Fault;
  readonly witness: SequenceResult;
}

/** A redrawn value hides a fault that hangs on it: with the same ones it must show each time. */
async function showsWithSame(
  finding: Finding,
  result: SequenceResult,
  again: Again,
  pinned: (kinds: PinnedKinds) => Pinned | undefined,
): Promise<Confirmed | undefined> {
  let turn = SAME;
  const run = (sequence: Sequence) => again(turn++, sequence);
  const numbers = pinned(NUMBERS);
  const runs =
    numbers === undefined || numbers.pins.length === 0 ? [] : await shownBy(numbers.sequence, finding, run);
  const whole = confirmed(finding, result, numbers?.sequence, runs);
  if (numbers !== undefined && whole !== undefined) {
    const culprit = await nameCulprit(whole.fault, numbers, varying(finding, run));
    return culprit === undefined ? whole : { ...whole, fault: naming(whole.fault, culprit) };
  }
  const text = await findDecisiveText(
    faultFrom(finding, result, []),
    pinned(TEXTS_TOO),
    varying(finding, run),
  );
  if (text === undefined) return undefined;
  const kept = confirmed(finding, result, text.sequence, await shownBy(text.sequence, finding, run));
  return kept && { ...kept, fault: naming(kept.fault, text.culprit) };
}

/** The runs of a sequence, as many as must show a fault, or up to the first that does not. */
async function shownBy(
  sequence: Sequence,
  finding: Finding,
  run: (sequence: Sequence) => Promise<SequenceResult>,
): Promise<readonly SequenceResult[]> {
  const runs: SequenceResult[] = [];
  while (runs.length < CONFIRMATIONS && runs.every((one) => shows(one, finding)))
    runs.push(await run(sequence));
  return runs;
}

function confirmed(
  finding: Finding,
  result: SequenceResult,
  sequence: Sequence | undefined,
  runs: readonly SequenceResult[],
): Confirmed | undefined {
  const [first, ...others] = runs;
  if (sequence === undefined || first === undefined || !runs.every((run) => shows(run, finding)))
    return undefined;
  const found = first.findings.find(({ key }) => key === finding.key) ?? finding;
  const fault = { ...faultFrom(found, first, others), sequence };
  // A tour is known by the run that the walk has made of it.
  return { fault, witness: "steps" in result.planned ? result : first };
}

function varying(finding: Finding, run: (sequence: Sequence) => Promise<SequenceResult>) {
  return async (changed: Sequence): Promise<Varied> => {
    const varied = await run(changed);
    return { isShown: shows(varied, finding), exchanges: varied.trace.exchanges };
  };
}

function naming(fault: Fault, culprit: Culprit): Fault {
  return { ...fault, culprit, message: withCulprit(fault.message, culprit) };
}

/** Above the turns with values that are drawn anew. */
const SAME = 10;

function shows({ findings }: SequenceResult, { key }: Finding): boolean {
  return findings.some((found) => found.key === key);
}

const WEAKER = { ERR: "WARN", WARN: "NOTE", NOTE: "NOTE" } as const;

function faultFrom(finding: Finding, result: SequenceResult, again: readonly SequenceResult[]): Fault {
  const shown = again.filter((other) => shows(other, finding)).length;
  const isFlaky = shown < again.length;
  const last = result.trace.exchanges.findIndex((exchange) => exchange.call.id === finding.call);
  return {
    ...finding,
    // What does not show again may be chance: it is told, and accuses nobody.
    verdict: isFlaky ? WEAKER[finding.verdict] : finding.verdict,
    id: "",
    sequence: result.planned.sequence,
    exchanges: result.trace.exchanges.slice(0, last + 1),
    reproduced: 1 + shown,
    tried: 1 + again.length,
    count: 1,
    operations: [finding.operation],
  };
}

function callsUntil({ call }: Finding, exchanges: readonly Exchange[]): readonly string[] {
  const last = exchanges.findIndex((exchange) => exchange.call.id === call);
  return exchanges.slice(0, last + 1).map((exchange) => exchange.call.operation);
}

export function seenAgain(fault: Fault, operation: string): Fault {
  const operations = fault.operations.includes(operation)
    ? fault.operations
    : [...fault.operations, operation];
  return { ...fault, count: fault.count + 1, operations };
}
