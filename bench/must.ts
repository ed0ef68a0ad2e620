import type { Result } from "#base/result";

/** For what cannot fail because it is bundled: that it does is a fault of the bench. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problems[0]?.message);
}
