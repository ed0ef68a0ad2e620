import type { Diagnostic as EditorDiagnostic } from "vscode-languageserver";
import type { Problem } from "#base/problem";
import { ownedBy } from "#contracts/written-contract";
import { checkClauses } from "#glacier/check-clauses";
import { NO_ENTRIES } from "#glacier/clause-entries";
import type { Diagnostic } from "#glacier/diagnostic";
import { misspeltMembers } from "#glacier/misspelt-members";
import { parseContractFile } from "#glacier/parse-contract-file";
import { readEntries } from "#glacier/read-clauses";
import { loadApiFromJson } from "#openapi/load-api";
import { parseDocument } from "#openapi/parse-document";
import { checkProtocol } from "#protocol/check-protocol";
import { parseProtocol } from "#protocol/parse-protocol";
import type { Knowledge } from "./knowledge.js";
import { locateIn, positionIn } from "./locate-pointer.js";

/** What `piolet protocol check` says of a protocol: the same codes, words and hints. */
export function diagnoseProtocol(text: string, known: Knowledge): readonly EditorDiagnostic[] {
  const parsed = parseProtocol(text);
  const { api, generators, functions } = known;
  const checked = parsed.ok && api ? checkProtocol(parsed.value, api, { generators, functions }) : [];
  return [...aboutDocument(known), ...[...parsed.problems, ...checked].map((found) => placed(found, text))];
}

/** What `piolet contract --check` says of a contract file's clauses, in the company of the document's own. */
export function diagnoseContract(text: string, known: Knowledge): readonly EditorDiagnostic[] {
  const parsed = parseContractFile(text);
  const written = { ...NO_ENTRIES, clauses: parsed.ok ? parsed.value : [] };
  const { api } = known;
  const own = api === undefined ? NO_ENTRIES : ownedBy(api, written);
  const company = api === undefined ? [] : readEntries(api).clauses;
  const checked = api === undefined ? [] : checkClauses(api, [...own.clauses, ...company]);
  const found = checked.slice(0, own.clauses.length).flatMap(({ problems }) => problems);
  const all = [...parsed.problems, ...own.problems, ...found];
  return [...aboutDocument(known), ...all.map((one) => placed(one, text))];
}

/** Of an OpenAPI document only the clauses in it: all else is for the tools that know such documents. */
export function diagnoseDocument(text: string, source: string): readonly EditorDiagnostic[] {
  if (!HAS_CLAUSES.test(text)) return [];
  const document = parseDocument(text, source);
  const loaded = document.ok ? loadApiFromJson(document.value, { source }) : undefined;
  if (loaded?.ok !== true) return [];
  const entries = readEntries(loaded.value);
  const checked = checkClauses(loaded.value, entries.clauses).flatMap(({ clause, problems }) =>
    problems.map((found) => ({ ...found, pointer: clause.pointer ?? "" })),
  );
  const placeOf = locateIn(text);
  return [...entries.problems, ...misspeltMembers(loaded.value), ...checked].flatMap((found) => {
    const place = placeOf(found.pointer ?? "");
    return place === undefined ? [] : [placed({ ...found, at: positionIn(place, found.at) }, text)];
  });
}

const HAS_CLAUSES = /^[ \t"'-]*(?:x-)?(?:requires?|ensures?|invariants?)["']?[ \t]*:/m;

/** One line that says why nothing is known of the document. */
function aboutDocument({ problem }: Knowledge): readonly EditorDiagnostic[] {
  if (problem === undefined) return [];
  const start = { line: 0, character: 0 };
  return [{ range: { start, end: start }, severity: WARNING, ...wordsOf(problem) }];
}

const [ERROR, WARNING] = [1, 2] as const;

function placed(found: Problem & Partial<Pick<Diagnostic, "severity">>, text: string): EditorDiagnostic {
  const { at = { line: 1, column: 1 } } = found;
  const start = { line: at.line - 1, character: at.column - 1 };
  const line = lineOf(text, start.line);
  const word =
    /^(?:[\p{L}\p{N}_$.-]+|\S)/u.exec(line.slice(start.character, start.character + 200))?.[0] ?? "";
  const end = { line: start.line, character: start.character + word.length };
  const severity = found.severity === "warning" ? WARNING : ERROR;
  return { range: { start, end }, severity, ...wordsOf(found) };
}

function wordsOf({ code, message, hint }: Problem) {
  return { code, source: "piolet", message: `${message}\n${hint}` };
}

function lineOf(text: string, line: number): string {
  let start = 0;
  for (let index = 0; index < line; index++) {
    const next = text.indexOf("\n", start);
    if (next < 0) return "";
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
}
