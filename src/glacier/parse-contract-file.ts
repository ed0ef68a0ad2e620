import { type Problem, problem } from "#base/problem";
import { ok, type Result } from "#base/result";
import type { Clause } from "./clause.js";
import { parseFormula } from "./parse-formula.js";

const OPERATION = /^\s*([A-Za-z]+) (\/\S*)\s*:\s*$/;
const SECTION = /^\s*(?:x-)?(?:(requires)( sufficient)?|(ensures)( on refused)?|(invariants)):\s*$/;
const ENTRY = /^(\s*-\s+)(\S.*)$/;

/**
 * A `.glc` file: clauses by operation, without an OpenAPI document around them. It looks like YAML and is
 * not, because a formula may hold `: ` and `#`; so it is read by line. An entry goes on over lines that are
 * neither a heading nor a new entry. What cannot be read is a problem, and the rest is used.
 */
export function parseContractFile(text: string): Result<readonly Clause[]> {
  const clauses: Clause[] = [];
  const problems: Problem[] = [];
  let operation: string | undefined;
  let under: Pick<Clause, "kind" | "sufficient" | "on"> | undefined;
  let entry: { lines: string[]; line: number; column: number } | undefined;
  const finish = () => {
    if (!entry || !under) return;
    const { line, column, lines } = entry;
    const source = lines.join("\n").trimEnd();
    const parsed = parseFormula(source, { origin: { line, column } });
    problems.push(...parsed.problems);
    const owner = under.kind === "invariant" || operation === undefined ? {} : { operation };
    if (parsed.ok)
      clauses.push({ ...owner, ...under, text: source, formula: parsed.value, at: { line, column } });
    entry = undefined;
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const heading = OPERATION.exec(line);
    const section = SECTION.exec(line);
    const item = ENTRY.exec(line);
    if (heading || section || item) finish();
    if (heading) {
      operation = `${heading[1]?.toUpperCase()} ${heading[2]}`;
      under = undefined;
    } else if (section) under = sectionOf(section);
    else if (item && under)
      entry = { lines: [item[2] ?? ""], line: index + 1, column: (item[1]?.length ?? 0) + 1 };
    else if (entry) entry.lines.push(line);
    else if (!/^\s*(#.*)?$/.test(line)) {
      const hint = "Write a heading (`POST /players:`, `requires:`) or a clause (`- formula`) below one.";
      const at = { line: index + 1, column: 1 };
      problems.push(
        problem("contract-file-syntax", "The line is neither a heading nor a clause.", hint, { at }),
      );
    }
  }
  finish();
  return ok(clauses, problems);
}

/** `requires sufficient:` and `ensures on refused:` say of all clauses below them what an entry in a document says of one. */
function sectionOf([, requires, sufficient, ensures, refused]: RegExpExecArray): Pick<
  Clause,
  "kind" | "sufficient" | "on"
> {
  if (requires !== undefined)
    return { kind: "requires", ...(sufficient === undefined ? {} : { sufficient: true }) };
  if (ensures !== undefined) return { kind: "ensures", ...(refused === undefined ? {} : { on: "refused" }) };
  return { kind: "invariant" };
}
