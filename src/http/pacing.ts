import type { Clock } from "./clock.js";
import type { RateLimit } from "./rate-limit.js";

/** Lets requests through one by one: not too many at once, not too many in a second, none during a pause. */
export interface Pacing {
  /** Waits for its turn. Calls `leave` when done; undefined where the signal was aborted meanwhile. */
  enter(signal?: AbortSignal): Promise<Leave | undefined>;
  /** Nobody enters for so long: what a 429 asks for concerns the whole run, not one call. */
  pause(milliseconds: number): void;
}

export type Leave = () => void;

export function createPacing(
  clock: Clock,
  options: { readonly concurrency: number; readonly rateLimit?: RateLimit },
): Pacing {
  const { concurrency, rateLimit } = options;
  // Spread evenly instead of in bursts: then no window of the service, wherever it begins, sees too many.
  const spacing = rateLimit === undefined ? 0 : rateLimit.milliseconds / rateLimit.count;
  let inside = 0;
  let nextStart = 0;
  let pausedUntil = 0;
  const waiting: (() => void)[] = [];

  const leave: Leave = () => {
    inside -= 1;
    waiting.shift()?.();
  };

  /** A place is handed over, not competed for: whoever has waited longest gets it. */
  const takePlace = (signal?: AbortSignal): Promise<boolean> => {
    if (inside < concurrency) {
      inside += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const give = (): void => {
        signal?.removeEventListener("abort", giveUp);
        inside += 1;
        resolve(true);
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(give), 1);
        resolve(false);
      };
      waiting.push(give);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  };

  return {
    enter: async (signal) => {
      if (isAborted(signal) || !(await takePlace(signal))) return undefined;
      do {
        await clock.sleep(pausedUntil - clock.now(), signal);
        // The turn is taken before the wait for it, or all who wait would start together.
        const start = Math.max(clock.now(), nextStart);
        nextStart = start + spacing;
        await clock.sleep(start - clock.now(), signal);
        if (isAborted(signal)) {
          leave();
          return undefined;
        }
      } while (pausedUntil > clock.now());
      return leave;
    },
    pause: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
    },
  };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
