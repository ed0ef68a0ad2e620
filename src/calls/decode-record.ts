import {
  anything,
  arrayOf,
  boolean,
  type Decoder,
  exactly,
  named,
  nullOr,
  number,
  object,
  oneOf,
  recordOf,
  string,
  tagged,
} from "#base/decode-json";
import type { Call, Sequence } from "./call.js";
import type {
  Exchange,
  HttpResponse,
  NoResponse,
  Outcome,
  ResolvedInputs,
  ResponseBody,
  SentRequest,
  Trace,
} from "./exchange.js";
import type { Fresh, Reference, ReferenceSource, Template } from "./template.js";

/**
 * The stored form of the record is the record itself, as JSON: nothing to keep in step, and a file can be
 * read next to the types. This file is the check on the way back in.
 */
const parameterPlace = oneOf("path", "query", "header", "cookie");

export const decodeReferenceSource: Decoder<ReferenceSource> = tagged<ReferenceSource>("in", {
  "response body": object({ in: oneOf("response body"), pointer: string }),
  "response header": object({ in: oneOf("response header"), name: string }),
  location: object({ in: oneOf("location") }, { isNumber: boolean }),
  link: object({ in: oneOf("link"), after: string }),
  listed: object({ in: oneOf("listed"), pointer: string }),
  "request body": object({ in: oneOf("request body"), pointer: string }),
  "request parameter": object({ in: oneOf("request parameter"), place: parameterPlace, name: string }),
});

export const decodeReference: Decoder<Reference> = named("Reference", () =>
  object(
    { kind: oneOf("reference"), call: string, source: decodeReferenceSource },
    { prefix: string, suffix: string },
  ),
);

const fresh: Decoder<Fresh> = object(
  { kind: oneOf("fresh"), name: string, sample: anything },
  {
    schema: anything,
    at: string,
    form: oneOf("slug", "word", "short", "span", "later"),
    after: object({ call: string, units: number }),
    generator: object({ name: string, literals: arrayOf(anything) }),
  },
);

/** By a name of its own, because templates nest. */
export const decodeTemplate: Decoder<Template> = named("Template", () => anyTemplate);

const anyTemplate: Decoder<Template> = tagged<Template>("kind", {
  value: object({ kind: oneOf("value"), value: anything }),
  reference: decodeReference,
  fresh,
  object: object({ kind: oneOf("object"), members: recordOf(decodeTemplate) }),
  array: object({ kind: oneOf("array"), items: arrayOf(decodeTemplate) }),
});

const templates = recordOf(decodeTemplate);

const call: Decoder<Call> = object(
  { id: string, operation: string, path: templates, query: templates, header: templates, cookie: templates },
  {
    actor: nullOr(string),
    body: object({ contentType: string, content: decodeTemplate }, { raw: exactly(true) }),
    finds: object({ operation: string, path: templates, query: templates, member: string, id: string }),
  },
);

export const decodeCall = named("Call", () => call);

export const decodeSequence: Decoder<Sequence> = object({
  id: string,
  purpose: string,
  calls: arrayOf(decodeCall),
});

const values = recordOf(anything);

const inputs: Decoder<ResolvedInputs> = object(
  { path: values, query: values, header: values, cookie: values },
  { body: object({ contentType: string, content: anything }, { raw: exactly(true) }) },
);

const request: Decoder<SentRequest> = object(
  { method: string, url: string, headers: recordOf(string), inputs },
  { bodyText: string },
);

const responseBody: Decoder<ResponseBody> = tagged<ResponseBody>("kind", {
  empty: object({ kind: oneOf("empty") }),
  json: object({ kind: oneOf("json"), value: anything, text: string }),
  text: object({ kind: oneOf("text"), text: string, invalidJson: boolean }),
  binary: object({ kind: oneOf("binary"), bytes: number }),
});

const response: Decoder<HttpResponse> = object(
  {
    kind: oneOf("response"),
    status: number,
    headers: recordOf(string),
    body: responseBody,
    redirects: number,
  },
  { says: oneOf("refused", "absent", "denied", "broken") },
);

const noResponse: Decoder<NoResponse> = object({
  kind: oneOf("none"),
  reason: oneOf(
    "unreachable",
    "timeout",
    "reset",
    "garbage",
    "too large",
    "unresolved",
    "unsendable",
    "unauthenticated",
    "cancelled",
  ),
  message: string,
});

const outcome: Decoder<Outcome> = tagged<Outcome>("kind", { response, none: noResponse });

const exchange: Decoder<Exchange> = object(
  { call: decodeCall, request, outcome, milliseconds: number },
  { listed: anything },
);

export const decodeExchange = named("Exchange", () => exchange);

export const decodeTrace: Decoder<Trace> = object({
  sequence: decodeSequence,
  exchanges: arrayOf(decodeExchange),
});
