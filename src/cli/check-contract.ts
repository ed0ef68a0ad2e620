import { countOf } from "#base/count-of";
import { readWritten } from "#contracts/written-contract";
import { checkClauses } from "#glacier/check-clauses";
import type { Diagnostic } from "#glacier/diagnostic";
import { loadApi } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";
import { type ContractSettings, clauseAsJson, originOf } from "./contract-settings.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";

/** `piolet contract SPEC --check`: reads and checks the clauses that there are, and writes nothing. */
export async function checkContract(
  { spec, overlays, allowExternalRefs, entries }: ContractSettings,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const loaded = await loadApi(spec, { overlays, allowExternalRefs });
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  const api = loaded.value;
  const written = readWritten(api, guessSemantics(api), entries);
  const checked = checkClauses(api, [...written.yours, ...written.generated]);
  if (json) {
    const clauses = checked.map((entry) => clauseAsJson(entry, originOf(entry.clause)));
    terminal.out(JSON.stringify({ clauses, problems: written.problems }, null, 2));
  } else {
    const { paint, out } = terminal;
    for (const { clause, problems } of checked.filter((entry) => entry.problems.length > 0)) {
      out(`${paint.bold(clause.operation ?? "invariant")} ${clause.kind} ${clause.text}`);
      for (const { severity, at, message, hint } of problems) {
        const colour = severity === "error" ? paint.bad : paint.warn;
        out(`  ${colour(severity)} at ${at.line}:${at.column}: ${message} ${paint.dim(hint)}`);
      }
    }
    for (const { message, pointer, source, hint } of written.problems) {
      const place = [source, pointer].filter((part) => part !== undefined).join(" ");
      out(`${paint.bad("error")} ${message} (${place}) ${paint.dim(hint)}`);
    }
    const all = checked.flatMap(({ problems }) => problems);
    const errors = countSeverity(all, "error") + written.problems.length;
    const warnings = countSeverity(all, "warning");
    out(`${countOf(checked.length, "clause")}, ${countOf(errors, "error")}, ${countOf(warnings, "warning")}`);
  }
  const broken =
    written.problems.length > 0 || checked.some(({ problems }) => countSeverity(problems, "error") > 0);
  return broken ? EXIT.unusable : EXIT.clean;
}

function countSeverity(problems: readonly Diagnostic[], severity: Diagnostic["severity"]): number {
  return problems.filter((found) => found.severity === severity).length;
}
