import type { Json } from "#base/json";
import type { Exchange, Outcome } from "#calls/exchange";
import type { Redactor } from "./redactor.js";

/**
 * Exchanges as they are stored, and the way back. What leaves this room has no secrets in it; but a later
 * call may refer to a value that was one (the token that the service's own login answered), so the original
 * is kept for as long as the filtered exchange itself is in memory, and nowhere else.
 */
const originals = new WeakMap<Exchange, Exchange>();

export function filterExchange(exchange: Exchange, redactor: Redactor): Exchange {
  const { call, request, outcome } = exchange;
  const { bodyText, ...rest } = request;
  const filtered: Exchange = {
    ...exchange,
    call: filterData(call, redactor),
    request: {
      ...rest,
      url: redactor.redactUrl(request.url),
      headers: redactor.redactHeaders(request.headers),
      inputs: filterData(request.inputs, redactor),
      ...(bodyText === undefined ? {} : { bodyText: redactor.redact(bodyText) }),
    },
    outcome: filterOutcome(outcome, redactor),
  };
  originals.set(filtered, exchange);
  return filtered;
}

/** The exchange with what a list showed, as it is stored and as it was. */
export function withListed(exchange: Exchange, stored: Json, original: Json): Exchange {
  const told: Exchange = { ...exchange, listed: stored };
  originals.set(told, { ...originalOf(exchange), listed: original });
  return told;
}

/** The exchange before filtering; itself where it was read from a file or copied. */
export function originalOf(exchange: Exchange): Exchange {
  return originals.get(exchange) ?? exchange;
}

function filterOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  if (outcome.kind === "none") return { ...outcome, message: redactor.redact(outcome.message) };
  return {
    ...outcome,
    headers: redactor.redactHeaders(outcome.headers),
    body: filterData(outcome.body, redactor),
  };
}

/** Calls, inputs and bodies are JSON by construction; an interface is just not assignable to an index type. */
function filterData<T extends object>(data: T, redactor: Redactor): T {
  return redactor.redactJson(data as unknown as Json) as unknown as T;
}
