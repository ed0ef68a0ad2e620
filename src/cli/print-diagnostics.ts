import type { Diagnostic } from "#glacier/diagnostic";
import type { Terminal } from "./terminal.js";

/** As compilers do: the place, the line, a mark below it, and what to do. */
export function printDiagnostics(
  file: string,
  text: string,
  problems: readonly Diagnostic[],
  { paint }: Terminal,
  out: (line: string) => void,
): void {
  const lines = text.split("\n");
  for (const { severity, code, at, message, hint } of problems) {
    const colour = severity === "error" ? paint.bad : paint.warn;
    out(`${file}:${at.line}:${at.column}: ${colour(severity)} ${message} ${paint.dim(`[${code}]`)}`);
    for (const line of excerpt(lines[at.line - 1] ?? "", at.column)) out(paint.dim(`    ${line}`));
    out(`    ${hint}`);
  }
}

const WIDTH = 100;

/** The part of a line around a column, with a mark below: published models have lines of 500 characters. */
function excerpt(line: string, column: number): readonly string[] {
  const start = Math.max(0, Math.min(column - 1 - WIDTH / 2, line.trimEnd().length - WIDTH));
  const part = line
    .slice(start, start + WIDTH)
    .replaceAll("\t", " ")
    .trimEnd();
  const indent = /^ */.exec(part)?.[0].length ?? 0;
  const cut = Math.min(indent, column - 1 - start);
  return [part.slice(cut), `${" ".repeat(column - 1 - start - cut)}^`];
}
