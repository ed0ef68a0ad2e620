import fc from "fast-check";
import type { Expression, Span, UrlPart } from "#glacier/formula";
import { isReserved } from "#glacier/vocabulary";

const nowhere = { offset: 0, line: 1, column: 1 };
const span: Span = { start: nowhere, end: nowhere };

const plainName = fc.constantFrom("p", "tid", "name", "x1", "größe", "$ref");
const anyName = fc.oneof(
  plainName,
  fc.constantFrom("length", "true", "for", "user-id", "proxy+", "response_body"),
);
const fieldName = fc.oneof(
  anyName,
  fc.string(),
  fc.constantFrom("__proto__", "constructor", "a.b", 'q"uote'),
);
const urlText = fc.stringMatching(/^[a-z0-9._~%:@!$&'*+;=,-]{1,6}$/).map((text) => text.replace(/,$/, ";"));
const method = fc.constantFrom("GET", "HEAD", "PATCH", "DELETE");

interface Tiers {
  readonly expression: Expression;
  readonly [tier: string]: unknown;
}

function url(value: fc.Arbitrary<Expression>): fc.Arbitrary<UrlPart[]> {
  const segment = fc.oneof(
    urlText.map((text): UrlPart[] => [{ kind: "text", text: `/${text}` }]),
    value.map((of): UrlPart[] => [
      { kind: "text", text: "/" },
      { kind: "value", of },
    ]),
    fc.tuple(value, urlText).map(([of, text]): UrlPart[] => [
      { kind: "text", text: "/" },
      { kind: "value", of },
      { kind: "text", text },
    ]),
  );
  return fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => mergeTexts(segments.flat()));
}

function mergeTexts(parts: readonly UrlPart[]): UrlPart[] {
  const merged: UrlPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      merged.splice(-1, 1, { kind: "text", text: last.text + part.text });
    else merged.push(part);
  }
  return merged;
}

/** Any tree that the parser can produce. */
export const arbitraryFormula: fc.Arbitrary<Expression> = fc.letrec<Tiers>((tie) => {
  const sub = tie("expression") as fc.Arbitrary<Expression>;
  const literal = fc
    .oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
    )
    .map((value): Expression => ({ kind: "literal", value, span }));
  const name = anyName.map((text): Expression => ({ kind: "name", name: text, span }));
  const of = fc.oneof(
    fc.constant({ kind: "this" as const, span }),
    fc.record({ kind: fc.constant("read" as const), method, url: url(sub), span: fc.constant(span) }),
  );
  const part = fc.constantFrom(
    "request_body",
    "request_header",
    "path_param",
    "query_param",
    "response_body",
    "response_code",
    "response_header",
  );
  const unary = fc.constantFrom("previous", "length", "negate", "not");
  const operator = fc.constantFrom(
    ...([
      "<=>",
      "=>",
      "||",
      "&&",
      "==",
      "!=",
      "<",
      "<=",
      ">",
      ">=",
      "in",
      "is part of",
      "+",
      "-",
      "*",
      "/",
      "%",
    ] as const),
  );
  const variable = fc.record({
    name: plainName.filter((text) => !isReserved(text)),
    in: sub,
    span: fc.constant(span),
  });
  const node = fc.oneof(
    fc
      .tuple(part, of)
      .map(([p, subject]): Expression => ({ kind: "message", part: p, of: subject, span }) as Expression),
    fc.tuple(unary, sub).map(([kind, operand]): Expression => ({ kind, of: operand, span }) as Expression),
    fc
      .tuple(sub, fieldName)
      .map(([operand, field]): Expression => ({ kind: "field", of: operand, name: field, span })),
    fc
      .tuple(
        sub,
        sub.filter((index) => index.kind !== "literal" || typeof index.value !== "string"),
      )
      .map(([operand, index]): Expression => ({ kind: "index", of: operand, index, span })),
    fc.array(sub, { maxLength: 3 }).map((items): Expression => ({ kind: "list", items, span })),
    fc
      .tuple(operator, sub, sub)
      .map(([op, left, right]): Expression => ({ kind: "binary", operator: op, left, right, span })),
    fc
      .tuple(
        fc.constantFrom("for" as const, "exists" as const),
        fc.array(variable, { minLength: 1, maxLength: 3 }),
        sub,
      )
      .map(
        ([quantifier, variables, body]): Expression => ({
          kind: "quantified",
          quantifier,
          variables,
          body,
          span,
        }),
      ),
  );
  return {
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(literal, name, fc.constant<Expression>({ kind: "unstated", span })),
      node,
    ),
  };
}).expression;

/** The tree without its positions. */
export function withoutSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSpans);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (key === "span" ? [] : [[key, withoutSpans(value)]])),
  );
}
