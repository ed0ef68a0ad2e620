import type { Json } from "#base/json";
import { problem } from "#base/problem";
import { checkClauses } from "#glacier/check-clauses";
import type { Diagnostic } from "#glacier/diagnostic";
import { readClauses } from "#glacier/read-clauses";
import { loadApi } from "#openapi/load-api";
import { EXIT, type ExitCode } from "./exit-code.js";
import { refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";

export interface ContractFlags {
  readonly check?: boolean;
  readonly overlay: readonly string[];
  readonly allowExternalRefs?: boolean;
  readonly json?: boolean;
}

/** `piolet contract SPEC --check`: reads and checks the clauses that the document and its overlays have. */
export async function contract(spec: string, flags: ContractFlags, terminal: Terminal): Promise<ExitCode> {
  const json = flags.json === true;
  if (flags.check !== true) {
    const message = "piolet contract checks the clauses of a document; say so with --check.";
    return refuse(
      [problem("usage", message, `For example piolet contract ${spec} --check.`)],
      json,
      terminal,
    );
  }
  const { overlay, allowExternalRefs } = flags;
  const loaded = await loadApi(spec, { overlays: overlay, allowExternalRefs: allowExternalRefs === true });
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  const read = readClauses(loaded.value);
  const checked = checkClauses(loaded.value, read.ok ? read.value : []);
  if (json) {
    const clauses = checked.map(({ clause, problems }) => ({
      operation: clause.operation ?? null,
      kind: clause.kind,
      text: clause.text,
      origin: "yours",
      problems: problems.map(asJson),
    }));
    terminal.out(JSON.stringify({ clauses, problems: read.problems }, null, 2));
  } else {
    const { paint, out } = terminal;
    for (const { clause, problems } of checked.filter((entry) => entry.problems.length > 0)) {
      out(`${paint.bold(clause.operation ?? "invariant")} ${clause.kind} ${clause.text}`);
      for (const { severity, at, message, hint } of problems) {
        const colour = severity === "error" ? paint.bad : paint.warn;
        out(`  ${colour(severity)} at ${at.line}:${at.column}: ${message} ${paint.dim(hint)}`);
      }
    }
    for (const { message, pointer, hint } of read.problems)
      out(`${paint.bad("error")} ${message} (${pointer ?? ""}) ${paint.dim(hint)}`);
    const all = checked.flatMap(({ problems }) => problems);
    out(
      `${checked.length} clauses, ${count(all, "error") + read.problems.length} errors, ${count(all, "warning")} warnings`,
    );
  }
  const broken = read.problems.length > 0 || checked.some(({ problems }) => count(problems, "error") > 0);
  return broken ? EXIT.unusable : EXIT.clean;
}

function count(problems: readonly Diagnostic[], severity: Diagnostic["severity"]): number {
  return problems.filter((found) => found.severity === severity).length;
}

function asJson({ code, at, message, hint, severity }: Diagnostic): Json {
  return { code, at: { ...at }, message, hint, severity };
}
