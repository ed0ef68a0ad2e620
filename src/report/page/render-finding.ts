import type { Exchange } from "#calls/exchange";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault } from "#calls/run-record";
import { alsoOf } from "../also.js";
import { renderExchange } from "../render-exchange.js";
import { html, type Markup, NOTHING } from "./html.js";
import { textDifference } from "./text-difference.js";

/** A finding with all that somebody needs to believe it: what differs, and every call with its answer. */
export function renderFinding(fault: Fault): Markup {
  const { id, verdict, message, expected, got, why, oracle, clause, reproduced, tried, key } = fault;
  const pieces = textDifference(expected, got);
  const looks = fault.looks ?? [];
  const files = Object.values(fault.files ?? {});
  const also = alsoOf(fault);
  const items = (texts: readonly string[]) => texts.map((text) => html`<li>${text}</li>`);
  return html`<article id="${id}" class="${verdict}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="tag ${verdict}">${id}</span> ${message}</h3>
<dl>
<dt>expected</dt><dd class="expected">${pieces.map(({ in: side, text }) => (side === "got" ? NOTHING : side === "both" ? text : html`<ins>${text}</ins>`))}</dd>
<dt>got</dt><dd class="got">${pieces.map(({ in: side, text }) => (side === "expected" ? NOTHING : side === "both" ? text : html`<del>${text}</del>`))}</dd>
<dt>why</dt><dd>${why}</dd>
<dt>rule</dt><dd>${oracle}: ${clause}</dd>
<dt>seen</dt><dd>in ${reproduced} of ${tried} runs${fault.count > 1 ? `, met ${fault.count} times` : ""}; key <code>${key}</code></dd>
${also.at.length === 0 ? NOTHING : html`<dt>also at</dt><dd><ul class="plain">${items(also.at)}</ul></dd>`}
${also.as.length === 0 ? NOTHING : html`<dt>also as</dt><dd><ul class="plain">${items(also.as)}</ul></dd>`}
${files.length === 0 ? NOTHING : html`<dt>files</dt><dd><ul class="plain">${files.map((file) => html`<li><code>${file}</code></li>`)}</ul></dd>`}
${fault.unexported === undefined ? NOTHING : html`<dt>no script</dt><dd>${fault.unexported}</dd>`}
</dl>
<ol>${relevantExchanges(fault).map(renderCall)}</ol>
${looks.length === 0 ? NOTHING : html`<h4>Seen in</h4><ul class="plain">${looks.map(renderCall)}</ul>`}
</article>
`;
}

function renderCall(exchange: Exchange): Markup {
  const { request, outcome } = exchange;
  const answer =
    outcome.kind === "none"
      ? outcome.message
      : [`HTTP ${outcome.status}`, ...headerLines(outcome.headers), "", bodyText(outcome.body)].join("\n");
  const sent = [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    "",
    request.bodyText ?? "",
  ].join("\n");
  return html`<li><details><summary>${renderExchange(exchange)}</summary>
<button type="button" data-curl="${curlOf(exchange)}">Copy as curl</button>
<h4>Request</h4><pre tabindex="0">${sent.trimEnd()}</pre>
<h4>Response</h4><pre tabindex="0">${answer.trimEnd()}</pre></details></li>
`;
}

/** Beyond this nobody reads on, and a page of hundreds of bodies must still open. */
const MOST = 20_000;

function bodyText(body: Extract<Exchange["outcome"], { kind: "response" }>["body"]): string {
  if (body.kind === "json") return JSON.stringify(body.value, null, 2).slice(0, MOST);
  if (body.kind === "text") return body.text.slice(0, MOST);
  return body.kind === "binary" ? `${body.bytes} bytes` : "";
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, text]) => `${name}: ${text}`);
}

function curlOf({ request }: Exchange): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !/^(user-agent|x-piolet-)/i.test(name))
    .map(([name, text]) => `-H ${quote(`${name}: ${text}`)}`);
  const body = request.bodyText === undefined ? [] : [`--data-raw ${quote(request.bodyText)}`];
  return ["curl -i", `-X ${request.method}`, quote(request.url), ...headers, ...body].join(" ");
}
