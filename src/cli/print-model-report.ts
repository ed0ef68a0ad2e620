import { countOf } from "#base/count-of";
import type { DerivedFrom } from "./derive-from.js";
import type { MeasuredModel } from "./measure-model.js";
import type { Terminal } from "./terminal.js";
import type { TlcAnswer } from "./tlc.js";

type Report = MeasuredModel & { readonly tlc?: TlcAnswer };

export function printModelReports(
  derived: DerivedFrom,
  reports: readonly Report[],
  terminal: Terminal,
): void {
  terminal.out(`${terminal.paint.bold(derived.title)}   ${countOf(reports.length, "model")}`);
  for (const report of reports) printModelReport(report, terminal);
  printLeftOut(derived.leftOut, " left out", terminal);
}

function printModelReport(report: Report, { out, paint }: Terminal): void {
  const { sizes, states, transitions, orbitStates, orbitTransitions, tlc } = report;
  const slots = Object.entries(sizes).map(([name, count]) => `${name} ${count}`);
  out(`\n ${paint.bold(report.resources.join(", "))}${paint.dim(`   slots: ${slots.join(", ")}`)}`);
  if (states !== null && transitions !== null)
    out(
      `   ${countOf(states, "state")}, ${countOf(transitions, "transition")}${paint.dim(`   ${report.ms} ms`)}`,
    );
  if (orbitStates !== null && orbitTransitions !== null)
    out(`   up to symmetry ${countOf(orbitStates, "state")}, ${countOf(orbitTransitions, "transition")}`);
  if (tlc !== undefined) {
    const same = tlc.same === null ? "" : tlc.same ? ": the same graph" : ": another graph";
    const edges = tlc.transitions === null ? "" : `, ${countOf(tlc.transitions, "transition")}`;
    out(`   TLC finds ${countOf(tlc.states, "state")}${edges}${same}`);
  }
  for (const note of report.notes) out(`   ${paint.warn("!")} ${note}`);
  for (const { text, holds, counterexample = [] } of report.invariants) {
    if (holds === null) out(`   ${paint.warn("?")} ${text}`);
    else out(`   ${holds ? paint.good("✓") : paint.bad("✗")} ${text}`);
    for (const [index, call] of counterexample.entries()) out(`       ${index + 1}. ${call}`);
  }
  if (report.deadEnds > 0)
    out(`   ${paint.warn("!")} ${countOf(report.deadEnds, "state")} that no call leaves`);
  for (const name of report.unreachable) out(`   ${paint.warn("!")} ${name} is possible in no state`);
  for (const name of report.undeletable) out(`   ${paint.warn("!")} nothing removes ${name}`);
  printLeftOut(report.leftOut, "   left out of this model", { out, paint });
}

const MOST_LINES = 20;

function printLeftOut(
  lines: readonly string[],
  head: string,
  { out, paint }: Pick<Terminal, "out" | "paint">,
): void {
  if (lines.length === 0) return;
  out(`\n${head}`);
  for (const line of lines.slice(0, MOST_LINES)) out(paint.dim(`   ${line}`));
  if (lines.length > MOST_LINES)
    out(paint.dim(`   and ${lines.length - MOST_LINES} more; --json has all of them`));
}
