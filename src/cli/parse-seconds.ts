import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";

const SECONDS = { "": 1, ms: 0.001, s: 1, m: 60, h: 3600 };

/** `90`, `90s`, `1.5m`, `2h`, `500ms`, in seconds. */
export function parseSeconds(flag: string, text: string): Result<number> {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|)$/.exec(text.trim()) ?? [];
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
  // What timers can hold, in milliseconds.
  if (number !== "" && seconds >= 0.001 && seconds * 1000 < 2 ** 31) return ok(seconds);
  return failed(
    problem(
      "usage",
      `${flag} takes seconds, or a number with ms, s, m or h, not "${text}".`,
      `For example ${flag} 90, or ${flag} 1.5m.`,
    ),
  );
}
