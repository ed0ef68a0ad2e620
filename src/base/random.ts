/**
 * Seeded randomness, handed in as an argument wherever something is chosen.
 *
 * `derive(label)` gives a stream of its own per purpose: a draw added in one place then leaves every other
 * choice of the run as it was, which keeps a seed meaningful from one version of a plan to the next.
 */
export interface Random {
  readonly seed: number;
  /** A whole number in 0 … bound − 1. */
  below(bound: number): number;
  derive(label: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    // splitmix32: full period over 2^32 and good enough to choose test data by.
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  return {
    seed: seed >>> 0,
    below: (bound) => Math.floor((next() / 0x1_0000_0000) * bound),
    derive: (label) => createRandom(deriveSeed(seed, label)),
  };
}

/** FNV-1a over the label, started from the seed. */
export function deriveSeed(seed: number, label: string): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (let index = 0; index < label.length; index++) {
    hash = Math.imul(hash ^ label.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
