/** The members of HAR 1.2 that its specification requires, and the types of those that we write. */
const text = { type: "string" };
const count = { type: "integer" };

const object = (required: object, optional: object = {}) => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
});

const pairs = { type: "array", items: object({ name: text, value: text }, { comment: text }) };

const request = object(
  {
    method: text,
    url: { type: "string", format: "uri" },
    httpVersion: text,
    cookies: pairs,
    headers: pairs,
    queryString: pairs,
    headersSize: count,
    bodySize: count,
  },
  { postData: object({ mimeType: text, text }) },
);

const response = object({
  status: count,
  statusText: text,
  httpVersion: text,
  cookies: pairs,
  headers: pairs,
  content: object({ size: count, mimeType: text }, { text, encoding: text }),
  redirectURL: text,
  headersSize: count,
  bodySize: count,
});

const time = { type: "number", minimum: -1 };

const entry = object(
  {
    startedDateTime: { type: "string", format: "date-time" },
    time: { type: "number", minimum: 0 },
    request,
    response,
    cache: { type: "object" },
    timings: object({ send: time, wait: time, receive: time }),
  },
  { comment: text },
);

export const HAR = object({
  log: object({
    version: text,
    creator: object({ name: text, version: text }),
    entries: { type: "array", items: entry },
  }),
});
