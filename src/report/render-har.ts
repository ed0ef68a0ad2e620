import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import type { RunRecord } from "#calls/run-record";

/** HAR 1.2: the calls of every fault, for tools that show traffic. When each was made is not known, only how long. */
export function renderHar(record: RunRecord, started: string): Json {
  const entries = record.faults.flatMap((fault) =>
    fault.exchanges.map((exchange) => entryOf(exchange, `${fault.id}: ${exchange.call.id}`, started)),
  );
  return {
    log: { version: "1.2", creator: { name: "Piolet", version: record.piolet }, entries },
  };
}

function entryOf({ request, outcome, milliseconds }: Exchange, comment: string, started: string): Json {
  const { method, url, headers, bodyText } = request;
  const type = headers["content-type"] ?? "text/plain";
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return {
    startedDateTime: started,
    time: milliseconds,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(Object.entries(headers)),
      queryString: pairs(query),
      ...(bodyText === undefined ? {} : { postData: { mimeType: type, text: bodyText } }),
      headersSize: -1,
      bodySize: bodyText === undefined ? 0 : Buffer.byteLength(bodyText),
    },
    response: responseOf(outcome),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment,
  };
}

function responseOf(outcome: Exchange["outcome"]): Json {
  const rest = { httpVersion: "HTTP/1.1", cookies: [], redirectURL: "", headersSize: -1 };
  // A status of 0 is how browsers write down that no answer came.
  if (outcome.kind === "none") {
    const content = { size: 0, mimeType: "x-unknown" };
    return { status: 0, statusText: outcome.message, headers: [], content, bodySize: -1, ...rest };
  }
  const { status, headers, body } = outcome;
  const text = body.kind === "json" || body.kind === "text" ? body.text : "";
  const mimeType = headers["content-type"] ?? "x-unknown";
  const content = { size: Buffer.byteLength(text), mimeType, text };
  return { status, statusText: "", headers: pairs(Object.entries(headers)), content, bodySize: -1, ...rest };
}

function pairs(entries: readonly (readonly [string, string])[]): Json {
  return entries.map(([name, value]) => ({ name, value }));
}
