import fc from "fast-check";
import type { Span } from "#glacier/formula";
import type {
  Argument,
  ArgumentValue,
  Assertion,
  Capture,
  CaptureSource,
  Definition,
  OperationName,
  Protocols,
  Session,
  Step,
  ValueType,
} from "#protocol/protocol";
import { arbitraryFormula } from "../glacier/arbitrary-formula.js";

const nowhere = { offset: 0, line: 1, column: 1 };
const span: Span = { start: nowhere, end: nowhere };
const always = fc.constant(span);

const name = fc.constantFrom("x", "y", "custId", "größe", "_", "$a1");
const jumpName = fc.constantFrom("X", "Y", "S", "T");
const comment = fc
  .tuple(fc.constantFrom("#", "//"), fc.string({ unit: "grapheme", maxLength: 8 }))
  .map(([mark, text]) => `${mark} ${text.replaceAll("\n", " ")}`.trimEnd());
const comments = fc.oneof(
  { weight: 4, arbitrary: fc.constant<string[]>([]) },
  fc.array(comment, { maxLength: 2 }),
);

const operation: fc.Arbitrary<OperationName> = fc.oneof(
  fc.record({
    kind: fc.constant("id" as const),
    id: fc.oneof(
      fc.constantFrom(
        "addCust",
        "PetApi.addPet",
        "repos/list-for-org",
        "a.b.c",
        "GET/x",
        "end",
        "Get customers",
      ),
      fc.string({ minLength: 1 }).filter((text) => !/^[A-Z]+ \//.test(text)),
    ),
    span: always,
  }),
  fc.record({
    kind: fc.constant("key" as const),
    method: fc.constantFrom("GET", "POST", "QUERY"),
    path: fc.constantFrom(
      "/",
      "/pets",
      "/pets/{petId}",
      "/users/{user-id}/x.json",
      "/odd('x')",
      "//a",
      "/a b",
    ),
    span: always,
  }),
);

const literal = fc.record({
  kind: fc.constant("literal" as const),
  value: fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.boolean(),
    fc.constant(null),
  ),
  span: always,
});

const type: fc.Arbitrary<ValueType> = fc.letrec<{ type: ValueType }>((tie) => ({
  type: fc.record({
    name: fc.constantFrom("String", "Customer", "Seq", "com.acme.User"),
    of: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie("type"), { maxLength: 2 })),
    span: always,
  }),
})).type;

const oddType = fc
  .constantFrom("A[", "a b", "", "Seq[]", 'qu"ote')
  .map((text): ValueType => ({ name: text, of: [], span }));

