import type { HttpResponse } from "#calls/exchange";
import { decodeBody } from "./decode-body.js";
import { decompress } from "./decompress.js";
import { type HeaderList, headerOf, headersAsRecord } from "./headers.js";
import type { WireAnswer, WireFailure } from "./wire.js";

/** What came over the wire as the record keeps it: decompressed, decoded, headers joined by name. */
export async function readAnswer(
  answer: WireAnswer,
  redirects: number,
  maxBytes: number,
): Promise<HttpResponse | WireFailure> {
  const encoding = headerOf(answer.headers, "content-encoding") ?? "";
  const body = encoding === "" ? answer.body : await decompress(answer.body, encoding, maxBytes);
  if ("kind" in body && body.kind === "failure") return body;
  const bytes = "kind" in body ? body.bytes : body;
  return {
    kind: "response",
    status: answer.status,
    headers: headersAsRecord(joinByName(answer.headers)),
    body: decodeBody(bytes, headerOf(answer.headers, "content-type") ?? ""),
    redirects,
  };
}

function joinByName(headers: HeaderList): HeaderList {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return [...joined];
}
