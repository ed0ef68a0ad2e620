import type { Problem } from "#base/problem";
import type { Terminal } from "./terminal.js";

/** Message, place, hint: one problem in two lines. */
export function printProblems(problems: readonly Problem[], terminal: Terminal): void {
  for (const problem of problems) {
    terminal.err(`${terminal.paint.bad("✗")} ${problem.message}${placeOf(problem)}`);
    terminal.err(`  ${terminal.paint.dim(problem.hint)}`);
  }
}

function placeOf({ source, at, pointer }: Problem): string {
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
