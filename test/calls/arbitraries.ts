import { fc } from "@fast-check/vitest";
import type { Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Call, Sequence } from "#calls/call";
import type { Exchange, Outcome, ResolvedInputs, ResponseBody, Trace } from "#calls/exchange";
import type { Reference, ReferenceSource, Template } from "#calls/template";

/** Random records: sequences whose references all lead backwards, and traces of them. */

const name = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("id", "__proto__", "constructor", "a/b", "~"),
);

/** JSON without -0, which JSON itself cannot write. */
export const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

const pointer = fc.array(name, { maxLength: 3 }).map(formatPointer);

const source: fc.Arbitrary<ReferenceSource> = fc.oneof(
  fc.record({ in: fc.constant("response body" as const), pointer }),
  fc.record({ in: fc.constant("response header" as const), name }),
  fc.record({ in: fc.constant("location" as const) }),
  fc.record({ in: fc.constant("location" as const), isNumber: fc.boolean() }),
  fc.record({ in: fc.constant("listed" as const), pointer }),
  fc.record({ in: fc.constant("request body" as const), pointer }),
  fc.record({
    in: fc.constant("request parameter" as const),
    place: fc.constantFrom("path" as const, "query" as const, "header" as const, "cookie" as const),
    name,
  }),
);

function template(earlier: readonly string[]): fc.Arbitrary<Template> {
  const leaves: fc.Arbitrary<Template>[] = [
    json.map((value): Template => ({ kind: "value", value })),
    fc.record({ kind: fc.constant("fresh" as const), name, sample: json }),
    fc.record({
      kind: fc.constant("fresh" as const),
      name,
      sample: json,
      schema: json,
      at: fc.string(),
      form: fc.constant("slug" as const),
    }),
  ];
  if (earlier.length > 0) {
    leaves.push(
      fc.record<Reference>({ kind: fc.constant("reference"), call: fc.constantFrom(...earlier), source }),
    );
  }
  return fc.letrec<{ any: Template }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      ...leaves,
      fc.record({
        kind: fc.constant("object" as const),
        members: fc.dictionary(name, tie("any"), { maxKeys: 3, noNullPrototype: true }),
      }),
      fc.record({ kind: fc.constant("array" as const), items: fc.array(tie("any"), { maxLength: 3 }) }),
    ),
  })).any;
}

export function call(id: string, earlier: readonly string[]): fc.Arbitrary<Call> {
  const templates = fc.dictionary(name, template(earlier), { maxKeys: 2, noNullPrototype: true });
  return fc.record(
    {
      id: fc.constant(id),
      operation: fc.constantFrom("GET /players", "POST /players", "DELETE /players/{pid}"),
      path: templates,
      query: templates,
      header: templates,
      cookie: templates,
      body: fc.record({ contentType: fc.constant("application/json"), content: template(earlier) }),
      finds: fc.record({
        operation: fc.constant("GET /players"),
        path: templates,
        query: templates,
        member: name,
        id: name,
      }),
    },
    { requiredKeys: ["id", "operation", "path", "query", "header", "cookie"] },
  );
}

export const sequence: fc.Arbitrary<Sequence> = fc
  .uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 5 })
  .chain((ids) =>
    fc.record({
      id: fc.string(),
      purpose: fc.string(),
      calls: fc.tuple(...ids.map((id, index) => call(id, ids.slice(0, index)))),
    }),
  );

const values = fc.dictionary(name, json, { maxKeys: 3, noNullPrototype: true });

const inputs: fc.Arbitrary<ResolvedInputs> = fc.record(
  {
    path: values,
    query: values,
    header: values,
    cookie: values,
    body: fc.record({ contentType: fc.string(), content: json }),
  },
  { requiredKeys: ["path", "query", "header", "cookie"] },
);

const body: fc.Arbitrary<ResponseBody> = fc.oneof(
  fc.constant({ kind: "empty" as const }),
  json.map((value) => ({ kind: "json" as const, value, text: JSON.stringify(value) })),
  fc.record({ kind: fc.constant("text" as const), text: fc.string(), invalidJson: fc.boolean() }),
  fc.record({ kind: fc.constant("binary" as const), bytes: fc.nat() }),
);

const headers = fc.dictionary(fc.string(), fc.string(), { maxKeys: 3, noNullPrototype: true });

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    kind: fc.constant("response" as const),
    status: fc.integer({ min: 100, max: 599 }),
    headers,
    body,
    redirects: fc.nat(5),
  }),
  fc.record({
    kind: fc.constant("none" as const),
    reason: fc.constantFrom("unreachable", "timeout", "unresolved", "unsendable", "cancelled"),
    message: fc.string(),
  }),
);

export function exchange(of: Call): fc.Arbitrary<Exchange> {
  const request = fc.record(
    { method: fc.string(), url: fc.string(), headers, inputs, bodyText: fc.string() },
    { requiredKeys: ["method", "url", "headers", "inputs"] },
  );
  return fc.record(
    { call: fc.constant(of), request, outcome, milliseconds: fc.nat(), listed: json },
    { requiredKeys: ["call", "request", "outcome", "milliseconds"] },
  );
}

export const trace: fc.Arbitrary<Trace> = sequence.chain((made) =>
  fc.record({
    sequence: fc.constant(made),
    exchanges: fc.tuple(...made.calls.map(exchange)),
  }),
);
