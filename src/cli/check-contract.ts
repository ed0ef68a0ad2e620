import { countOf } from "#base/count-of";
import type { Problem } from "#base/problem";
import { readWritten } from "#contracts/written-contract";
import { checkClauses } from "#glacier/check-clauses";
import type { Clause } from "#glacier/clause";
import type { Diagnostic } from "#glacier/diagnostic";
import { misspeltMembers } from "#glacier/misspelt-members";
import { loadApi } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";
import { type ContractSettings, clauseAsJson, originOf } from "./contract-settings.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { ClausePlaces, overlayProblems } from "./own-mistakes.js";
import { placeOf, refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";

/** `piolet contract SPEC --check`: reads and checks the clauses that there are, and writes nothing. */
export async function checkContract(
  { spec, overlays, allowExternalRefs, entries, cwd }: ContractSettings,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const loaded = await loadApi(spec, { overlays, allowExternalRefs });
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  const api = loaded.value;
  const places = await ClausePlaces.read({ spec, overlays, cwd });
  const written = readWritten(api, guessSemantics(api), entries);
  const checked = checkClauses(api, [...written.yours, ...written.generated]);
  const placed = (found: readonly Problem[]) => Promise.all(found.map((one) => places.place(one)));
  const lost = overlayProblems(api);
  const problems = await placed([
    ...written.problems,
    ...misspeltMembers(api),
    ...lost.filter((one) => places.isOwn(one)),
  ]);
  const doubts = await placed(lost.filter((one) => !places.isOwn(one)));
  if (json) {
    const clauses = checked.map((entry) => clauseAsJson(entry, originOf(entry.clause)));
    terminal.out(JSON.stringify({ clauses, problems: [...problems, ...doubts] }, null, 2));
  } else {
    const { paint, out } = terminal;
    for (const { clause, problems: found } of checked.filter((entry) => entry.problems.length > 0)) {
      const owner = clause.operation === undefined ? "" : `${paint.bold(clause.operation)} `;
      out(`${owner}${clause.kind} ${clause.text}`);
      for (const { severity, ...one } of found) {
        const colour = severity === "error" ? paint.bad : paint.warn;
        const place = await placeOfClause(one, clause, places);
        out(
          `  ${colour(severity)} at ${one.at.line}:${one.at.column}${place}: ${one.message} ${paint.dim(one.hint)}`,
        );
      }
    }
    const say = (severity: string, all: readonly Problem[]) => {
      for (const one of all) out(`${severity} ${one.message}${placeOf(one)} ${paint.dim(one.hint)}`);
    };
    say(paint.bad("error"), problems);
    say(paint.warn("warning"), doubts);
    const all = checked.flatMap((entry) => entry.problems);
    const errors = countSeverity(all, "error") + problems.length;
    const warnings = countSeverity(all, "warning") + doubts.length;
    out(`${countOf(checked.length, "clause")}, ${countOf(errors, "error")}, ${countOf(warnings, "warning")}`);
  }
  const broken = problems.length > 0 || checked.some((entry) => countSeverity(entry.problems, "error") > 0);
  return broken ? EXIT.unusable : EXIT.clean;
}

/** Where in its file: another place than in the formula alone. */
async function placeOfClause(
  found: Problem,
  { pointer, source, at }: Clause,
  places: ClausePlaces,
): Promise<string> {
  const from = source === undefined ? {} : { source };
  if (pointer === undefined || at !== undefined) return placeOf({ ...found, ...from });
  const { pointer: _, ...placed } = await places.place({ ...found, ...from, pointer });
  return placed.source === undefined ? "" : placeOf(placed);
}

function countSeverity(problems: readonly Diagnostic[], severity: Diagnostic["severity"]): number {
  return problems.filter((found) => found.severity === severity).length;
}
