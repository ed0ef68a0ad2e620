import { ORACLES } from "./oracles.js";

/** The reference page of the oracles, from the oracles themselves. */
export function describeOracles(): string {
  const rows = ORACLES.map(
    ({ id, title, verdict, source }) => `| \`${id}\` | ${title} | ${verdict} | ${source} |`,
  );
  return [
    "# Oracles",
    "",
    "Each judges one exchange against what came before it. The verdict is the strongest that it gives.",
    "",
    "| oracle | rule | verdict | source |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
