import type { Json } from "#base/json";
import type { Outcome } from "#calls/exchange";
import type { Observer } from "./observation-point.js";
import { isSafeMethod, patternKey, type ReadRequest, requestKey } from "./read-request.js";
import type { Moment, Pass } from "./scope.js";

/** What one evaluation may cost. Reaching a limit is a result with a reason, never an exception. */
export interface Limits {
  /** Elements of one collection that a quantifier looks at. */
  readonly items: number;
  /** Choices of elements of a quantifier with several variables. */
  readonly tuples: number;
  /** Different urls that one formula reads. */
  readonly reads: number;
  readonly steps: number;
}

/** All pairs of 200 elements fit: "no id occurs twice" is the usual quantifier of two variables. */
export const DEFAULT_LIMITS: Limits = { items: 200, tuples: 40_000, reads: 1_000, steps: 1_000_000 };

export interface Sampling {
  readonly collection: string;
  readonly taken: number;
  readonly total: number;
}

/** Urls with what was observed there, by `requestKey`. */
export type Observations = ReadonlyMap<string, Outcome>;

export interface PassOptions {
  readonly observer: Observer;
  readonly limits?: Partial<Limits> | undefined;
  /** What was observed before the call; without it, `before` is observed as `now` is. */
  readonly before?: Observations | undefined;
  /** Operations other than GET and HEAD that may be read, as `METHOD /path`. */
  readonly pureOperations?: readonly string[] | undefined;
  /** The elements for which a `for` makes reads; it passes over the others. Default: all. */
  readonly concerns?: ((element: Json) => boolean) | undefined;
  /** Lists are compared as sets by `is part of`. Default: element by element. */
  readonly anyOrder?: boolean | undefined;
}

export interface Ran<T> {
  readonly result: T;
  readonly pass: Pass;
  readonly observations: Observations;
  readonly sampled: readonly Sampling[];
}

/**
 * Evaluates, makes the reads that were missing, and evaluates again, until nothing is missing. Every round
 * observes something new and the number of reads is bounded, so it ends. Where the reads would exceed their
 * limit, the quantifiers look at fewer elements instead of giving up.
 */
export async function runPasses<T>(options: PassOptions, evaluate: (pass: Pass) => T): Promise<Ran<T>> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const pure = new Set(options.pureOperations?.map(patternOf));
  const observations = new Map<string, Outcome>();
  let steps = 0;
  let items = limits.items;
  let spent = false;
  for (;;) {
    const needed = new Map<string, ReadRequest>();
    const sampled = new Map<string, Sampling>();
    const pass: Pass = {
      observe: (moment, request) => {
        const key = requestKey(request);
        const found = sourceOf(moment, observations, options.before).get(key);
        if (found) return found;
        if (moment === "before" && options.before) return { unavailable: "it was not read before the call" };
        if (!isSafe(request, pure)) return { unavailable: `${request.method} may change the service` };
        if (spent) return { unavailable: `the formula needs more than ${limits.reads} reads` };
        needed.set(key, request);
        return "pending";
      },
      step: () => ++steps <= limits.steps,
      sampleSize: (variables) => Math.max(1, Math.min(items, Math.floor(limits.tuples ** (1 / variables)))),
      noteSample: (collection, taken, total) => {
        if ((sampled.get(collection)?.total ?? 0) < total)
          sampled.set(collection, { collection, taken, total });
      },
      concerns: options.concerns ?? (() => true),
      anyOrder: options.anyOrder ?? false,
      mayLack: (value) => options.observer.mayLack?.(value) ?? false,
    };
    const result = evaluate(pass);
    if (needed.size === 0 || steps > limits.steps) {
      return { result, pass: again(pass, limits.steps), observations, sampled: [...sampled.values()] };
    }
    if (observations.size + needed.size > limits.reads) {
      if (items === 1) spent = true;
      items = Math.max(1, Math.floor(items / 4));
      continue;
    }
    await Promise.all(
      [...needed].map(async ([key, request]) => observations.set(key, await options.observer.read(request))),
    );
  }
}

function sourceOf(moment: Moment, now: Observations, before: Observations | undefined): Observations {
  return moment === "before" && before ? before : now;
}

function isSafe(request: ReadRequest, pure: ReadonlySet<string>): boolean {
  return isSafeMethod(request.method) || pure.has(patternKey(request.method, request.pattern));
}

function patternOf(operation: string): string {
  const [method = "", path = ""] = operation.split(" ");
  return patternKey(method, path);
}

/** The same observations with steps of its own, for the explanation of a result. */
function again(pass: Pass, limit: number): Pass {
  let steps = 0;
  return { ...pass, step: () => ++steps <= limit, noteSample: () => undefined };
}
