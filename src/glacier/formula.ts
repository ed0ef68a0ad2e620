/**
 * The tree of a GLACIER formula. A statement and a term are one kind of node, an expression: the language has
 * no place where only one of them could stand that the checker does not see anyway, and one recursive type
 * keeps printer, checker and evaluator to one switch each. Every node says where in the text it stands.
 */
export type Formula = Expression;

export type Expression =
  | Literal
  | Unstated
  | Name
  | List
  | Message
  | Previous
  | Field
  | Index
  | Length
  | Negate
  | Not
  | Binary
  | Quantified;

/** Line and column are counted from 1, the offset from 0. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export interface Span {
  readonly start: Position;
  readonly end: Position;
}

export interface Literal {
  readonly kind: "literal";
  readonly value: null | boolean | number | string;
  readonly span: Span;
}

/** `?`: nothing is claimed. The published generator writes it where it found no contract. */
export interface Unstated {
  readonly kind: "unstated";
  readonly span: Span;
}

/** A quantified variable, else a path parameter, else a field of a body: see `nameValue`. */
export interface Name {
  readonly kind: "name";
  readonly name: string;
  readonly span: Span;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
  readonly span: Span;
}

/** A part of a request or a response: of the judged call (`this`), or of a read made for the formula. */
export interface Message {
  readonly kind: "message";
  readonly part: MessagePart;
  readonly of: This | Read;
  readonly span: Span;
}

export type MessagePart =
  | "request_body"
  | "request_header"
  | "path_param"
  | "query_param"
  | "response_body"
  | "response_code"
  | "response_header";

export interface This {
  readonly kind: "this";
  readonly span: Span;
}

export interface Read {
  readonly kind: "read";
  readonly method: string;
  readonly url: readonly UrlPart[];
  readonly span: Span;
}

/** Text parts never stand side by side, and the first part is a text that begins with `/`. */
export type UrlPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly of: Expression };

/** The value of an expression in the state before the call. */
export interface Previous {
  readonly kind: "previous";
  readonly of: Expression;
  readonly span: Span;
}

export interface Field {
  readonly kind: "field";
  readonly of: Expression;
  readonly name: string;
  readonly span: Span;
}

export interface Index {
  readonly kind: "index";
  readonly of: Expression;
  readonly index: Expression;
  readonly span: Span;
}

export interface Length {
  readonly kind: "length";
  readonly of: Expression;
  readonly span: Span;
}

export interface Negate {
  readonly kind: "negate";
  readonly of: Expression;
  readonly span: Span;
}

export interface Not {
  readonly kind: "not";
  readonly of: Expression;
  readonly span: Span;
}

export interface Binary {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

export type LogicalOperator = "<=>" | "=>" | "||" | "&&";
export type Comparator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "is part of";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";
export type BinaryOperator = LogicalOperator | Comparator | ArithmeticOperator;

export interface Quantified {
  readonly kind: "quantified";
  readonly quantifier: "for" | "exists";
  readonly variables: readonly Variable[];
  readonly body: Expression;
  readonly span: Span;
}

/** A later variable may range over a collection that an earlier one of the same quantifier leads to. */
export interface Variable {
  readonly name: string;
  readonly in: Expression;
  readonly span: Span;
}
