import type { Diagnostic } from "#glacier/diagnostic";
import type { Expression } from "#glacier/formula";
import type { Token } from "#glacier/lexer";
import { parseFormula } from "#glacier/parse-formula";
import { isReserved } from "#glacier/vocabulary";
import { type Cursor, ProtocolFailure } from "./cursor.js";
import type { Assertion, Send } from "./protocol.js";

/** What can follow an assertion: nothing that could follow `>` inside of one. */
const FOLLOWING = /[.,})]|$|[\p{L}_$][\p{L}\p{N}_$]*\s*=(?![=>])/uy;

/** How often a `>` is tried as the end: only one inside a text or a url is ever tried in vain. */
const MOST_TRIES = 20;

/** How many `>` one assertion may have. */
const MOST_SIGNS = 200;

/** As long as a formula may be. */
const MAX_LENGTH = 20_000;

const CALL = /^(\s*((?:util\.)?[\p{L}_$][\p{L}\p{N}_$]*)\s*)\((.*)\)\s*$/su;

const CALLED = /([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu;

/**
 * `<…>` behind a receive, from behind its `<`. A `>` may stand inside, as an operator, in a text or a url, so
 * the end is the first `>` that nothing of a formula could follow and up to which the text is a formula or a
 * call. Where there is none, the text up to the first such `>` is Scala, or a formula with a mistake in it.
 */
export function parseAssertion(cursor: Cursor, open: Token): Assertion {
  const start = open.end;
  const first = findClose(cursor, start);
  if (first === undefined) cursor.fail(open.start, "The assertion is not closed.", "Add `>` behind it.");
  let end: number | undefined = first;
  for (let tries = 0; end !== undefined && tries < MOST_TRIES; tries++) {
    const assertion = readAssertion(cursor, start, end);
    if (assertion) {
      cursor.moveTo(end + 1, cursor.offset);
      return assertion;
    }
    end = findClose(cursor, end + 1);
  }
  const source = cursor.text.slice(start, first);
  const [wrong] = parseFormula(source, { origin: originOf(cursor, start) }).problems;
  // A formula whose function is misspelt looks like Scala, too.
  const misspelt = wrong?.hint.startsWith("Did you mean") === true;
  if (misspelt || ![...source.matchAll(CALLED)].some(([, name = ""]) => !isReserved(name)))
    throw new ProtocolFailure(wrong as Diagnostic);
  cursor.moveTo(first + 1, cursor.offset);
  return { kind: "opaque", text: source.trim(), span: cursor.span(start, first) };
}

function readAssertion(cursor: Cursor, start: number, end: number): Assertion | undefined {
  const source = cursor.text.slice(start, end);
  const span = cursor.span(start, end);
  const parsed = parseFormula(source, { origin: originOf(cursor, start) });
  if (parsed.ok) {
    cursor.warnings.push(...parsed.problems);
    return { kind: "formula", formula: parsed.value, span };
  }
  const call = readCall(cursor, start, source);
  return call && { kind: "call", ...call, span };
}

/** `<0.3>`, `<0.3@condition>` or `<condition>` behind a send. */
export function parseSendAnnotation(cursor: Cursor): Pick<Send, "weight" | "condition"> {
  if (!cursor.isAt("<")) return {};
  const open = cursor.take();
  const number = cursor.peek();
  const next = cursor.afterSpace(number.end);
  // `<1 > x>` is a condition.
  const isWeight = number.kind === "number" && (cursor.text[next] === "@" || isClose(cursor, next));
  if (!isWeight) return { condition: parseAssertion(cursor, open) };
  cursor.take();
  const value = Number(number.text);
  if (!Number.isFinite(value))
    cursor.fail(number.start, "The probability is too large.", "Write a number from 0 to 1.");
  const weight = { value, span: cursor.span(number.start) };
  if (cursor.isAt("@")) return { weight, condition: parseAssertion(cursor, cursor.take()) };
  cursor.expect(">", "The probability is not closed.");
  return { weight };
}

function findClose(cursor: Cursor, from: number): number | undefined {
  const { text } = cursor;
  let seen = 0;
  for (let at = text.indexOf(">", from); at >= 0 && at - from <= MAX_LENGTH; at = text.indexOf(">", at + 1)) {
    if (++seen > MOST_SIGNS) return undefined;
    if (isClose(cursor, at)) return at;
  }
  return undefined;
}

function isClose(cursor: Cursor, at: number): boolean {
  FOLLOWING.lastIndex = cursor.afterSpace(at + 1);
  return cursor.text[at] === ">" && FOLLOWING.test(cursor.text);
}

function originOf(cursor: Cursor, offset: number): { line: number; column: number } {
  return cursor.span(offset, offset).start;
}

/** `f(x, y.z, 5)`: its arguments are formulas too, so that their names can be checked. */
function readCall(
  cursor: Cursor,
  start: number,
  text: string,
): { name: string; arguments: readonly Expression[] } | undefined {
  const [, before, name, inner] = CALL.exec(text) ?? [];
  if (before === undefined || name === undefined || inner === undefined) return undefined;
  if (inner.trim() === "") return { name, arguments: [] };
  // As a list, which begins where the parenthesis does.
  const list = parseFormula(`[${inner}]`, { origin: originOf(cursor, start + before.length) });
  return list.ok && list.value.kind === "list" ? { name, arguments: list.value.items } : undefined;
}
