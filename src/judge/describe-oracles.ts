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
    "Each judges one exchange against what came before it. The verdict is the strongest that it gives. How to choose,",
    "silence and add them: [oracles](../oracles.md).",
    "",
    ...tableOf(
      "oracle",
      ORACLES.filter(({ sequences }) => sequences === undefined),
    ),
    "",
    "## With calls of their own",
    "",
    "These plan calls for the situations that they judge, on things that are made for them and deleted afterwards.",
    "`piolet test --dry-run` says how many calls each adds.",
    "",
    ...tableOf(
      "oracle",
      ORACLES.filter(({ sequences }) => sequences !== undefined),
    ),
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
  const hasNeeds = rules.some(({ needs }) => needs !== undefined);
  const rows = rules.map(({ id, title, verdict, source, needs = "" }) =>
    row(`\`${id}\``, title, verdict, source, ...(hasNeeds ? [needs] : [])),
  );
  const head = [heading, "rule", "verdict", "source", ...(hasNeeds ? ["needs"] : [])];
  return [row(...head), row(...head.map(() => "---")), ...rows];
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
