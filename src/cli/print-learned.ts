import { aNoun } from "#base/a-noun";
import { countOf } from "#base/count-of";
import { lifecyclesIn } from "#semantics/lifecycles";
import type { OperationMeaning } from "#semantics/semantics";
import type { LearnReport } from "./learned-json.js";
import { kindShown, movesOf, relationsOf } from "./learned-json.js";
import type { Terminal } from "./terminal.js";

/** The table of `piolet learn`: what each operation does, and how that is known. */
export function printLearned(report: LearnReport, terminal: Terminal): void {
  const { api, semantics } = report;
  const { paint, out } = terminal;
  const groups = new Map<string, OperationMeaning[]>();
  for (const { key } of api.operations) {
    const meaning = semantics.operations[key];
    if (meaning === undefined) continue;
    const name = kindShown(meaning.resource, semantics) ?? "";
    groups.set(name, [...(groups.get(name) ?? []), meaning]);
  }
  const width = Math.min(60, Math.max(...api.operations.map(({ key }) => key.length)));
  for (const [name, meanings] of groups) {
    out(`\n ${paint.bold(name || "no resource")}${paint.dim(about(name, report))}`);
    for (const { operation, semantics: label, kind, proof, reason } of meanings) {
      const mark = proof?.confirmed === true ? paint.good("✓") : paint.warn("?");
      const word = kind === undefined || kind === "none" ? label : `${label} ${kind}`;
      const revised = proof !== undefined && proof.hypothesis !== label ? `, not ${proof.hypothesis}` : "";
      const why = proof?.because ?? `not tried: ${reason}`;
      out(`  ${mark} ${operation.padEnd(width)} ${(word + revised).padEnd(17)} ${paint.dim(why)}`.trimEnd());
      if (proof?.confirmed !== true && proof?.hint !== undefined) out(paint.dim(`      ${proof.hint}`));
    }
  }
  const relations = relationsOf(report);
  if (relations.length > 0) out("");
  for (const relation of relations) {
    const { child, parent, via, onParentDelete } = relation as Readonly<Record<string, string | null>>;
    const effect = onParentDelete === null ? "" : `: ${EFFECTS[onParentDelete ?? ""] ?? ""}`;
    out(` ${child} names ${aNoun(parent ?? "thing")} (${via})${effect}`);
  }
  for (const life of lifecyclesIn(report.rules)) {
    out(`\n ${life.resource} begins with ${life.field} ${life.initial}`);
    for (const { operation, from, to } of movesOf(life))
      out(`  ${from.join(", ")} → ${to}   ${paint.dim(operation)}`);
  }
  const confirmed = Object.values(semantics.operations).filter(
    ({ proof }) => proof?.confirmed === true,
  ).length;
  out(
    `\n ${confirmed} of ${countOf(api.operations.length, "operation")} confirmed, ${countOf(relations.length, "relation")}, ${countOf(report.requests, "request")}, seed ${report.seed}`,
  );
}

const EFFECTS: Readonly<Record<string, string>> = {
  restrict: "deleting that is refused while it is there",
  cascade: "goes with it",
  orphan: "stays behind when that is deleted",
};

function about(name: string, { semantics, book }: LearnReport): string {
  const resource = semantics.resources.find((candidate) => candidate.name === name);
  if (resource === undefined) return "";
  const field = resource.idFields[0];
  const recipe = book.creates.get(name);
  const id = field === undefined ? "" : `   id ${field}, given by the ${resource.idSource}`;
  return recipe?.found === true ? `${id}   only looked up` : id;
}
