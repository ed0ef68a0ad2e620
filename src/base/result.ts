import type { Problem } from "./problem.js";

/** A value with the problems met on the way to it, or only the problems that made it impossible. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function ok<T>(value: T, problems: readonly Problem[] = []): Result<T> {
  return { ok: true, value, problems };
}

export function failed(...problems: readonly Problem[]): Result<never> {
  return { ok: false, problems };
}

/** The value, for whoever has no better way to go on without it: the first problem becomes an exception. */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const [first] = result.problems;
  throw new Error(first === undefined ? "there is no value" : `${first.message} ${first.hint}`);
}
