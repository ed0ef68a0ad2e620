import { NORMS } from "#semantics/experiments/norms";
import type { OracleDescription } from "./oracle.js";
import { ORACLES } from "./oracles.js";

/**
 * The reference page of the oracles, from the oracles and the norms of experiments themselves. `around` are those
 * that look at the service around a call: they live where calls are made, which this room does not see.
 */
export function describeOracles(around: readonly OracleDescription[]): string {
  return [
    "# Oracles",
    "",
    "Each judges one exchange against what came before it. The verdict is the strongest that it gives.",
    "",
    ...tableOf("oracle", ORACLES),
    "",
    "## Around a call",
    "",
    "These look at the service before and after a write. `contract` judges every write, `answer` and `frame` the steps",
    "of a tour through the model. One call has one cause: an objection of the contract goes before one to the answer,",
    "and that before one of the frame.",
    "",
    ...tableOf("oracle", around),
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

function tableOf(heading: string, rules: readonly OracleDescription[]): readonly string[] {
  const rows = rules.map(
    ({ id, title, verdict, source }) => `| \`${id}\` | ${title} | ${verdict} | ${source} |`,
  );
  return [`| ${heading} | rule | verdict | source |`, "| --- | --- | --- | --- |", ...rows];
}
