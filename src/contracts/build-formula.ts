import type {
  BinaryOperator,
  Expression,
  Literal,
  Message,
  MessagePart,
  Read,
  Span,
  UrlPart,
} from "#glacier/formula";
import { freeNames } from "#glacier/walk-formula";

/**
 * Formulas as trees, built by hand. Text would be shorter to write and wrong for every name that needs quotes;
 * the printer knows how to quote, and gives each tree its one canonical text.
 */
const NOWHERE = { offset: 0, line: 1, column: 1 };
const span: Span = { start: NOWHERE, end: NOWHERE };

export function name(text: string): Expression {
  return { kind: "name", name: text, span };
}

export function literal(value: Literal["value"]): Expression {
  return { kind: "literal", value, span };
}

export function listOf(values: readonly Literal["value"][]): Expression {
  return { kind: "list", items: values.map(literal), span };
}

/** The field at the end of a way of names. */
export function at(of: Expression, way: readonly string[]): Expression {
  return way.reduce<Expression>((node, text) => ({ kind: "field", of: node, name: text, span }), of);
}

export function ofThis(part: MessagePart): Expression {
  return { kind: "message", part, of: { kind: "this", span }, span };
}

/** `GET` of a path template, with a value for each of its parameters; undefined where one is not known. */
export function getOf(
  path: string,
  valueFor: (parameter: string) => Expression | undefined,
): Read | undefined {
  const url: UrlPart[] = [];
  for (const piece of path.split(/(\{[^{}]*\})/)) {
    if (piece === "") continue;
    const parameter = /^\{([^{}]*)\}$/.exec(piece)?.[1];
    const of = parameter === undefined ? undefined : valueFor(parameter);
    if (parameter === undefined) url.push({ kind: "text", text: piece });
    else if (of === undefined) return undefined;
    else url.push({ kind: "value", of });
  }
  return { kind: "read", method: "GET", url, span };
}

export function bodyOf(read: Read): Message {
  return { kind: "message", part: "response_body", of: read, span };
}

export function codeOf(read: Read): Message {
  return { kind: "message", part: "response_code", of: read, span };
}

export function previous(of: Expression): Expression {
  return { kind: "previous", of, span };
}

export function lengthOf(of: Expression): Expression {
  return { kind: "length", of, span };
}

export function not(of: Expression): Expression {
  return { kind: "not", of, span };
}

export function binary(left: Expression, operator: BinaryOperator, right: Expression): Expression {
  return { kind: "binary", operator, left, right, span };
}

export function equal(left: Expression, right: Expression): Expression {
  return binary(left, "==", right);
}

export function unequal(left: Expression, right: Expression): Expression {
  return binary(left, "!=", right);
}

export function allOf(first: Expression, ...others: readonly Expression[]): Expression {
  return others.reduce((left, right) => binary(left, "&&", right), first);
}

export function anyOf(first: Expression, ...others: readonly Expression[]): Expression {
  return others.reduce((left, right) => binary(left, "||", right), first);
}

/** Stands for a variable until its name is chosen. No name that is written has this character. */
const UNNAMED = "\u0000";

/**
 * A quantifier over one collection. The variables are named after what they stand for (`p` for a player), and
 * never like a name that the body takes from outside.
 */
export function quantified(
  quantifier: "for" | "exists",
  noun: string,
  collection: Expression,
  body: (...variables: readonly Expression[]) => Expression,
  count = 1,
): Expression {
  const placeholders = Array.from({ length: count }, (_, index) => name(UNNAMED.repeat(index + 1)));
  const taken = new Set([...freeNames(body(...placeholders)), ...freeNames(collection)]);
  const names: string[] = [];
  while (names.length < count) names.push(freeName(noun, new Set([...taken, ...names])));
  return {
    kind: "quantified",
    quantifier,
    variables: names.map((text) => ({ name: text, in: collection, span })),
    body: body(...names.map(name)),
    span,
  };
}

export function every(
  noun: string,
  collection: Expression,
  body: (variable: Expression) => Expression,
): Expression {
  return quantified("for", noun, collection, body);
}

export function some(
  noun: string,
  collection: Expression,
  body: (variable: Expression) => Expression,
): Expression {
  return quantified("exists", noun, collection, body);
}

function freeName(noun: string, taken: ReadonlySet<string>): string {
  const letter = /[a-z]/.exec(noun.toLowerCase())?.[0] ?? "x";
  const names = [letter, ..."xyzabcdefghijklmnopqrstuvw"];
  return names.find((text) => !taken.has(text)) ?? `${letter}${taken.size}`;
}
