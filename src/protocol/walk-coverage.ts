import { type BranchId, nodeOf } from "./position.js";
import { type FlowSurvey, pairOf } from "./survey-flow.js";

export interface Covered {
  readonly total: number;
  readonly covered: number;
}

/** How often walks have taken each branch and each pair of operations in a row. */
export class WalkCoverage {
  readonly #survey: FlowSurvey;
  readonly #taken = new Map<BranchId, number>();
  readonly #passed = new Map<number, number>();
  readonly #pairs = new Set<string>();

  constructor(survey: FlowSurvey) {
    this.#survey = survey;
  }

  takeBranch(branch: BranchId): void {
    this.#taken.set(branch, this.taken(branch) + 1);
    const node = nodeOf(branch);
    this.#passed.set(node, (this.#passed.get(node) ?? 0) + 1);
  }

  takePair(first: string, second: string): void {
    this.#pairs.add(pairOf(first, second));
  }

  hasPair(first: string, second: string): boolean {
    return this.#pairs.has(pairOf(first, second));
  }

  taken(branch: BranchId): number {
    return this.#taken.get(branch) ?? 0;
  }

  /** How often the choice of a branch was made, this way or another. */
  passed(branch: BranchId): number {
    return this.#passed.get(nodeOf(branch)) ?? 0;
  }

  get branches(): Covered {
    return count(this.#survey.branches, (branch) => this.taken(branch) > 0);
  }

  get pairs(): Covered {
    return count(this.#survey.pairs, (pair) => this.#pairs.has(pair));
  }

  get isComplete(): boolean {
    return [this.branches, this.pairs].every(({ total, covered }) => covered === total);
  }

  /** What was never taken, in the order of the text. */
  get missing(): readonly BranchId[] {
    return [...this.#survey.branches].filter((branch) => this.taken(branch) === 0);
  }
}

function count<T>(all: ReadonlySet<T>, isCovered: (one: T) => boolean): Covered {
  return { total: all.size, covered: [...all].filter(isCovered).length };
}
