import type { Exchange } from "#calls/exchange";

/** One line: `DELETE /players/100200300 → 200`. */
export function renderExchange(exchange: Exchange, width = 100): string {
  const { method, url, bodyText } = exchange.request;
  const body = bodyText === undefined || bodyText === "" ? "" : ` ${oneLine(bodyText)}`;
  const call = `${method} ${pathOf(url)}${body}`;
  return `${call.length <= width ? call : `${call.slice(0, width - 1)}…`} → ${renderOutcome(exchange)}`;
}

export function renderOutcome({ outcome }: Exchange): string {
  return outcome.kind === "response" ? String(outcome.status) : `no answer (${outcome.reason})`;
}

/** What came with it: `200 [{"pid":"1"}]`. */
export function renderAnswer(exchange: Exchange, width = 100): string {
  const { outcome } = exchange;
  const body = outcome.kind === "response" ? outcome.body : undefined;
  const text = body?.kind === "json" || body?.kind === "text" ? ` ${oneLine(body.text)}` : "";
  return `${renderExchange(exchange, width)}${text.length <= width ? text : `${text.slice(0, width - 1)}…`}`;
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]+/i, "") || "/";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
