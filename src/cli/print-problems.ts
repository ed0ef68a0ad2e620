import type { Problem } from "#base/problem";
import { type ExitCode, exitCodeOf } from "./exit-code.js";
import type { Terminal } from "./terminal.js";

/** Message, place, hint: one problem in two lines. */
export function printProblems(problems: readonly Problem[], terminal: Terminal): void {
  for (const problem of problems) {
    terminal.err(`${terminal.paint.bad("✗")} ${problem.message}${placeOf(problem)}`);
    terminal.err(`  ${terminal.paint.dim(problem.hint)}`);
  }
}

/** Nothing can be done: the problems, as JSON where that was asked for, and the exit code that fits them. */
export function refuse(problems: readonly Problem[], json: boolean, terminal: Terminal): ExitCode {
  if (json) terminal.out(JSON.stringify({ problems }, null, 2));
  printProblems(problems, terminal);
  return exitCodeOf(problems);
}

/** In parentheses, with a space before them; empty where no place is known. */
export function placeOf({ source, at, pointer }: Problem): string {
  const line = at === undefined ? "" : `:${at.line}:${at.column}`;
  const parts = [
    source === undefined
      ? at === undefined
        ? ""
        : `line ${at.line}, column ${at.column}`
      : `${source}${line}`,
    pointer ?? "",
  ];
  const place = parts.filter((part) => part !== "").join(" ");
  return place === "" ? "" : ` (${place})`;
}
