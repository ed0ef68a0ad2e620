import type { Clause } from "#glacier/clause";
import type { Truth } from "#glacier/evaluate";

export interface ClauseCounts {
  readonly held: number;
  readonly broken: number;
  /** What it speaks of could not be read. */
  readonly open: number;
}

const NEVER: ClauseCounts = { held: 0, broken: 0, open: 0 };

const COUNTED: Readonly<Record<Truth, keyof ClauseCounts>> = {
  true: "held",
  false: "broken",
  unknown: "open",
};

/**
 * How often each clause was judged: once per call, by the last look. A clause that never was has shown nothing, however
 * green the run is.
 */
export class ClauseTally {
  readonly #counts = new Map<Clause, ClauseCounts>();

  note(judged: readonly { readonly clause: Clause; readonly truth: Truth }[]): void {
    for (const { clause, truth } of judged) {
      const counts = this.of(clause);
      const name = COUNTED[truth];
      this.#counts.set(clause, { ...counts, [name]: counts[name] + 1 });
    }
  }

  of(clause: Clause): ClauseCounts {
    return this.#counts.get(clause) ?? NEVER;
  }
}
