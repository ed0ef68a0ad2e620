import { setTimeout as sleepFor } from "node:timers/promises";

/** Time, handed in, so that waits can be tested without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Ends early, without an error, when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    if (milliseconds <= 0) return;
    await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
