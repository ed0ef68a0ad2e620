/** Time for a service and for whoever tests it. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * A clock that only whoever waits puts forward: what is slow to show shows, and nobody sits there. It stands still
 * otherwise, so that nothing depends on how busy the machine is.
 */
export function leapingClock(): Clock {
  let now = Date.now();
  return {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
  };
}
