import type { HeaderList } from "./headers.js";
import { headerOf } from "./headers.js";
import type { WireAnswer } from "./wire.js";

/**
 * How long to wait before the request may be sent again, or undefined where the answer stands. A 429 asks to
 * come back in any case; a 503 only where it says when, since otherwise it is the fault that is looked for.
 */
export function retryAfter(answer: WireAnswer, now: number, attempt: number): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const stated = statedWait(answer.headers, now);
  if (stated !== undefined) return stated;
  return answer.status === 429 ? 1_000 * 2 ** attempt : undefined;
}

/** Seconds, or a date. */
function statedWait(headers: HeaderList, now: number): number | undefined {
  const text = headerOf(headers, "retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only what begins like an HTTP date: `Date.parse` reads a year into nearly any number.
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
