import { Lexer, type Token } from "#glacier/lexer";
import { isReserved } from "#glacier/vocabulary";
import type { OperationName } from "#protocol/protocol";
import type { Mark, Scan, Situation } from "./mark.js";
import { matchAt, readCallName, readFormulaRead } from "./read-call-name.js";

/**
 * What stands where in a protocol that may be half typed. The parser stops at the first slip, which is right for a
 * diagnosis; hover, completion and jumps must go on behind it. So this reads the same tokens, keeps only the stack of
 * brackets, and never fails: a call or an answer in the wrong place closes whatever was left open before it.
 */
export function scanProtocol(text: string): Scan {
  const scanner = new Scanner(text);
  scanner.scan();
  return { marks: scanner.marks, end: scanner.end };
}

/** What could be typed where a cursor stands. */
export function situationAt(text: string, offset: number): Situation {
  return scanProtocol(text.slice(0, offset)).end;
}

type Frame = "session" | "choice" | "group" | "arguments" | "captures" | "generator" | "assertion";

const SYMBOLS: readonly string[] = [..."!?+&(){}[],:=.<>@-/"];
const STATUS = /C?([1-5](?:\d\d|XX|xx))(?![\p{L}\p{N}_$])/uy;
const HALF_STATUS = /C?\d{0,2}[Xx]{0,2}/y;
const POINTER = /\/[^\s=,()]*/y;
const TYPE = /\s*(?:"[^"\n]*"?|[\p{L}_$][\p{L}\p{N}_$.]*(?:\[[^\]\n)]*\]?)?)?/uy;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const DOTTED = /\.[\p{L}\p{N}_$.-]*/uy;
const CAPTURE_SOURCE = /\s*(?:"(?:[^"\\\n]|\\.)*"?|[^,)\n]*)/y;
const LONGEST_WORD = 200;
const WORD_BEFORE = /[\p{L}\p{N}_$]*$/u;
/** What may follow the `>` that closes an assertion. */
const BEHIND_ASSERTION = /(?:\s|#[^\n]*|\/\/[^\n]*)*(?:[.,)}\]]|$|[\p{L}_$][\p{L}\p{N}_$]*\s*=)/uy;
const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null"]);

class Scanner {
  readonly marks: Mark[] = [];
  end: Situation = { kind: "step", start: 0 };
  readonly #lexer: Lexer;
  readonly #frames: Frame[] = ["session"];
  #call: OperationName | undefined;
  /** What is being typed at the end of the text, where the brackets alone do not tell. */
  #typing: Situation | undefined;

  constructor(readonly text: string) {
    this.#lexer = new Lexer(text, SYMBOLS);
  }

  scan(): void {
    for (;;) {
      const before = this.#lexer.offset;
      const token = this.#lexer.peek();
      if (token.kind === "end") {
        // Nothing but space and comments is left, so a mark of one on the last line is one that goes on.
        const isComment = /#|\/\//.test(this.text.slice(Math.max(before, this.text.lastIndexOf("\n"))));
        this.end = isComment ? { kind: "nothing" } : (this.#typing ?? this.#situation());
        return;
      }
      this.#typing = undefined;
      if (this.#closesBrackets(token)) this.#frames.splice(1);
      this.#lexer.take();
      if (token.kind === "invalid" && /["']/.test(token.text)) this.#openText(token);
      else this.#take(token);
    }
  }

  #take(token: Token): void {
    switch (this.#frames.at(-1)) {
      case "arguments":
        this.#inArguments(token);
        break;
      case "captures":
        this.#inCaptures(token);
        break;
      case "generator":
        if (token.kind === "name" && !LITERALS.has(token.text)) this.#mark("generator", token);
        if (isSymbol(token, ")")) this.#frames.pop();
        break;
      case "assertion":
        this.#inAssertion(token);
        break;
      default:
        this.#inSession(token);
    }
  }

  /** A text that is not closed ends with its line. */
  #openText({ end }: Token): void {
    const line = this.text.indexOf("\n", end);
    this.#lexer.moveTo(line < 0 ? this.text.length : line);
    if (line < 0) this.#typing = { kind: "nothing" };
  }

  /** An answer, a call on a line of its own, or a definition: no bracket of a call holds one. */
  #closesBrackets(token: Token): boolean {
    const frame = this.#frames.at(-1);
    const beginsLine = /(?:^|\n)[ \t]*$/.test(this.text.slice(Math.max(0, token.start - 200), token.start));
    if (frame === "session" || frame === "choice" || frame === "group")
      return (
        beginsLine && token.kind === "name" && /^\s*=(?!=)/.test(this.text.slice(token.end, token.end + 100))
      );
    if (isSymbol(token, "?")) return matchAt(STATUS, this.text, token.end) !== undefined;
    return isSymbol(token, "!") && (frame !== "assertion" || beginsLine);
  }

  #inSession(token: Token): void {
    if (isSymbol(token, "!")) this.#operation();
    else if (isSymbol(token, "?")) this.#status();
    else if (isSymbol(token, "<")) this.#frames.push("assertion");
    else if (isSymbol(token, "{")) this.#frames.push("choice");
    else if (isSymbol(token, "(")) this.#frames.push("group");
    else if (isSymbol(token, "}")) this.#close("choice");
    else if (isSymbol(token, ")")) this.#close("group");
    else if (token.kind === "name" && token.text === "rec") {
      const name = this.#lexer.peek();
      if (name.kind === "name") this.#mark("recursion", this.#lexer.take());
    } else if (token.kind === "name" && token.text !== "end")
      this.#mark(this.#isBefore("=") ? "definition" : "step name", token);
  }

  #operation(): void {
    this.#lexer.skipSpace();
    const start = this.#lexer.offset;
    const call = readCallName(this.text, start);
    if (call === undefined || call.end === this.text.length) this.#typing = { kind: "operation", start };
    if (call === undefined) return;
    this.#call = call.name;
    this.#mark("operation", { text: this.text.slice(start, call.end), start, end: call.end });
    this.#lexer.moveTo(call.end);
    this.#openIf("arguments");
  }

  #status(): void {
    this.#lexer.skipSpace();
    const start = this.#lexer.offset;
    const status = matchAt(STATUS, this.text, start);
    const half = matchAt(HALF_STATUS, this.text, start)?.[0] ?? "";
    const end = start + (status?.[0] ?? half).length;
    if (end === this.text.length) this.#typing = { kind: "status", start, ...this.#ofCall() };
    if (status !== undefined) this.#mark("status", { text: status[1] ?? "", start, end });
    this.#lexer.moveTo(end);
    if (status !== undefined) this.#openIf("captures");
  }

  #inArguments(token: Token): void {
    const { start } = token;
    if (isSymbol(token, ")")) this.#frames.pop();
    else if (isSymbol(token, ":")) this.#type(token.end);
    else if (isSymbol(token, "(")) this.#frames.push("generator");
    else if (isSymbol(token, "/")) {
      const pointer = matchAt(POINTER, this.text, start)?.[0] ?? "/";
      const end = start + pointer.length;
      this.#mark("target", { text: pointer, start, end });
      this.#lexer.moveTo(end);
      if (end === this.text.length) this.#typing = { kind: "argument", start, ...this.#ofCall() };
    } else if (token.kind === "name" && this.#isBefore(":")) this.#mark("declaration", token);
    else if (token.kind === "name" && this.#isBefore("=")) this.#mark("target", token);
    // `header.If-Match`, `query.limit`.
    else if (token.kind === "name" && this.#isBefore("."))
      this.#lexer.moveTo(token.end + (matchAt(DOTTED, this.text, token.end)?.[0].length ?? 0));
    else if (token.kind === "name" && !LITERALS.has(token.text)) this.#mark("variable", token);
  }

  #inCaptures(token: Token): void {
    if (isSymbol(token, ")")) this.#frames.pop();
    else if (isSymbol(token, ":")) this.#type(token.end);
    else if (isSymbol(token, "="))
      this.#lexer.moveTo(token.end + (matchAt(CAPTURE_SOURCE, this.text, token.end)?.[0].length ?? 0));
    else if (token.kind === "name") this.#mark("declaration", token);
  }

  #inAssertion(token: Token): void {
    const { start, end, text } = token;
    if (isSymbol(token, ">") && matchAt(BEHIND_ASSERTION, this.text, end) !== undefined) this.#frames.pop();
    if (token.kind !== "name") return;
    const read = readFormulaRead(this.text, start);
    if (read !== undefined) {
      const written = this.text.slice(start, read.end);
      this.marks.push({ kind: "operation", text: written, start, end: read.end, operation: read.name });
      this.#lexer.moveTo(read.end);
    } else if (!/[.{]/.test(this.text[start - 1] ?? "") && !isReserved(text))
      this.#mark(this.text[end] === "(" ? "function" : "variable", token);
  }

  #type(from: number): void {
    const written = matchAt(TYPE, this.text, from)?.[0] ?? "";
    for (const { 0: text, index } of written.matchAll(NAME))
      this.#mark("type", { text, start: from + index, end: from + index + text.length });
    this.#lexer.moveTo(from + written.length);
    if (from + written.length === this.text.length) this.#typing = { kind: "type", start: this.#wordStart() };
  }

  /** By the brackets that are open at the end. */
  #situation(): Situation {
    const start = this.#wordStart();
    switch (this.#frames.at(-1)) {
      case "arguments":
        return { kind: "argument", start, ...this.#ofCall() };
      case "generator":
        return { kind: "generator", start };
      case "captures":
        return { kind: "nothing" };
      case "assertion":
        return { kind: "assertion", start };
      default:
        return { kind: "step", start };
    }
  }

  #wordStart(): number {
    return this.text.length - (WORD_BEFORE.exec(this.text.slice(-LONGEST_WORD))?.[0].length ?? 0);
  }

  #openIf(frame: Frame): void {
    if (!isSymbol(this.#lexer.peek(), "(")) return;
    this.#lexer.take();
    this.#frames.push(frame);
  }

  #close(frame: Frame): void {
    const index = this.#frames.lastIndexOf(frame);
    if (index > 0) this.#frames.splice(index);
  }

  /** `==` compares; it gives nothing a name. */
  #isBefore(symbol: string): boolean {
    const next = this.#lexer.peek();
    return isSymbol(next, symbol) && this.text[next.end] !== "=";
  }

  #ofCall(): { readonly operation?: OperationName } {
    return this.#call === undefined ? {} : { operation: this.#call };
  }

  #mark(kind: Mark["kind"], { text, start, end }: Pick<Token, "text" | "start" | "end">): void {
    this.marks.push({ kind, text, start, end, ...this.#ofCall() });
  }
}

function isSymbol({ kind, text }: Token, symbol: string): boolean {
  return kind === "symbol" && text === symbol;
}
