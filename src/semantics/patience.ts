/** Milliseconds before each further look. */
export type Pauses = readonly number[];

export const PATIENT: Pauses = [50, 200, 750];

/** For what was waited for in vain before, or was patiently looked at: it may be in flight, and no more. */
const HURRY = 50;
export const BRIEF: Pauses = [HURRY];

/** Milliseconds that a service which is slow is given where nobody looks: before its things are deleted, or to have done so. */
export const SLOW = 500;

/** So many milliseconds are waited in vain in a run in which nothing was ever seen to come late. */
const MOST_IN_VAIN = 4_000;

/** Lets time pass; less where the signal is aborted. */
type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/**
 * Waits for effects that may come late. Nobody knows of a service whether it has any, so each kind of effect is waited for
 * once. After that only those that were seen to come late are, and where none ever did, no other kind for long either.
 */
export class Patience {
  /** Milliseconds that were spent in pauses. */
  #waited = 0;
  #inVain = 0;
  readonly #late = new Set<string>();
  readonly #vain = new Set<string>();
  readonly #sleep: Sleep;
  readonly #signal: AbortSignal | undefined;

  constructor(sleep: Sleep, signal?: AbortSignal) {
    this.#sleep = sleep;
    this.#signal = signal;
  }

  get waited(): number {
    return this.#waited;
  }

  readonly wait = async (milliseconds: number): Promise<void> => {
    if (this.#isOver) return;
    this.#waited += milliseconds;
    await this.#sleep(milliseconds, this.#signal);
  };

  /** The same for who deletes what the run has made: that goes on when the run is to end. */
  readonly waitToTheEnd = async (milliseconds: number): Promise<void> => {
    this.#waited += milliseconds;
    await this.#sleep(milliseconds);
  };

  get #isOver(): boolean {
    return this.#signal?.aborted === true;
  }

  /**
   * Waits before each further look, until nothing of what is waited for is missing any more. Who sees that it will not come,
   * because the service is broken or says no, just looks no more.
   */
  async *pauses(missing: () => readonly string[], pauses = PATIENT): AsyncGenerator<number, void> {
    let [open, spent] = [missing(), 0];
    for (const pause of open.length === 0 ? [] : this.#allowed(open, pauses)) {
      if (this.#isOver) return;
      await this.wait(pause);
      spent += pause;
      yield pause;
      const now = missing();
      for (const effect of open) if (!now.includes(effect)) this.#late.add(effect);
      open = now;
      if (open.length === 0) return;
    }
    this.#inVain += spent;
    // Whoever looks again in a hurry learns nothing of what comes late.
    if (spent > HURRY) for (const effect of open) this.#vain.add(effect);
  }

  #allowed(open: readonly string[], pauses: Pauses): Pauses {
    if (open.some((effect) => this.#late.has(effect))) return pauses;
    const isLong = this.#late.size === 0 && this.#inVain >= MOST_IN_VAIN;
    return isLong || open.every((effect) => this.#vain.has(effect)) ? BRIEF : pauses;
  }
}
