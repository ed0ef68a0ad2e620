import type { ProblemCode } from "#base/problem-codes";
import { type Diagnostic, diagnostic } from "./diagnostic.js";
import type { Expression, Span } from "./formula.js";
import { Lexer, type Token } from "./lexer.js";
import { SYMBOLS } from "./vocabulary.js";
import { childrenOf } from "./walk-formula.js";

/**
 * How deep a formula may go. Both are bounded, the nesting of the text and the depth of the tree (`a && a && …`
 * makes a deep tree without nesting), so that every later recursion over the tree fits the stack.
 */
const MAX_DEPTH = 200;

/** The parser's way out of a deep recursion; `parseFormula` turns it into a value. */
export class SyntaxFailure {
  constructor(readonly diagnostic: Diagnostic) {}
}

/** Where the parser stands in the text: tokens, spans, bounded nodes, and failing with a position. */
export class Cursor {
  readonly lexer: Lexer;
  readonly #depths = new WeakMap<Expression, number>();
  #nesting = 0;

  constructor(text: string, origin?: { readonly line: number; readonly column: number }) {
    this.lexer = new Lexer(text, SYMBOLS, origin);
  }

  peek(): Token {
    return this.lexer.peek();
  }

  take(): Token {
    return this.lexer.take();
  }

  isAt(symbol: string): boolean {
    const token = this.peek();
    return token.kind === "symbol" && token.text === symbol;
  }

  isAtWord(word: string): boolean {
    const token = this.peek();
    return token.kind === "name" && token.text === word;
  }

  /** Whether exactly these words come next; nothing is taken. */
  isAtWords(...words: readonly string[]): boolean {
    const start = this.lexer.offset;
    const found = words.every((word) => this.isAtWord(word) && this.take());
    this.lexer.moveTo(start);
    return found;
  }

  expect(symbol: string, message: string): void {
    const token = this.take();
    if (token.kind === "symbol" && token.text === symbol) return;
    this.fail(
      token,
      `${message} \`${symbol}\` is expected, and there is ${show(token)}.`,
      `Add \`${symbol}\`.`,
    );
  }

  nested<T>(parse: () => T): T {
    if (++this.#nesting > MAX_DEPTH) this.#failTooDeep();
    const result = parse();
    this.#nesting--;
    return result;
  }

  node<T extends Expression>(node: T): T {
    let depth = 1;
    for (const child of childrenOf(node)) depth = Math.max(depth, 1 + (this.#depths.get(child) ?? 0));
    if (depth > MAX_DEPTH) this.#failTooDeep();
    this.#depths.set(node, depth);
    return node;
  }

  /** From a token to where the cursor is now. */
  spanFrom(token: { readonly start: number }): Span {
    return this.lexer.span(token.start, this.lexer.offset);
  }

  /** From the start of a node to where the cursor is now. */
  spanSince(node: Expression): Span {
    return { start: node.span.start, end: this.lexer.position(this.lexer.offset) };
  }

  fail(
    place: { readonly start: number },
    message: string,
    hint: string,
    code: ProblemCode = "formula-syntax",
  ): never {
    throw new SyntaxFailure(diagnostic("error", code, message, hint, this.lexer.position(place.start)));
  }

  #failTooDeep(): never {
    const message = `The formula nests deeper than ${MAX_DEPTH} levels.`;
    return this.fail(this.peek(), message, "Split it into several clauses.", "formula-too-large");
  }
}

/** A token as a message names it. */
export function show(token: Token): string {
  if (token.kind === "end") return "nothing more";
  const text = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  return token.kind === "string" ? `the text ${JSON.stringify(text)}` : `\`${text}\``;
}

/** What to do where a value should begin and does not. */
export function hintForOperand(token: Token): string {
  if (token.kind === "invalid" && /["']/.test(token.text)) return "Close the quotes on the same line.";
  if (token.kind === "end") return "The formula ends too early: finish it.";
  return "Write a literal, a name, or a function such as response_body(this).";
}
