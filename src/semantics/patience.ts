/** Milliseconds before each further look, where a list of its own is not asked for. */
const PAUSES: readonly number[] = [100, 500];

/** For what was waited for in vain before: it may be in flight, and no more. */
const HURRY = 50;
const BRIEF: readonly number[] = [HURRY];

/** So many milliseconds are waited in vain in a run in which nothing was ever seen to come late. */
const MOST_IN_VAIN = 10_000;

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
  readonly #wait: (milliseconds: number) => Promise<void>;
  readonly #isOver: () => boolean;

  constructor(wait: (milliseconds: number) => Promise<void>, isOver: () => boolean = () => false) {
    this.#wait = wait;
    this.#isOver = isOver;
  }

  get waited(): number {
    return this.#waited;
  }

  readonly wait = async (milliseconds: number): Promise<void> => {
    this.#waited += milliseconds;
    await this.#wait(milliseconds);
  };

  /**
   * Waits before each further look, until nothing of what is waited for is missing any more. Who sees that it will not come,
   * because the service is broken or says no, just looks no more.
   */
  async *pauses(missing: () => readonly string[], pauses = PAUSES): AsyncGenerator<number, void> {
    let [open, spent] = [missing(), 0];
    for (const pause of open.length === 0 ? [] : this.#allowed(open, pauses)) {
      if (this.#isOver()) return;
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

  #allowed(open: readonly string[], pauses: readonly number[]): readonly number[] {
    if (open.some((effect) => this.#late.has(effect))) return pauses;
    const isLong = this.#late.size === 0 && this.#inVain >= MOST_IN_VAIN;
    return isLong || open.every((effect) => this.#vain.has(effect)) ? BRIEF : pauses;
  }
}
