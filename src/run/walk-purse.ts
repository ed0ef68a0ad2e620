import type { Meter } from "./meter.js";

/** Requests of the whole run after which a walk takes no more. */
export interface WalkBounds {
  /** No tour is begun after that. */
  readonly tours: number;
  /** Looks are rationed so that the walk ends there. */
  readonly closer: number;
}

export const UNBOUNDED: WalkBounds = { tours: Infinity, closer: Infinity };

/** What the walk through one model may still take. */
export class WalkPurse {
  readonly #begun: number;

  constructor(
    private readonly meter: Meter,
    private readonly bounds: WalkBounds,
  ) {
    this.#begun = meter.spent;
  }

  get isEmpty(): boolean {
    return this.meter.spent >= this.bounds.tours;
  }

  /** Requests for more looks, if the rest of the walk takes as much for each transition as it did so far. */
  spare(covered: number, ahead: number): number {
    const { spent } = this.meter;
    const rest = (ahead / Math.max(1, covered)) * (spent - this.#begun);
    return this.bounds.closer - spent - rest;
  }

  /** What the share of a model is in what is left for several. */
  static share(meter: Meter, bounds: WalkBounds, share: number): WalkPurse {
    const partOf = (bound: number) => meter.spent + share * (bound - meter.spent);
    return new WalkPurse(meter, { tours: partOf(bounds.tours), closer: partOf(bounds.closer) });
  }
}
