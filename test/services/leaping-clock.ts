/** Time for a service and for whoever tests it. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** A clock that whoever waits puts forward: what is slow to show shows, and nobody sits there. */
export function leapingClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds) => {
      ahead += milliseconds;
    },
  };
}
