/** What came of running a candidate: the same fault, none, or it did not even get to where it would show. */
export type Replayed = "fails" | "passes" | "unclear";

export type Replay<C> = (candidate: C) => Promise<Replayed>;

/**
 * Runs candidates, each once, and only so many. When the budget is spent every further one counts as not failing,
 * so that whoever shrinks ends with the best that was found.
 */
export class Attempts<C> {
  readonly #tried = new Set<string>();
  readonly #replay: Replay<C>;
  readonly #most: number;
  readonly #nameOf: (candidate: C) => string;
  #made = 0;

  /** `nameOf` tells candidates apart: what has been run need not be run again. */
  constructor(replay: Replay<C>, most: number, nameOf: (candidate: C) => string) {
    this.#replay = replay;
    this.#most = most;
    this.#nameOf = nameOf;
  }

  get made(): number {
    return this.#made;
  }

  get isSpent(): boolean {
    return this.#made >= this.#most;
  }

  /** From here on everything may be run once more: what did not fail may have passed by chance. */
  forget(): void {
    this.#tried.clear();
  }

  async fails(candidate: C): Promise<boolean> {
    const name = this.#nameOf(candidate);
    if (this.isSpent || this.#tried.has(name)) return false;
    this.#tried.add(name);
    this.#made += 1;
    return (await this.#replay(candidate)) === "fails";
  }
}
