import {
  bothCases,
  type CodePoints,
  codePoints,
  complement,
  DIGITS,
  intersection,
  LINE_ENDS,
  SPACE,
  SURROGATES,
  union,
  WORD,
} from "./code-points.js";
import { readPattern } from "./read-pattern.js";

/**
 * A pattern as a tree to generate from. Assertions (`^`, `\b`, lookaround) produce no text; they stand here as
 * `empty`, and whoever generates checks the result against the real pattern. Parsed here and not by
 * fast-check's `stringMatching`, which rejects lookaround and backreferences, surrounds unanchored patterns
 * with random text, and cannot aim at a length.
 */
export type PatternNode =
  | { readonly kind: "empty" }
  | { readonly kind: "character"; readonly set: CodePoints }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: "group"; readonly part: PatternNode; readonly index: number; readonly name?: string }
  | { readonly kind: "back"; readonly group: number | string };

const DEEPEST = 100;

/** Undefined where the pattern is not understood. */
export function parsePattern(text: string): PatternNode | undefined {
  const { source, ignoreCase } = readPattern(text);
  try {
    return new PatternParser([...source], ignoreCase).parse();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

class NotUnderstood extends Error {}

const EMPTY: PatternNode = { kind: "empty" };
const ANY: CodePoints = complement(union(LINE_ENDS, SURROGATES));
const CONTROL: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };
const LETTERS = codePoints("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzàéîõüßñøλж");
/** Enough of each general category to generate from; the real pattern decides. */
const PROPERTIES: Readonly<Record<string, CodePoints>> = {
  L: LETTERS,
  Letter: LETTERS,
  Alphabetic: LETTERS,
  Lu: codePoints("ABCDEFGHIJKLMNOPQRSTUVWXYZÀÉÑ"),
  Ll: codePoints("abcdefghijklmnopqrstuvwxyzàéñ"),
  N: DIGITS,
  Nd: DIGITS,
  P: codePoints("!\"#%&'()*,-./:;?@[]_{}"),
  S: codePoints("$+<=>^`|~€"),
  Z: codePoints(" "),
  Zs: codePoints(" "),
  M: codePoints("\u0301"),
};

class PatternParser {
  private at = 0;
  private groups = 0;
  private depth = 0;

  constructor(
    private readonly characters: readonly string[],
    private readonly ignoreCase: boolean,
  ) {}

  parse(): PatternNode {
    const node = this.choice();
    if (this.at < this.characters.length) throw new NotUnderstood();
    return node;
  }

  private choice(): PatternNode {
    if (++this.depth > DEEPEST) throw new NotUnderstood();
    const options = [this.sequence()];
    while (this.take("|")) options.push(this.sequence());
    this.depth--;
    const [only] = options;
    return options.length === 1 && only ? only : { kind: "choice", options };
  }

  private sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (let next = this.peek(); next !== undefined && next !== "|" && next !== ")"; next = this.peek()) {
      parts.push(this.quantified(this.atom()));
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: "sequence", parts };
  }

  private quantified(part: PatternNode): PatternNode {
    const bounds = this.quantifier();
    if (!bounds) return part;
    this.take("?");
    return { kind: "repeat", part, ...bounds };
  }

  private quantifier(): { min: number; max: number } | undefined {
    if (this.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.take("?")) return { min: 0, max: 1 };
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(this.characters.slice(this.at, this.at + 24).join(""));
    if (!counted) return undefined;
    this.at += counted[0].length;
    const min = Number(counted[1]);
    if (counted[2] === "") return { min, max: min };
    return { min, max: counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY };
  }

  private atom(): PatternNode {
    const character = this.next();
    switch (character) {
      case "^":
      case "$":
        return EMPTY;
      case ".":
        return { kind: "character", set: ANY };
      case "(":
        return this.group();
      case "[":
        return { kind: "character", set: this.characterClass() };
      case "\\":
        return this.escape();
      case "*":
      case "+":
      case "?":
        throw new NotUnderstood();
      default:
        return this.literal(codePoints(character));
    }
  }

  private literal(set: CodePoints): PatternNode {
    return { kind: "character", set: this.ignoreCase ? bothCases(set) : set };
  }

  private group(): PatternNode {
    const head = /^\?(?:([:=!])|(<[=!])|P?<([A-Za-z_$][\w$]*)>|([a-z]*)(?:-[a-z]+)?([:)]))/.exec(
      this.characters.slice(this.at, this.at + 80).join(""),
    );
    if (this.peek() === "?" && !head) throw new NotUnderstood();
    if (head) this.at += [...head[0]].length;
    // `(?i)` switches something on for the rest: the real pattern, not this tree, decides what it accepts.
    if (head?.[5] === ")") return EMPTY;
    const looksAround = head?.[1] === "=" || head?.[1] === "!" || head?.[2] !== undefined;
    const captures = !head || head[3] !== undefined;
    const index = captures ? ++this.groups : 0;
    const part = this.choice();
    if (!this.take(")")) throw new NotUnderstood();
    if (looksAround) return EMPTY;
    if (!captures) return part;
    return { kind: "group", part, index, ...(head?.[3] === undefined ? {} : { name: head[3] }) };
  }

  private escape(): PatternNode {
    const rest = this.characters.slice(this.at, this.at + 80).join("");
    if (/^[bBAz]/.test(rest)) {
      this.at++;
      return EMPTY;
    }
    const back = /^([1-9]\d?)|^k<([^>]+)>/.exec(rest);
    if (back) {
      this.at += [...back[0]].length;
      return { kind: "back", group: back[1] === undefined ? (back[2] ?? "") : Number(back[1]) };
    }
    return this.literal(this.escapedSet());
  }

  private escapedSet(): CodePoints {
    const rest = this.characters.slice(this.at, this.at + 60).join("");
    const coded = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|[ux]\{([\da-fA-F]{1,6})\})/.exec(rest);
    if (coded) {
      this.at += coded[0].length;
      const point = Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? "", 16);
      if (point > 0x10ffff) throw new NotUnderstood();
      return [[point, point]];
    }
    const named = /^([pP])(?:\{\^?(?:\w+=)?(\w+)\}|(\w))/.exec(rest);
    if (named) {
      this.at += named[0].length;
      const set = PROPERTIES[named[2] ?? named[3] ?? ""] ?? LETTERS;
      return named[1] === "p" ? set : complement(union(set, SURROGATES));
    }
    const character = this.next();
    switch (character) {
      case "d":
        return DIGITS;
      case "D":
        return complement(union(DIGITS, SURROGATES));
      case "w":
        return WORD;
      case "W":
        return complement(union(WORD, SURROGATES));
      case "s":
        return SPACE;
      case "S":
        return complement(union(SPACE, SURROGATES));
      case "c":
        return codePoints(String.fromCharCode(this.next().charCodeAt(0) % 32));
      default: {
        const control = Object.hasOwn(CONTROL, character) ? CONTROL[character] : undefined;
        return control === undefined ? codePoints(character) : [[control, control]];
      }
    }
  }

  private characterClass(): CodePoints {
    const negated = this.take("^");
    const sets: CodePoints[] = [];
    while (this.peek() !== "]") {
      const low = this.classMember();
      const [point] = low;
      const single = low.length === 1 && point !== undefined && point[0] === point[1];
      if (single && this.peek() === "-" && this.characters[this.at + 1] !== "]") {
        this.at++;
        const high = this.classMember();
        const end = high[0]?.[0];
        if (high.length !== 1 || end === undefined || end !== high[0]?.[1]) {
          // `[\w-\d]` and `[a-\d]`: the hyphen stands for itself.
          sets.push(low, codePoints("-"), high);
        } else if (end < point[0]) throw new NotUnderstood();
        else sets.push([[point[0], end]]);
      } else sets.push(low);
    }
    this.at++;
    const set = intersection(union(...sets), complement(SURROGATES));
    const cased = this.ignoreCase ? bothCases(set) : set;
    return negated ? complement(union(cased, SURROGATES)) : cased;
  }

  private classMember(): CodePoints {
    const posix = /^\[:(\w+):\]/.exec(this.characters.slice(this.at, this.at + 14).join(""));
    if (posix) {
      this.at += posix[0].length;
      return POSIX[posix[1] ?? ""] ?? WORD;
    }
    const character = this.next();
    if (character !== "\\") return codePoints(character);
    if (this.take("b")) return [[8, 8]];
    return this.escapedSet();
  }

  private peek(): string | undefined {
    return this.characters[this.at];
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at++;
    return true;
  }

  private next(): string {
    const character = this.characters[this.at++];
    if (character === undefined) throw new NotUnderstood();
    return character;
  }
}

const POSIX: Readonly<Record<string, CodePoints>> = {
  alpha: codePoints("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
  digit: DIGITS,
  alnum: union(DIGITS, codePoints("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")),
  upper: codePoints("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
  lower: codePoints("abcdefghijklmnopqrstuvwxyz"),
  space: SPACE,
  xdigit: codePoints("0123456789abcdefABCDEF"),
};
