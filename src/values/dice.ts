import type fc from "fast-check";

/** The choices that drawing a value needs, over fast-check's generator, so that a fast-check seed replays them. */
export interface Dice {
  readonly source: fc.Random;
  /** A whole number in `min … max`, both included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(options: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

export function createDice(source: fc.Random): Dice {
  const between = (min: number, max: number): number => (max <= min ? min : source.nextInt(min, max));
  return {
    source,
    between,
    chance: (probability) => source.nextDouble() < probability,
    pick: <T>(options: readonly T[]): T => {
      const chosen = options[between(0, options.length - 1)];
      // Callers never pick from an empty list; `undefined` can still be an option of its own.
      if (options.length === 0) throw new Error("nothing to pick from");
      return chosen as T;
    },
    shuffled: <T>(items: readonly T[]): T[] => {
      const order = [...items];
      for (let index = order.length - 1; index > 0; index--) {
        const other = between(0, index);
        const held = order[index] as T;
        order[index] = order[other] as T;
        order[other] = held;
      }
      return order;
    },
  };
}
