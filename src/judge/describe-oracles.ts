import { NORMS } from "#semantics/experiments/norms";
import { ORACLES } from "./oracles.js";

/** What a reader needs to know of a rule that findings name. */
interface Described {
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
  readonly source: string;
}

/** The reference page of the oracles, from the oracles and the norms of experiments themselves. */
export function describeOracles(): string {
  return [
    "# Oracles",
    "",
    "Each judges one exchange against what came before it. The verdict is the strongest that it gives.",
    "",
    ...tableOf("oracle", ORACLES),
    "",
    "## Norms of experiments",
    "",
    "Before the run Piolet learns by experiments how things live: each twice, with things of its own. Where a service",
    "does otherwise than is usual, that is told once, and taken for its rule from then on.",
    "",
    ...tableOf("norm", NORMS),
    "",
  ].join("\n");
}

function tableOf(heading: string, rules: readonly Described[]): readonly string[] {
  const rows = rules.map(
    ({ id, title, verdict, source }) => `| \`${id}\` | ${title} | ${verdict} | ${source} |`,
  );
  return [`| ${heading} | rule | verdict | source |`, "| --- | --- | --- | --- |", ...rows];
}