function optional<K extends string, T>(key: K, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<{ [key in K]?: T }> {
  return fc.oneof(
    fc.constant({}),
    arbitrary.map((value) => ({ [key]: value }) as { [key in K]?: T }),
  );
}

const generator = fc.record({
  name,
  literals: fc.array(literal, { maxLength: 2 }),
  span: always,
});

const value: fc.Arbitrary<ArgumentValue> = fc.oneof(
  fc.record({ kind: fc.constant("variable" as const), name, span: always }),
  literal,
  fc.tuple(name, fc.oneof(type, oddType), optional("generator", generator)).map(
    ([text, stated, call]): ArgumentValue => ({
      kind: "declaration",
      name: text,
      type: stated,
      ...call,
      span,
    }),
  ),
);

const target = fc.record({
  text: fc.oneof(
    fc.constantFrom("limit", "query.limit", "X-Request-Id", "/pid", "/a b", "//", "body", "a=b"),
    fc.string(),
  ),
  span: always,
});

const argument: fc.Arbitrary<Argument> = fc
  .tuple(optional("target", target), value)
  .map(([named, given]) => ({ ...named, value: given, span }));

const source: fc.Arbitrary<CaptureSource> = fc.oneof(
  fc.record({ kind: fc.constant("location" as const), span: always }),
  fc.record({
    kind: fc.constant("body" as const),
    pointer: fc.oneof(
      fc.constantFrom("", "/", "/id", "/data/0/id", "//x", "/a,b"),
      fc.string().map((text) => `/${text}`),
    ),
    span: always,
  }),
  fc.record({
    kind: fc.constant("header" as const),
    name: fc.constantFrom("Location", "X-Total", "ETag.x"),
    span: always,
  }),
);

const capture: fc.Arbitrary<Capture> = fc
  .tuple(name, optional("type", type), optional("from", source))
  .map(([text, stated, from]) => ({ name: text, ...stated, ...from, span }));

const assertion: fc.Arbitrary<Assertion> = fc.oneof(
  fc.record({ kind: fc.constant("formula" as const), formula: arbitraryFormula, span: always }),
  fc.record({
    kind: fc.constant("call" as const),
    name: fc.constantFrom("checkCustomer", "util.check"),
    arguments: fc.array(arbitraryFormula, { maxLength: 2 }),
    span: always,
  }),
  fc.record({
    kind: fc.constant("opaque" as const),
    text: fc.constantFrom("body.contains(x)&&y", "util.a(x) && util.b(y)", "owners.map(f).size"),
    span: always,
  }),
);

const weight = fc.record({
  value: fc.double({ min: 0, max: 2, noNaN: true }).map((weight) => weight + 0),
  span: always,
});

interface Tiers {
  readonly session: Session;
  readonly step: Step;
  readonly [tier: string]: unknown;
}

const decorated = <T extends object>(step: fc.Arbitrary<T>) =>
  fc
    .tuple(step, comments, optional("after", comment))
    .map(([node, before, after]) => ({ ...node, before, ...after, span }));

/** Any tree that the parser can produce. */
export const arbitraryProtocols: fc.Arbitrary<Protocols> = fc
  .letrec<Tiers>((tie) => {
    const session = tie("session") as fc.Arbitrary<Session>;
    const step = tie("step") as fc.Arbitrary<Step>;
    const send = fc
      .tuple(
        operation,
        fc.array(argument, { maxLength: 3 }),
        optional("weight", weight),
        optional("condition", assertion),
      )
      .map(([called, given, weighed, condition]) => ({
        kind: "send" as const,
        operation: called,
        arguments: given,
        ...weighed,
        ...condition,
      }));
    const receive = fc
      .tuple(
        fc.constantFrom("200", "404", "2XX", "5XX"),
        fc.array(capture, { maxLength: 2 }),
        optional("assertion", assertion),
      )
      .map(([status, captures, stated]) => ({ kind: "receive" as const, status, captures, ...stated }));
    const choice = fc.record({
      kind: fc.constant("choice" as const),
      side: fc.constantFrom("internal" as const, "external" as const),
      branches: fc.array(session, { minLength: 1, maxLength: 2 }),
      closing: comments,
    });
    const recursion = fc.record({
      kind: fc.constant("recursion" as const),
      name: jumpName,
      nameSpan: always,
      body: session,
      closing: comments,
    });
    const jump = fc.record({ kind: fc.constant("jump" as const), name: jumpName });
    return {
      step: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        decorated(fc.oneof(send, receive, jump)),
        decorated(choice),
        decorated(recursion),
      ) as fc.Arbitrary<Step>,
      session: fc.record({
        steps: fc.array(step, { maxLength: 3 }),
        span: always,
      }),
    };
  })
  .session.chain((first) =>
    fc.record({
      definitions: fc
        .tuple(definition(fc.constant(first)), fc.array(definition(fc.constant(first)), { maxLength: 1 }))
        .map(([one, more]) => [one, ...more]),
      closing: comments,
    }),
  );

function definition(body: fc.Arbitrary<Session>): fc.Arbitrary<Definition> {
  return fc.record({ name: fc.constantFrom("S", "T", "S_shop"), nameSpan: always, body, before: comments });
}

/** The tree without its positions. */
export function withoutSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSpans);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, child]) =>
      key === "span" || key === "nameSpan" ? [] : [[key, withoutSpans(child)]],
    ),
  );
}
