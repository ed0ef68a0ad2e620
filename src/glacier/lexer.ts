import type { Position, Span } from "./formula.js";

/**
 * Text to tokens, on demand. The parser may read characters itself (a url has rules of its own) and then put
 * the lexer behind what it read, so a token is made only when it is asked for. What is not a token is an
 * `invalid` token, never an exception: only the parser knows whether it matters.
 */
export interface Token {
  readonly kind: "name" | "number" | "string" | "symbol" | "end" | "invalid";
  /** As written; for a string, what it means. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPACE_AND_COMMENTS = /(?:\s|#[^\n]*|\/\/[^\n]*)*/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

export class Lexer {
  /** Behind the last token taken. */
  offset = 0;
  #ahead: Token | undefined;
  readonly #lineStarts: readonly number[];

  constructor(
    readonly text: string,
    private readonly symbols: readonly string[],
    private readonly origin: { readonly line: number; readonly column: number } = { line: 1, column: 1 },
  ) {
    this.#lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  }

  peek(): Token {
    this.#ahead ??= this.#read();
    return this.#ahead;
  }

  take(): Token {
    const token = this.peek();
    this.moveTo(token.end);
    return token;
  }

  moveTo(offset: number): void {
    this.offset = offset;
    this.#ahead = undefined;
  }

  skipSpace(): void {
    this.moveTo(this.#match(SPACE_AND_COMMENTS, this.offset)?.end ?? this.offset);
  }

  /** What the pattern (sticky) finds right at the offset. */
  at(pattern: RegExp): string | undefined {
    return this.#match(pattern, this.offset)?.text;
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const column = offset - (this.#lineStarts[low] ?? 0);
    return {
      offset,
      line: this.origin.line + low,
      column: column + (low === 0 ? this.origin.column : 1),
    };
  }

  span(start: number, end: number): Span {
    return { start: this.position(start), end: this.position(end) };
  }

  #read(): Token {
    const start = this.#match(SPACE_AND_COMMENTS, this.offset)?.end ?? this.offset;
    if (start >= this.text.length) return { kind: "end", text: "", start, end: start };
    const name = this.#match(NAME, start);
    if (name) return { kind: "name", ...name };
    const number = this.#match(NUMBER, start);
    if (number) return { kind: "number", ...number };
    const string = this.#match(STRING, start);
    if (string) return { kind: "string", ...string, text: meaningOf(string.text) };
    const symbol = this.symbols.find((candidate) => this.text.startsWith(candidate, start));
    if (symbol !== undefined) return { kind: "symbol", text: symbol, start, end: start + symbol.length };
    const character = String.fromCodePoint(this.text.codePointAt(start) ?? 0);
    return { kind: "invalid", text: character, start, end: start + character.length };
  }

  #match(pattern: RegExp, offset: number): { text: string; start: number; end: number } | undefined {
    pattern.lastIndex = offset;
    const text = pattern.exec(this.text)?.[0];
    return text === undefined ? undefined : { text, start: offset, end: offset + text.length };
  }
}

function meaningOf(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(ESCAPE, (_, code: string | undefined, character: string) =>
      code === undefined ? (ESCAPED[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
