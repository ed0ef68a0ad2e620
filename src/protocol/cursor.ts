import type { Problem } from "#base/problem";
import type { ProblemCode } from "#base/problem-codes";
import { type Diagnostic, diagnostic } from "#glacier/diagnostic";
import type { Span } from "#glacier/formula";
import { Lexer, type Token } from "#glacier/lexer";
import type { Comment, Step } from "./protocol.js";

/** Brackets in brackets. The published models have 5 levels; every later recursion must fit the stack. */
const MAX_DEPTH = 100;

/** Steps of a file. The largest published model has 90; the checks are quadratic at worst. */
const MAX_STEPS = 2_000;

const SYMBOLS: readonly string[] = [..."!?+&(){}[],:=.<>@-/"];
const COMMENT = /#[^\n]*|\/\/[^\n]*/g;
const GAP = /(?:\s|#[^\n]*|\/\/[^\n]*)*/y;

/** The parser's way out of a deep recursion; `parseProtocol` turns it into a value. */
export class ProtocolFailure {
  constructor(readonly diagnostic: Diagnostic) {}
}

/** Where the parser stands: tokens, spans, the comments passed on the way, and failing with a position. */
export class Cursor {
  readonly warnings: Problem[] = [];
  readonly #lexer: Lexer;
  #comments: Comment[] = [];
  #lastStep: { readonly end: number; readonly step: { after?: Comment } } | undefined;
  #depth = 0;
  #steps = 0;

  constructor(readonly text: string) {
    this.#lexer = new Lexer(text, SYMBOLS);
  }

  /** Behind what was read last. */
  get offset(): number {
    return this.#lexer.offset;
  }

  peek(): Token {
    return this.#lexer.peek();
  }

  take(): Token {
    const token = this.peek();
    this.moveTo(token.end, token.start);
    return token;
  }

  moveTo(end: number, start = end): void {
    this.#passComments(this.offset, start);
    this.#lexer.moveTo(end);
  }

  isAt(symbol: string): boolean {
    const token = this.peek();
    return token.kind === "symbol" && token.text === symbol;
  }

  isAtWord(word: string): boolean {
    const token = this.peek();
    return token.kind === "name" && token.text === word;
  }

  /** Whether a name and `=` come next: the beginning of a definition. */
  isAtDefinition(): boolean {
    const token = this.peek();
    return token.kind === "name" && this.text[this.afterSpace(token.end)] === "=";
  }

  afterSpace(offset: number): number {
    GAP.lastIndex = offset;
    return offset + (GAP.exec(this.text)?.[0].length ?? 0);
  }

  skipSpace(): void {
    this.moveTo(this.afterSpace(this.offset));
  }

  /** Takes what the pattern (sticky) finds behind the space; nothing is taken where it finds nothing. */
  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    this.skipSpace();
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.moveTo(this.offset + match[0].length, this.offset);
    return match;
  }

  takeIf(symbol: string): boolean {
    if (!this.isAt(symbol)) return false;
    this.take();
    return true;
  }

  expect(symbol: string, message: string): Token {
    const token = this.peek();
    if (token.kind === "symbol" && token.text === symbol) return this.take();
    return this.fail(
      token.start,
      `${message} \`${symbol}\` is expected, and there is ${show(token)}.`,
      `Add \`${symbol}\`.`,
    );
  }

  nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) {
      const message = `The protocol nests deeper than ${MAX_DEPTH} levels.`;
      this.fail(this.peek().start, message, "Give parts of it names of their own.", "protocol-too-large");
    }
    const result = parse();
    this.#depth--;
    return result;
  }

  countStep(): void {
    if (++this.#steps <= MAX_STEPS) return;
    const message = `The protocols of a file have at most ${MAX_STEPS} steps.`;
    this.fail(this.peek().start, message, "Split the file.", "protocol-too-large");
  }

  /** The comments that nobody has taken yet. */
  takeComments(): readonly Comment[] {
    const taken = this.#comments;
    this.#comments = [];
    return taken;
  }

  /** Comments that come right after this, on the same line, belong to the step. */
  closeStep<T extends Step>(step: T): T {
    this.#lastStep = { end: this.offset, step };
    return step;
  }

  span(start: number, end = this.offset): Span {
    return this.#lexer.span(start, end);
  }

  fail(start: number, message: string, hint: string, code: ProblemCode = "protocol-syntax"): never {
    throw new ProtocolFailure(diagnostic("error", code, message, hint, this.#lexer.position(start)));
  }

  /** What lies between two tokens is space and comments, nothing else. */
  #passComments(from: number, to: number): void {
    for (const match of this.text.slice(from, to).matchAll(COMMENT)) {
      const comment = match[0].trimEnd();
      const last = this.#lastStep;
      if (last && last.step.after === undefined && this.#onlyADotBetween(last.end, from + match.index))
        last.step.after = comment;
      else this.#comments.push(comment);
    }
  }

  #onlyADotBetween(end: number, comment: number): boolean {
    return comment - end < 200 && /^[ \t]*[.,]?[ \t]*$/.test(this.text.slice(end, comment));
  }
}

/** A token as a message names it. */
export function show(token: Token): string {
  if (token.kind === "end") return "nothing more";
  const text = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  return token.kind === "string" ? `the text ${JSON.stringify(text)}` : `\`${text}\``;
}
