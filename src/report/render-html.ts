import { countOf } from "#base/count-of";
import type { Exchange } from "#calls/exchange";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, OperationRecord, RunRecord } from "#calls/run-record";
import { renderExchange } from "./render-exchange.js";
import { escapeXml } from "./render-junit.js";

/**
 * One page that needs nothing else: no script, font or style from elsewhere, so that it can be mailed, kept as an
 * artefact of a build, and opened offline. Everything is in the page as text; the script only copies commands.
 */
export function renderHtml(record: RunRecord): string {
  const of = (verdict: Fault["verdict"]) => record.faults.filter((fault) => fault.verdict === verdict);
  const counts = [
    countOf(of("ERR").length, "fault"),
    countOf(of("WARN").length, "warning"),
    countOf(of("NOTE").length, "note"),
  ];
  const { total, covered, failed, unreached } = record.transitions;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Piolet: ${escapeXml(record.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeXml(record.title)}</h1>
<p><strong>${counts.join(", ")}</strong>; ${countOf(record.calls, "call")}, ${countOf(record.requests, "request")}, ${(record.milliseconds / 1000).toFixed(1)} s; seed ${record.seed}</p>
<p>${escapeXml(record.document)} at ${escapeXml(record.url)}; piolet ${escapeXml(record.piolet)}</p>
</header>
<main>
<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
<table><thead><tr><th scope="col">stage</th><th scope="col">result</th><th scope="col">cost</th></tr></thead><tbody>
${record.stages.map(({ name, ok, summary, cost }) => `<tr><th scope="row">${ok ? "✓" : "✗"} ${escapeXml(name)}</th><td>${escapeXml(summary)}</td><td>${escapeXml(cost)}</td></tr>`).join("\n")}
</tbody></table>
<p>Transitions of the models: ${covered} of ${total} went as the model says, ${failed} went another way or could not be tried, ${unreached} were not reached.</p>
${record.problems.map(({ message, hint }) => `<p class="problem">${escapeXml(message)} ${escapeXml(hint)}</p>`).join("\n")}
</section>
<section aria-labelledby="faults"><h2 id="faults">Findings</h2>
${record.faults.length === 0 ? "<p>None.</p>" : record.faults.map(renderFault).join("\n")}
</section>
<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
<table><thead><tr><th scope="col">operation</th><th scope="col">verdict</th><th scope="col">calls</th><th scope="col">does</th><th scope="col">not tested because</th></tr></thead><tbody>
${record.operations.map(renderOperation).join("\n")}
</tbody></table>
</section>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function renderFault(fault: Fault): string {
  const { id, verdict, message, expected, got, why, oracle, clause, reproduced, tried, key } = fault;
  const files = Object.values(fault.files ?? {});
  return `<article id="${escapeXml(id)}" class="${verdict}">
<h3><span class="verdict">${escapeXml(id)}</span> ${escapeXml(message)}</h3>
<dl>
<dt>expected</dt><dd class="expected">${escapeXml(expected)}</dd>
<dt>got</dt><dd class="got">${escapeXml(got)}</dd>
<dt>why</dt><dd>${escapeXml(why)}</dd>
<dt>rule</dt><dd>${escapeXml(oracle)}: ${escapeXml(clause)}</dd>
<dt>seen</dt><dd>in ${reproduced} of ${tried} runs; key <code>${escapeXml(key)}</code></dd>
${files.length === 0 ? "" : `<dt>files</dt><dd>${files.map((file) => `<code>${escapeXml(file)}</code>`).join(" ")}</dd>`}
</dl>
<ol>${relevantExchanges(fault).map(renderCall).join("\n")}</ol>
</article>`;
}

function renderCall(exchange: Exchange): string {
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
  return `<li><details><summary>${escapeXml(renderExchange(exchange))}</summary>
<button type="button" data-curl="${escapeXml(curlOf(exchange))}">Copy as curl</button>
<h4>Request</h4><pre tabindex="0">${escapeXml(sent.trimEnd())}</pre>
<h4>Response</h4><pre tabindex="0">${escapeXml(answer.trimEnd())}</pre></details></li>`;
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

function renderOperation({ key, verdict, calls, semantics, resource, reason }: OperationRecord): string {
  const does = resource === null ? semantics : `${semantics} ${resource}`;
  return `<tr class="${verdict}"><th scope="row"><code>${escapeXml(key)}</code></th><td class="verdict">${verdict.replace("_", " ")}</td><td>${calls}</td><td>${escapeXml(does)}</td><td>${escapeXml(reason ?? "")}</td></tr>`;
}

const STYLE = `
:root{color-scheme:light dark;--line:#8886;--bad:#b3261e;--warn:#8a5a00;--good:#1b6e3c}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--warn:#ffc46b;--good:#7ddc9f}}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
article{border-left:.25rem solid var(--line);padding-left:1rem;margin:1.5rem 0}
.ERR{border-color:var(--bad)}.WARN{border-color:var(--warn)}.ERR .verdict,.got{color:var(--bad)}.WARN .verdict{color:var(--warn)}.OK .verdict,.expected{color:var(--good)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dd{margin:0;overflow-wrap:anywhere}
pre{overflow:auto;max-height:24rem;border:1px solid var(--line);padding:.5rem}summary{cursor:pointer;overflow-wrap:anywhere}
`;

const SCRIPT = `
document.addEventListener("click",(event)=>{const button=event.target.closest("button[data-curl]");if(!button)return;
navigator.clipboard.writeText(button.dataset.curl).then(()=>{button.textContent="Copied"},()=>{button.textContent=button.dataset.curl})});
`;
