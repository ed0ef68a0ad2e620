import type { Json } from "#base/json";
import type { Outcome } from "#calls/exchange";
import { type ReadRequest, requestKey } from "./read-request.js";

/** Where evaluation gets the state of the service from. It answers with an outcome, whatever goes wrong. */
export interface Observer {
  read(request: ReadRequest): Promise<Outcome>;
  /** Whether the service leaves this value out by habit, so that nobody misses it. Default: never. */
  mayLack?(value: Json): boolean;
}

/** A moment between two calls, in which the service does not change: each url is read once. */
export interface ObservationPoint extends Observer {
  /** Requests that were sent. */
  readonly issued: number;
  /** Reads that a request sent before already answered. */
  readonly saved: number;
}

export interface ObservationOptions {
  /** How many requests may be under way at a time. */
  readonly concurrency?: number;
  /** Whether an answer serves all who ask for it. Default: yes; the other way only to measure what that saves. */
  readonly shared?: boolean;
  readonly mayLack?: (value: Json) => boolean;
}

/**
 * One point serves every clause that is judged at its moment: the state after one call is the state before
 * the next, so a run keeps the point and hands it on as the next call's `before`.
 */
export function createObservationPoint(
  fetch: (request: ReadRequest) => Promise<Outcome>,
  options: ObservationOptions = {},
): ObservationPoint {
  return new MemoisedPoint(fetch, Math.max(1, options.concurrency ?? 8), options);
}

class MemoisedPoint implements ObservationPoint {
  issued = 0;
  saved = 0;
  readonly #seen = new Map<string, Promise<Outcome>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(
    private readonly fetch: (request: ReadRequest) => Promise<Outcome>,
    concurrency: number,
    private readonly options: ObservationOptions,
  ) {
    this.#free = concurrency;
  }

  mayLack(value: Json): boolean {
    return this.options.mayLack?.(value) ?? false;
  }

  read(request: ReadRequest): Promise<Outcome> {
    const key = requestKey(request);
    const seen = (this.options.shared ?? true) ? this.#seen.get(key) : undefined;
    if (seen) {
      this.saved++;
      return seen;
    }
    this.issued++;
    const outcome = this.#send(request);
    this.#seen.set(key, outcome);
    return outcome;
  }

  async #send(request: ReadRequest): Promise<Outcome> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await this.fetch(request);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
