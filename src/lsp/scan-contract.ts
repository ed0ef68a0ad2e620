import type { OperationName } from "#protocol/protocol";
import type { Mark, Scan, Situation } from "./mark.js";
import { callNameOf, readFormulaRead } from "./read-call-name.js";

const HEADING = /^(\s*)([A-Za-z]+) (\/\S*?)\s*:\s*$/;
const SECTION = /^\s*(?:x-)?(?:requires(?: sufficient)?|ensures(?: on refused)?|invariants):\s*$/;
const ENTRY = /^\s*-\s/;
const READ = /[A-Z]+[ \t]+\//g;
const HALF_READ = /\b(?:GET|HEAD)[ \t]+(\/?[^\s()]*)$/;
const HALF_HEADING = /^\s*([A-Za-z]*(?: \/?\S*)?)$/;
const WORD_BEFORE = /[\p{L}\p{N}_$]*$/u;

/** What stands where in a contract file, line by line, whether or not its formulas can be read. */
export function scanContract(text: string): Scan {
  const marks: Mark[] = [];
  const mark = (start: number, end: number, operation: OperationName) =>
    marks.push({ kind: "operation", text: text.slice(start, end), start, end, operation });
  let offset = 0;
  let isInEntry = false;
  let last = "";
  for (const line of text.split("\n")) {
    const [, indent = "", method = "", path] = HEADING.exec(line) ?? [];
    if (path !== undefined) {
      const start = offset + indent.length;
      mark(
        start,
        start + method.length + 1 + path.length,
        callNameOf({ method: method.toUpperCase(), path }),
      );
    }
    if (path !== undefined || SECTION.test(line)) isInEntry = false;
    else if (ENTRY.test(line)) isInEntry = true;
    for (const { index } of isInEntry ? line.matchAll(READ) : []) {
      const read = readFormulaRead(text, offset + index);
      if (read !== undefined) mark(offset + index, read.end, read.name);
    }
    offset += line.length + 1;
    last = line;
  }
  return { marks, end: situation(last.slice(-500), text.length, isInEntry) };
}

function situation(line: string, end: number, isInEntry: boolean): Situation {
  if (/^\s*#/.test(line)) return { kind: "nothing" };
  if (!isInEntry) {
    const [, half] = HALF_HEADING.exec(line) ?? [];
    return half === undefined ? { kind: "nothing" } : { kind: "heading", start: end - half.length };
  }
  const [, read] = HALF_READ.exec(line) ?? [];
  if (read !== undefined) return { kind: "read", start: end - read.length };
  return { kind: "assertion", start: end - (WORD_BEFORE.exec(line)?.[0].length ?? 0) };
}
