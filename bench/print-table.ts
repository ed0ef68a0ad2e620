export type Cell = string | number;

/** A table that a terminal and a Markdown page show alike: what is printed can be pasted into the docs. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  print: (line: string) => void = console.log,
): void {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === "number" ? shown(cell) : cell)));
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => aligned(cells[column] ?? "", width, isNumber[column])).join(" | ")} |`;
  print(line(head));
  print(
    line(widths.map((width, column) => (isNumber[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)))),
  );
  for (const row of texts) print(line(row));
}

function aligned(text: string, width: number, right = false): string {
  return right ? text.padStart(width) : text.padEnd(width);
}

/** Three digits say enough of a measured number; counts are shown whole. */
function shown(value: number): string {
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
