import type { Token } from "#glacier/lexer";
import { type Cursor, show } from "./cursor.js";
import { parseType } from "./parse-type.js";
import type { Argument, ArgumentValue, Declaration, GeneratorCall, Literal, Target } from "./protocol.js";

/** A JSON pointer into the body; one with other characters stands in quotes. */
const POINTER = /\/(?!\/)[^\s(){}<>,="'#]*/y;

/** `limit`, `query.limit`, `X-Request-Id`; anything else stands in quotes. */
const TARGET = /[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}_$][\p{L}\p{N}_$-]*)*(?=\s*=)/uy;

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** `(x, y: Type(generator "literal"), limit = 5)`. */
export function parseArguments(cursor: Cursor): readonly Argument[] {
  const parsed: Argument[] = [];
  cursor.expect("(", "The arguments of a call stand in parentheses.");
  while (!cursor.isAt(")")) {
    parsed.push(parseArgument(cursor));
    if (!cursor.takeIf(",")) break;
  }
  cursor.expect(")", "The arguments are not closed.");
  return parsed;
}

function parseArgument(cursor: Cursor): Argument {
  cursor.skipSpace();
  const start = cursor.offset;
  const target = parseTarget(cursor);
  if (target) cursor.expect("=", "A target needs a value.");
  const value = parseValue(cursor);
  return { ...(target && { target }), value, span: cursor.span(start) };
}

function parseTarget(cursor: Cursor): Target | undefined {
  const start = cursor.offset;
  const token = cursor.peek();
  if (token.kind === "string" && cursor.text[cursor.afterSpace(token.end)] === "=") {
    cursor.take();
    return { text: token.text, span: cursor.span(start) };
  }
  const text = (cursor.takeMatch(POINTER) ?? cursor.takeMatch(TARGET))?.[0];
  return text === undefined ? undefined : { text, span: cursor.span(start) };
}

/** As `parseTarget` reads it. */
export function printTarget({ text }: Target): string {
  const plain = [POINTER, TARGET].some((pattern) => {
    pattern.lastIndex = 0;
    return pattern.exec(`${text}=`)?.[0] === text;
  });
  return plain ? text : JSON.stringify(text);
}

function parseValue(cursor: Cursor): ArgumentValue {
  const token = cursor.peek();
  const literal = parseLiteral(cursor);
  if (literal) return literal;
  cursor.take();
  if (token.kind !== "name") {
    const message = `A variable or a value is expected, and there is ${show(token)}.`;
    cursor.fail(token.start, message, 'Write x, x: String(generator), "text", or limit = 5.');
  }
  if (cursor.isAt(":")) return parseDeclaration(cursor, token);
  return { kind: "variable", name: token.text, span: cursor.span(token.start) };
}

function parseDeclaration(cursor: Cursor, name: Token): Declaration {
  const span = cursor.span(name.start);
  cursor.take();
  const type = parseType(cursor);
  const generator = cursor.isAt("(") ? { generator: parseGenerator(cursor) } : {};
  return { kind: "declaration", name: name.text, type, ...generator, span };
}

function parseGenerator(cursor: Cursor): GeneratorCall {
  cursor.take();
  const name = cursor.take();
  if (name.kind !== "name") {
    const message = `The name of a generator is expected, and there is ${show(name)}.`;
    cursor.fail(name.start, message, "Write String(myGenerator), or String alone to draw from the schema.");
  }
  const literals: Literal[] = [];
  for (let next = parseLiteral(cursor); next; next = parseLiteral(cursor)) literals.push(next);
  const span = cursor.span(name.start);
  cursor.expect(")", "The generator is not closed.");
  return { name: name.text, literals, span };
}

function parseLiteral(cursor: Cursor): Literal | undefined {
  const token = cursor.peek();
  const literal = (value: Literal["value"]): Literal => ({
    kind: "literal",
    value,
    span: cursor.span(token.start),
  });
  if (token.kind === "string") {
    cursor.take();
    return literal(token.text);
  }
  const constant = token.kind === "name" ? CONSTANTS.get(token.text) : undefined;
  if (constant !== undefined) {
    cursor.take();
    return literal(constant);
  }
  const negative = cursor.isAt("-");
  if (token.kind !== "number" && !negative) return undefined;
  cursor.take();
  const digits = negative ? cursor.take() : token;
  // Zero has no sign here: `-0` would be printed as `0`.
  const value = negative ? 0 - Number(digits.text) : Number(digits.text);
  if (digits.kind === "number" && Number.isFinite(value)) return literal(value);
  const message =
    digits.kind === "number"
      ? "The number is too large."
      : `A number is expected, and there is ${show(digits)}.`;
  return cursor.fail(digits.start, message, "Write a number such as -1.5.");
}
