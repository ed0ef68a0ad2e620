import type { BinaryOperator, LogicalOperator, MessagePart } from "./formula.js";

/**
 * Every word of the language, in each spelling that was ever published: the paper's short one (`res_code`,
 * `prev`, `=`), and the long one of the published grammar and files (`response_code`, `previous`, `==`). The
 * printer writes the long one.
 */
export const MESSAGE_PARTS: ReadonlyMap<string, MessagePart> = new Map([
  ["request_body", "request_body"],
  ["req_body", "request_body"],
  ["request_header", "request_header"],
  ["req_header", "request_header"],
  ["path_param", "path_param"],
  ["query_param", "query_param"],
  ["response_body", "response_body"],
  ["res_body", "response_body"],
  ["response_code", "response_code"],
  ["res_code", "response_code"],
  ["response_header", "response_header"],
  ["res_header", "response_header"],
]);

export const PREVIOUS: ReadonlySet<string> = new Set(["previous", "prev"]);

export const LENGTH: ReadonlySet<string> = new Set(["length", "len"]);

export const CONSTANTS: ReadonlyMap<string, null | boolean> = new Map([
  ["T", true],
  ["true", true],
  ["F", false],
  ["false", false],
  ["null", null],
  ["nil", null],
  ["none", null],
]);

const OTHER_WORDS = ["for", "exists", "in", "is", "part", "of", "and", "or", "not", "this"];

/** A word that cannot be a bare name. As a field it needs no escape: `x.of` is a field. */
export function isReserved(word: string): boolean {
  return (
    OTHER_WORDS.includes(word) ||
    CONSTANTS.has(word) ||
    MESSAGE_PARTS.has(word) ||
    PREVIOUS.has(word) ||
    LENGTH.has(word)
  );
}

/** How tightly an operator binds. Comparisons do not chain; `=>` groups to the right; the rest to the left. */
export const BINDING = {
  "<=>": 1,
  "=>": 2,
  "||": 3,
  "&&": 4,
  not: 5,
  "==": 6,
  "!=": 6,
  "<": 6,
  "<=": 6,
  ">": 6,
  ">=": 6,
  in: 6,
  "is part of": 6,
  "+": 7,
  "-": 7,
  "*": 8,
  "/": 8,
  "%": 8,
  negate: 9,
  postfix: 10,
} as const satisfies Record<BinaryOperator | "not" | "negate" | "postfix", number>;

/** Symbols and words that are a binary operator by themselves. */
export const BINARY_SPELLINGS: ReadonlyMap<string, BinaryOperator> = new Map([
  ["<=>", "<=>"],
  ["=>", "=>"],
  ["||", "||"],
  ["or", "||"],
  ["&&", "&&"],
  ["and", "&&"],
  ["==", "=="],
  ["=", "=="],
  ["!=", "!="],
  ["≠", "!="],
  ["<", "<"],
  ["<=", "<="],
  ["≤", "<="],
  [">", ">"],
  [">=", ">="],
  ["≥", ">="],
  ["in", "in"],
  ["+", "+"],
  ["-", "-"],
  ["*", "*"],
  ["/", "/"],
  ["%", "%"],
]);

/** A binary operator as it was found: how many words it took, and whether a `not` was among them. */
export interface Infix {
  readonly operator: BinaryOperator;
  readonly words: number;
  readonly negated: boolean;
}

export const WORD_OPERATORS: readonly { readonly text: readonly string[]; readonly infix: Infix }[] = [
  { text: ["not", "in"], infix: { operator: "in", words: 2, negated: true } },
  { text: ["is", "part", "of"], infix: { operator: "is part of", words: 3, negated: false } },
  { text: ["is", "not", "part", "of"], infix: { operator: "is part of", words: 4, negated: true } },
];

/** Longest first: the lexer takes the first that fits. */
export const SYMBOLS: readonly string[] = [
  "<=>",
  "==",
  "=>",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  ":-",
  ..."=<>!≠≤≥+-*/%(){}[],.:?@",
];

export function isLogical(operator: BinaryOperator): operator is LogicalOperator {
  return operator === "<=>" || operator === "=>" || operator === "||" || operator === "&&";
}

export function isComparison(operator: BinaryOperator): boolean {
  return BINDING[operator] === BINDING["=="];
}
