import type { Exchange } from "#calls/exchange";

const NEVER_SENT: readonly string[] = [
  "unresolved",
  "unsendable",
  "withheld",
  "unauthenticated",
  "cancelled",
];

/**
 * Counts what a run has sent of what it was planned for. Logins and retries are not calls, and what runs again only to
 * confirm a finding, or around one, comes on top: a service with faults is tested as far as one without.
 */
export class Meter {
  #spent = 0;
  #aside = 0;

  get spent(): number {
    return this.#spent;
  }

  note({ outcome }: Pick<Exchange, "outcome">): void {
    const isSent = outcome.kind !== "none" || !NEVER_SENT.includes(outcome.reason);
    if (isSent && this.#aside === 0) this.#spent += 1;
  }

  /** What is sent meanwhile does not count. */
  async aside<R>(run: () => Promise<R>): Promise<R> {
    this.#aside += 1;
    try {
      return await run();
    } finally {
      this.#aside -= 1;
    }
  }
}
