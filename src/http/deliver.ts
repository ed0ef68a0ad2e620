import type { Clock } from "./clock.js";
import type { CookieJar } from "./cookie-jar.js";
import { followRedirect } from "./follow-redirect.js";
import { mergeHeaders } from "./headers.js";
import type { Pacing } from "./pacing.js";
import type { Pools } from "./pools.js";
import type { Redactor } from "./redactor.js";
import { retryAfter } from "./retry-after.js";
import { sendOnWire, type WireLimits } from "./send-on-wire.js";
import type { Pair } from "./serialize-parameter.js";
import { type WireRequest, type WireResult, wireFailure } from "./wire.js";

export interface DeliverOptions {
  readonly pools: Pools;
  readonly pacing: Pacing;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly limits: WireLimits;
  readonly maxRequests: number;
  readonly maxRedirects: number;
  readonly maxRetries: number;
  readonly maxRetryWait: number;
}

export interface Delivered {
  /** The request of the last attempt, before redirects, with its cookies. */
  readonly request: WireRequest;
  readonly result: WireResult;
  readonly redirects: number;
  /** Of the last attempt, without the waits before it. */
  readonly milliseconds: number;
}

export interface Deliverer {
  readonly requests: number;
  deliver(
    request: WireRequest,
    cookies: readonly Pair[],
    jar: CookieJar,
    signal?: AbortSignal,
  ): Promise<Delivered>;
}

/** Requests that may be sent twice without harm, where nobody knows whether the first one arrived. */
const SAFE = ["GET", "HEAD", "OPTIONS"];

/**
 * A request with all that surrounds it: the budget, its turn, cookies, redirects, the keep-alive race, and
 * the wait that a 429 asks for. From inside out: transmit, follow, deliver.
 */
export function createDeliverer(options: DeliverOptions): Deliverer {
  const { pools, pacing, clock, redactor } = options;
  let requests = 0;

  const transmit = async (request: WireRequest, signal?: AbortSignal): Promise<WireResult> => {
    for (let attempt = 0; ; attempt++) {
      const leave = await pacing.enter(signal);
      if (leave === undefined) return wireFailure("cancelled", "the run was cancelled", "");
      try {
        if (requests >= options.maxRequests && request.beyondBudget !== true) {
          return wireFailure(
            "cancelled",
            `the budget of ${options.maxRequests} requests is spent`,
            "Raise --max-requests.",
          );
        }
        const pool = pools.at(request.origin);
        if (pool.kind === "failure") return pool;
        requests += 1;
        const result = await sendOnWire(pool.dispatcher, request, options.limits);
        const lost = result.kind === "failure" && result.unanswered && SAFE.includes(request.method);
        if (!lost || attempt > 0) return result;
      } finally {
        leave();
      }
    }
  };

  const follow = async (
    first: WireRequest,
    cookies: readonly Pair[],
    jar: CookieJar,
    signal?: AbortSignal,
  ): Promise<Delivered> => {
    const withCookies = (request: WireRequest, own: readonly Pair[]): WireRequest =>
      addCookies(request, [...jar.cookiesFor(request.origin, request.path), ...own]);
    const sent = withCookies(first, cookies);
    let [current, own] = [sent, cookies];
    const started = performance.now();
    for (let redirects = 0; ; redirects++) {
      // Where a redirect leads is part of the answer: it is followed to its end.
      const result = await transmit(current, redirects === 0 ? signal : undefined);
      const done = { request: sent, result, redirects, milliseconds: performance.now() - started };
      if (result.kind === "failure") return done;
      jar.store(current.origin, current.path, result.headers);
      for (const [name, value] of result.headers) if (name === "set-cookie") learnCookie(value, redactor);
      const next = redirects < options.maxRedirects ? followRedirect(current, result) : undefined;
      if (next === undefined || (next.crossOrigin && pools.at(next.request.origin).kind === "failure"))
        return done;
      own = next.crossOrigin ? [] : own;
      const plain = next.request.headers.filter(([name]) => name !== "cookie");
      current = withCookies({ ...next.request, headers: plain }, own);
    }
  };

  return {
    get requests() {
      return requests;
    },
    deliver: async (request, cookies, jar, signal) => {
      for (let attempt = 0; ; attempt++) {
        const delivered = await follow(request, cookies, jar, signal);
        if (delivered.result.kind === "failure") return delivered;
        const wait = retryAfter(delivered.result, clock.now(), attempt);
        if (wait === undefined || wait > options.maxRetryWait || attempt >= options.maxRetries)
          return delivered;
        pacing.pause(wait);
      }
    },
  };
}

/** Later pairs of one name win; a `Cookie` header that is there already stays in front. */
function addCookies(request: WireRequest, pairs: readonly Pair[]): WireRequest {
  if (pairs.length === 0) return request;
  const own = request.headers.find(([name]) => name === "cookie")?.[1];
  const text = [...new Map(pairs)].map(([name, value]) => `${name}=${value}`).join("; ");
  const cookie = own === undefined ? text : `${own}; ${text}`;
  return { ...request, headers: mergeHeaders(request.headers, [["cookie", cookie]]) };
}

/** A session, not a preference: `theme=dark` must not blacken every "dark" of a report. */
function learnCookie(header: string, redactor: Redactor): void {
  const [, name = "", value = ""] = /^\s*([^=;]+)=([^;]*)/.exec(header) ?? [];
  const sessionLike = /sess|sid|token|auth|jwt/i.test(name) || /;\s*httponly/i.test(header);
  if (value.length >= 16 || (sessionLike && value.length >= 8)) redactor.learn(value.trim());
}
