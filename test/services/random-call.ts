import fc from "fast-check";
import type { Json } from "#base/json";
import type { Document, DocumentOperation } from "./document.js";
import type { Tour } from "./scenario.js";

export interface RandomCall {
  readonly operation: DocumentOperation;
  readonly request: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const CONTENT_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
];

const anyText = fc.string({ unit: "binary" });

/** A segment of `.` or `..` never reaches a service: URLs are normalised by whoever sends them. */
const anySegment = fc
  .string({ minLength: 1, maxLength: 12, unit: "binary" })
  .filter((text) => text !== "." && text !== "..");

/** Any operation with any input; ids and bodies of the tour are mixed in, so that deep states are reached too. */
export function randomCall(document: Document, tour: Tour): fc.Arbitrary<RandomCall> {
  const segments = new Set(
    tour.flatMap(([, request]) => (request.split(/[ ?]/)[1] ?? "").split("/").slice(2)),
  );
  const segment = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...segments) }, anySegment);
  const headers = fc.constantFrom<Readonly<Record<string, string>>>(
    {},
    ...tour.flatMap(([, , , circumstances]) => [circumstances?.headers ?? {}]),
  );
  const query = fc
    .dictionary(fc.constantFrom("name", ...queryParameters(tour)), anyText, { maxKeys: 2 })
    .map((parameters) => `?${new URLSearchParams(parameters)}`);

  return fc
    .constantFrom(...document.operations)
    .chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        path: fc
          .array(segment, { minLength: 3, maxLength: 3 })
          .map((filling) => fill(operation.path, filling)),
        query,
        body: anyBody(tour.filter(([, request]) => document.operationOf(request) === operation)),
        contentType: fc.constantFrom(...CONTENT_TYPES),
        headers,
      }),
    )
    .filter(({ operation, path }) => document.operationOf(`${operation.method} ${path}`) === operation)
    .map(({ operation, path, query, body, contentType, headers }) => ({
      operation,
      request: `${operation.method} ${path}${query}`,
      body: operation.method === "GET" ? undefined : body,
      headers: { ...headers, "content-type": contentType },
    }));
}

function queryParameters(tour: Tour): Set<string> {
  const queries = tour.map(([, request]) => new URLSearchParams(request.split("?")[1]));
  return new Set(queries.flatMap((query) => [...query.keys()]));
}

function anyBody(tour: Tour): fc.Arbitrary<string | undefined> {
  const known = fc.constantFrom<Json>(
    {},
    ...tour.flatMap(([, , body]) => (body === undefined ? [] : [body])),
  );
  const nonsense = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 });
  return fc.oneof(
    { weight: 4, arbitrary: known.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: fc.tuple(known, nonsense, fc.nat(7)).map(spoil) },
    fc.jsonValue().map((value) => JSON.stringify(value)),
    anyText,
    fc.constant(undefined),
  );
}

/** A known body, with nonsense in place of one of its members and beside them. */
function spoil([body, nonsense, place]: readonly [Json, Record<string, unknown>, number]): string {
  const members = typeof body === "object" && body !== null ? Object.keys(body) : [];
  const renamed = Object.entries(nonsense).map(([key, value], index) => [
    members[place + index] ?? key,
    value,
  ]);
  return JSON.stringify({ ...(body as object), ...Object.fromEntries(renamed) });
}

function fill(template: string, values: readonly string[]): string {
  let next = 0;
  return template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values[next++] ?? ""));
}
