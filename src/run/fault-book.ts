import { type Finding, SEVERITY } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import type { SequenceResult } from "./run-sequence.js";
import { silenceAtEnd } from "./with-free-ids.js";

/** A fault must show in this many runs of its sequence before it is called one. */
const CONFIRMATIONS = 2;

/** What did not show again once must show in more runs of another sequence: it may be chance twice. */
const CONFIRMATIONS_OF_DOUBTED = 3;

/** Findings with one key are one fault. What is new is confirmed by running its sequence again. */
export class FaultBook {
  readonly #faults = new Map<string, Fault>();
  readonly #witnesses = new Map<string, SequenceResult>();
  /** What did not show again, and was then confirmed by another sequence, or not: nobody tries a third time. */
  readonly #settled = new Set<string>();

  constructor(
    private readonly onFault: (fault: Fault) => void = () => {},
    /** Told the errors so far: whether the run should look for no more. */
    private readonly isEnough: (errors: readonly Fault[]) => boolean = () => false,
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

  has(key: string): boolean {
    return this.#faults.has(key);
  }

  /**
   * Counts what is known already, and confirms what is new: `again` runs the same sequence on fresh things.
   * `causeOf` may name a known fault that a finding is only another sign of.
   */
  async take(
    result: SequenceResult,
    again: (turn: number) => Promise<SequenceResult>,
    causeOf: (finding: Finding) => Fault | undefined = () => undefined,
  ): Promise<void> {
    const unknown: Finding[] = [];
    const doubted: Finding[] = [];
    for (const finding of result.findings) {
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
    await this.#settle(doubted, result, repeated, again);
    for (const finding of unknown) {
      // Somebody else may have found it meanwhile.
      const known = this.#faults.get(finding.key);
      if (known !== undefined) {
        this.#faults.set(known.key, seenAgain(known, finding.operation));
        continue;
      }
      const fault = faultFrom(finding, result, repeated);
      this.#faults.set(finding.key, fault);
      this.onFault(fault);
      this.#witnesses.set(finding.key, result);
    }
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

export function seenAgain(fault: Fault, operation: string): Fault {
  const operations = fault.operations.includes(operation)
    ? fault.operations
    : [...fault.operations, operation];
  return { ...fault, count: fault.count + 1, operations };
}
