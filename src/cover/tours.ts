/** Walks from the initial state, as numbers of transitions, in one array: millions of calls stay small. */
export interface Tours {
  readonly count: number;
  /** Calls of all tours together. */
  readonly calls: number;
  readonly tour: (index: number) => Int32Array;
}

export function collectTours(produce: () => Iterable<readonly number[]>): Tours {
  let steps = new Int32Array(1 << 10);
  let calls = 0;
  const starts = [0];
  for (const tour of produce()) {
    if (calls + tour.length > steps.length) {
      const larger = new Int32Array(Math.max(steps.length * 2, calls + tour.length));
      larger.set(steps);
      steps = larger;
    }
    steps.set(tour, calls);
    calls += tour.length;
    starts.push(calls);
  }
  return {
    count: starts.length - 1,
    calls,
    tour: (index) => steps.subarray(starts[index], starts[index + 1]),
  };
}
