import type { Problem } from "#base/problem";

/** 0 clean, 1 findings, 2 usage, config or document unusable, 3 target not reachable. */
export const EXIT = { clean: 0, findings: 1, unusable: 2, unreachable: 3 } as const;

/** Whatever was found: what shells expect of a process that a signal has ended: 128 and its number. */
export const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const;

export type Interrupted = (typeof INTERRUPTED)[keyof typeof INTERRUPTED];

export type ExitCode = (typeof EXIT)[keyof typeof EXIT] | Interrupted;

const ABOUT_THE_TARGET: ReadonlySet<Problem["code"]> = new Set([
  "target-unreachable",
  "target-refuses",
  "auth-login-failed",
]);

export function exitCodeOf(problems: readonly Problem[]): ExitCode {
  return problems.some((problem) => ABOUT_THE_TARGET.has(problem.code)) ? EXIT.unreachable : EXIT.unusable;
}
