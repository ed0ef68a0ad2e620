import { didYouMean } from "#base/did-you-mean";
import { Cursor, hintForOperand, show } from "./cursor.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Expression, Message, Read, Span, This } from "./formula.js";
import type { Token } from "./lexer.js";
import { CALL_IN_URL, parseUrl } from "./parse-url.js";
import { parseVariables } from "./parse-variables.js";
import { precedenceWarning } from "./precedence-warning.js";
import {
  BINARY_SPELLINGS,
  BINDING,
  CONSTANTS,
  type Infix,
  isComparison,
  isReserved,
  LENGTH,
  MESSAGE_PARTS,
  PREVIOUS,
  WORD_OPERATORS,
} from "./vocabulary.js";

/** `{pid}`, `{t.tid}`, `{user-id}`, `{proxy+}`: inside braces a hyphen belongs to the name. */
const BRACED_NAME = /\{\s*[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}_$][\p{L}\p{N}_$-]*)*[+*]?\s*\}/uy;
const URL_SUFFIX = /[{[]|\.(?=[\p{L}_$])/uy;

/**
 * A Pratt parser: one loop over binding powers, one method per construct. Hand-written, because a url with
 * expressions inside it is not made of the same tokens as the rest.
 */
export class Parser {
  readonly warnings: Diagnostic[] = [];
  readonly #cursor: Cursor;
  readonly #parenthesised = new WeakSet<Expression>();

  constructor(text: string, origin?: { readonly line: number; readonly column: number }) {
    this.#cursor = new Cursor(text, origin);
  }

  parse(): Expression {
    const formula = this.#expression(0);
    const rest = this.#cursor.peek();
    if (rest.kind === "end") return formula;
    const hint = "Join two statements with && or ||; put each clause into an entry of its own.";
    return this.#cursor.fail(rest, `The formula is complete before ${show(rest)}.`, hint);
  }

  #expression(power: number): Expression {
    return this.#cursor.nested(() => {
      let left = this.#operand();
      for (let infix = this.#infix(); infix && BINDING[infix.operator] >= power; infix = this.#infix()) {
        left = this.#binary(left, infix);
      }
      return left;
    });
  }

  #binary(left: Expression, { operator, words, negated }: Infix): Expression {
    const token = this.#cursor.peek();
    const chained = left.kind === "binary" && isComparison(left.operator) && !this.#parenthesised.has(left);
    if (isComparison(operator) && chained) {
      this.#cursor.fail(token, "Comparisons do not chain.", "Write `a < b && b < c`.");
    }
    for (let taken = 0; taken < words; taken++) this.#cursor.take();
    const right = this.#expression(operator === "=>" ? BINDING[operator] : BINDING[operator] + 1);
    const span = { start: left.span.start, end: right.span.end };
    const binary = this.#cursor.node({ kind: "binary", operator, left, right, span });
    if (!this.#parenthesised.has(right)) {
      this.warnings.push(...precedenceWarning(binary, this.#cursor.lexer.position(token.start)));
    }
    return negated ? this.#cursor.node({ kind: "not", of: binary, span }) : binary;
  }

  #infix(): Infix | undefined {
    const token = this.#cursor.peek();
    if (token.kind !== "symbol" && token.kind !== "name") return undefined;
    const operator = BINARY_SPELLINGS.get(token.text);
    if (operator) return { operator, words: 1, negated: false };
    return WORD_OPERATORS.find((candidate) => this.#cursor.isAtWords(...candidate.text))?.infix;
  }

  #operand(): Expression {
    const cursor = this.#cursor;
    const token = cursor.peek();
    if (cursor.isAt("!") || cursor.isAtWord("not")) {
      cursor.take();
      const of = this.#expression(BINDING.not);
      return cursor.node({ kind: "not", of, span: cursor.spanFrom(token) });
    }
    if (cursor.isAt("-")) {
      cursor.take();
      if (cursor.peek().kind === "number") return this.#suffixes(this.#number(token, -1));
      const of = this.#expression(BINDING.negate);
      return cursor.node({ kind: "negate", of, span: cursor.spanFrom(token) });
    }
    if (cursor.isAtWord("for")) return this.#quantified("for");
    if (cursor.isAtWord("exists")) return this.#quantified("exists");
    return this.#suffixes(this.#primary());
  }

  #quantified(quantifier: "for" | "exists"): Expression {
    const start = this.#cursor.take();
    const variables = parseVariables(this.#cursor, quantifier, () => this.#expression(BINDING["+"]));
    const body = this.#expression(0);
    const span = this.#cursor.spanFrom(start);
    return this.#cursor.node({ kind: "quantified", quantifier, variables, body, span });
  }

  #primary(): Expression {
    const cursor = this.#cursor;
    const token = cursor.peek();
    if (token.kind === "number") return this.#number(token, 1);
    if (token.kind === "name") return this.#word();
    if (cursor.isAt("{")) return this.#braced();
    cursor.take();
    const span = cursor.spanFrom(token);
    if (token.kind === "string") return cursor.node({ kind: "literal", value: token.text, span });
    if (token.kind === "symbol" && token.text === "?") return cursor.node({ kind: "unstated", span });
    if (token.kind === "symbol" && token.text === "[") return this.#list(token);
    if (token.kind === "symbol" && token.text === "(")
      return this.#closed(")", "The parenthesis is not closed.");
    return cursor.fail(token, `A value is expected, and there is ${show(token)}.`, hintForOperand(token));
  }

  /** An expression inside brackets that are its own: whatever surrounds it, it stays together. */
  #closed(bracket: string, otherwise: string): Expression {
    const inner = this.#expression(0);
    this.#cursor.expect(bracket, otherwise);
    this.#parenthesised.add(inner);
    return inner;
  }

  #number(start: Token, sign: 1 | -1): Expression {
    const token = this.#cursor.take();
    const value = sign * Number(token.text);
    if (!Number.isFinite(value)) this.#cursor.fail(token, "The number is too large.", "Use a smaller one.");
    return this.#cursor.node({ kind: "literal", value, span: this.#cursor.spanFrom(start) });
  }

  #list(open: Token): Expression {
    const items: Expression[] = [];
    while (!this.#cursor.isAt("]")) {
      items.push(this.#expression(0));
      if (!this.#cursor.isAt(",")) break;
      this.#cursor.take();
    }
    this.#cursor.expect("]", "The list is not closed.");
    return this.#cursor.node({ kind: "list", items, span: this.#cursor.spanFrom(open) });
  }

  #word(): Expression {
    const cursor = this.#cursor;
    const token = cursor.take();
    const { text } = token;
    const constant = CONSTANTS.get(text);
    if (constant !== undefined)
      return cursor.node({ kind: "literal", value: constant, span: cursor.spanFrom(token) });
    if (PREVIOUS.has(text)) {
      cursor.expect("(", `${text} needs an argument in parentheses.`);
      const of = this.#closed(")", `The parenthesis of ${text} is not closed.`);
      return cursor.node({ kind: "previous", of, span: cursor.spanFrom(token) });
    }
    const part = MESSAGE_PARTS.get(text);
    if (part) return this.#message(token, part);
    if (text === "this") {
      cursor.fail(token, "`this` cannot stand alone.", "Put it into a function, as in response_body(this).");
    }
    if (isReserved(text)) {
      const hint = `Where ${text} is meant as a name, write {${text}}; as text, put it into quotes.`;
      cursor.fail(token, `\`${text}\` is a word of the language and cannot stand here.`, hint);
    }
    if (cursor.isAt("(")) {
      const hint = didYouMean(text, [...MESSAGE_PARTS.keys(), ...PREVIOUS]);
      cursor.fail(token, `There is no function \`${text}\`.`, hint);
    }
    return cursor.node({ kind: "name", name: text, span: cursor.spanFrom(token) });
  }

  /** `part(this)`, `part(GET /url)`, and a field as `part(this["f"])` or `part(this, "f")`. */
  #message(name: Token, part: Message["part"]): Expression {
    const cursor = this.#cursor;
    cursor.expect("(", `${name.text} needs \`this\` or a request in parentheses.`);
    const of = this.#subject(name);
    let field: Token | undefined;
    if (cursor.isAt("[") && of.kind === "this") {
      cursor.take();
      field = this.#fieldName();
      cursor.expect("]", "The bracket is not closed.");
    } else if (cursor.isAt(",")) {
      cursor.take();
      field = this.#fieldName();
    }
    cursor.expect(")", `The parenthesis of ${name.text} is not closed.`);
    const span = cursor.spanFrom(name);
    const message = cursor.node({ kind: "message", part, of, span });
    return field ? cursor.node({ kind: "field", of: message, name: field.text, span }) : message;
  }

  #fieldName(): Token {
    const token = this.#cursor.take();
    if (token.kind === "string" || token.kind === "name") return token;
    return this.#cursor.fail(
      token,
      "The name of a field is expected.",
      'Write it in quotes, as in "Location".',
    );
  }

  #subject(name: Token): This | Read {
    const cursor = this.#cursor;
    const isThis = cursor.isAt("@") || cursor.isAtWord("this");
    const token = cursor.take();
    if (isThis) return { kind: "this", span: cursor.spanFrom(token) };
    if (token.kind === "name") {
      cursor.lexer.skipSpace();
      if (cursor.lexer.at(/\//y)) {
        const url = parseUrl(cursor, () => this.#urlValue());
        return { kind: "read", method: token.text.toUpperCase(), url, span: cursor.spanFrom(token) };
      }
    }
    const hint = "Write `this`, or a request such as GET /players/{pid}.";
    return cursor.fail(token, `${name.text} is applied to ${show(token)}.`, hint);
  }

  /** `{expression}`, or a call as the published files write it: `/players/request_body(this){pid}`. */
  #urlValue(): Expression | undefined {
    const { lexer } = this.#cursor;
    if (lexer.at(/\{/y)) return this.#braced();
    if (lexer.at(CALL_IN_URL) === undefined) return undefined;
    let value = this.#word();
    while (lexer.at(URL_SUFFIX)) value = this.#suffix(value);
    return value;
  }

  #braced(): Expression {
    const { lexer } = this.#cursor;
    lexer.skipSpace();
    const start = lexer.offset;
    const names = lexer.at(BRACED_NAME);
    if (names === undefined) {
      this.#cursor.take();
      return this.#closed("}", "The brace is not closed.");
    }
    lexer.moveTo(start + names.length);
    const span = lexer.span(start, lexer.offset);
    const [first = "", ...fields] = namesIn(names);
    const name = this.#cursor.node({ kind: "name", name: first, span });
    return fields.reduce<Expression>((node, field) => this.#fieldOrLength(node, field, span), name);
  }

  #suffixes(node: Expression): Expression {
    let result = node;
    while ([".", "{", "["].some((symbol) => this.#cursor.isAt(symbol))) result = this.#suffix(result);
    return result;
  }

  #suffix(of: Expression): Expression {
    const cursor = this.#cursor;
    cursor.lexer.skipSpace();
    const names = cursor.lexer.at(BRACED_NAME);
    if (names !== undefined) {
      cursor.lexer.moveTo(cursor.lexer.offset + names.length);
      const span = cursor.spanSince(of);
      // `{length}` is a field of that name; only `.length` counts.
      return namesIn(names).reduce<Expression>(
        (node, name) => cursor.node({ kind: "field", of: node, name, span }),
        of,
      );
    }
    const open = cursor.take();
    if (open.text === ".") {
      const token = cursor.take();
      if (token.kind === "name") return this.#fieldOrLength(of, token.text, cursor.spanSince(of));
      if (token.kind === "string")
        return cursor.node({ kind: "field", of, name: token.text, span: cursor.spanSince(of) });
      const message = `A field is expected after the dot, and there is ${show(token)}.`;
      cursor.fail(token, message, "Write .name, or [0] for an element.");
    }
    const index = this.#closed(open.text === "[" ? "]" : "}", "The bracket is not closed.");
    const span = cursor.spanSince(of);
    if (index.kind === "literal" && typeof index.value === "string") {
      return cursor.node({ kind: "field", of, name: index.value, span });
    }
    if (open.text === "{") {
      cursor.fail(
        open,
        "Braces after a value hold the name of a field.",
        "Write {name}, or [0] for an element.",
      );
    }
    return cursor.node({ kind: "index", of, index, span });
  }

  #fieldOrLength(of: Expression, name: string, span: Span): Expression {
    return this.#cursor.node(
      LENGTH.has(name) ? { kind: "length", of, span } : { kind: "field", of, name, span },
    );
  }
}

function namesIn(braced: string): readonly string[] {
  return braced.slice(1, -1).trim().split(".");
}
