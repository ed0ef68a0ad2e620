import type { Graph } from "./graph.js";

/** Hitting a bound is a result: what was counted until then tells the user how far off the bound is. */
export type Exploration =
  | { readonly kind: "complete"; readonly graph: Graph }
  | {
      readonly kind: "bounded";
      readonly bound: "states" | "transitions" | "memory";
      readonly states: number;
      readonly transitions: number;
    };

export interface Bounds {
  readonly maxStates: number;
  readonly maxTransitions: number;
}
