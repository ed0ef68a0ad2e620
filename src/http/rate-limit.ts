import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";

/** At most `count` requests in any stretch of `milliseconds`. */
export interface RateLimit {
  readonly count: number;
  readonly milliseconds: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `100/s`, `100/m`, `100/h`. */
export function parseRateLimit(text: string): Result<RateLimit> {
  const [, digits = "", unit = ""] = /^\s*(\d{1,9})\s*\/\s*([smh])\s*$/i.exec(text) ?? [];
  const count = Number(digits);
  const milliseconds = UNITS[unit.toLowerCase()];
  if (count >= 1 && milliseconds !== undefined) return ok({ count, milliseconds });
  return failed(
    problem("rate-limit-invalid", `"${text}" is not a rate limit.`, "Write it as 100/s, 100/m or 100/h."),
  );
}
