import { mayGoOn } from "./may-go-on.js";

/**
 * A computation that may take long, in steps: at each `yield` it hears whether it may go on. Where it may not, it ends with
 * what it has and says that it is not all. So one piece of code serves callers who wait for the end and those who may be
 * interrupted, and none of it is async.
 */
export type InSteps<T> = Generator<void, T, boolean>;

/** Milliseconds that a computation may hold the thread before timers and signals are heard. */
const LONGEST = 50;

/** To its end, whoever waits. */
export function runSteps<T>(steps: InSteps<T>): T {
  let step = steps.next(true);
  while (step.done !== true) step = steps.next(true);
  return step.value;
}

/** To its end, or until the signal is aborted: then it is told so once, and ends. */
export async function runStepsWhile<T>(steps: InSteps<T>, signal: AbortSignal | undefined): Promise<T> {
  let goesOn = await mayGoOn(signal);
  let heard = performance.now();
  for (let step = steps.next(goesOn); ; step = steps.next(goesOn)) {
    if (step.done === true) return step.value;
    if (!goesOn || performance.now() - heard < LONGEST) continue;
    goesOn = await mayGoOn(signal);
    heard = performance.now();
  }
}
