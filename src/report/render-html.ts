import { createHash } from "node:crypto";
import { countOf } from "#base/count-of";
import type { RunRecord } from "#calls/run-record";
import { html, type Markup, NOTHING } from "./page/html.js";
import { PAGE_SCRIPT } from "./page/page-script.js";
import { renderFinding } from "./page/render-finding.js";
import { renderClauses, renderOperations, renderRules } from "./page/render-knowledge.js";
import { renderModel } from "./page/render-model.js";
import { PAGE_STYLE } from "./page/style.js";
import { PLAIN } from "./paint.js";
import { stageMark } from "./stage-mark.js";
import { describeActions, headlineOf, untestedIn } from "./untested.js";

/**
 * One page that needs nothing else: no script, font or style from elsewhere, so that it can be mailed, kept as an
 * artefact of a build, and opened offline. The policy in its head lets run only the one script and the one style that
 * are in it, by their hashes: whatever a service answers stays text, even if some escaping were forgotten.
 */
export function renderHtml(record: RunRecord): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(PAGE_STYLE)}`,
    `script-src ${hashOf(PAGE_SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const parts: readonly (readonly [string, string, Markup])[] = [
    ["summary", "Summary", renderSummary(record)],
    ["findings", "Findings", renderFindings(record)],
    ["untested", "Not tested", renderUntested(record)],
    ["graph", "State graph", renderModels(record)],
    ["operations", "Operations", renderOperations(record.operations)],
    ["rules", "Rules", renderRules(record.rules ?? [])],
    ["contracts", "Contracts", renderClauses(record.clauses ?? [])],
  ];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Piolet: ${record.title}</title>
<style>${{ markup: PAGE_STYLE }}</style>
</head>
<body>
<a class="skip" href="#summary">To the summary</a>
<header>
<h1>${record.title}</h1>
${renderHeadline(record)}
<p class="meta">${record.document} at ${record.url}; ${countOf(record.calls, "call")}, ${countOf(record.requests, "request")}, ${(record.milliseconds / 1000).toFixed(1)} s; seed ${record.seed}; piolet ${record.piolet}</p>
</header>
<nav aria-label="Parts of the report"><ul>${parts.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main>
${parts.map(([id, title, content]) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${content}\n</section>\n`)}</main>
<script>${{ markup: PAGE_SCRIPT }}</script>
</body>
</html>
`;
  return page.markup;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function renderHeadline(record: RunRecord): Markup {
  const { tone, text, scope } = headlineOf(record);
  return html`<div class="headline ${tone}"><p><strong>${text}</strong></p><small>${scope}</small></div>`;
}

function renderSummary({ stages, problems }: RunRecord): Markup {
  const rows = stages.map(
    (stage) =>
      html`<tr><th scope="row">${stageMark(stage, PLAIN)} ${stage.name}</th><td>${stage.summary}</td><td>${stage.cost}</td></tr>\n`,
  );
  const told = problems.map(
    ({ message, hint, pointer }) =>
      html`<li>${message} ${hint}${pointer === undefined ? NOTHING : html` <code>${pointer}</code>`}</li>\n`,
  );
  return html`<div class="scroll"><table><thead><tr><th scope="col">stage</th><th scope="col">result</th><th scope="col">cost</th></tr></thead><tbody>
${rows}</tbody></table></div>
${told.length === 0 ? NOTHING : html`<details><summary>${countOf(told.length, "problem")} of the document or the run</summary><ul class="plain">${told}</ul></details>`}`;
}

function renderFindings({ faults }: RunRecord): Markup {
  return faults.length === 0 ? html`<p>None.</p>` : html`${faults.map(renderFinding)}`;
}

function renderModels({ models = [] }: RunRecord): Markup {
  return models.length === 0
    ? html`<p>There was no model to walk through.</p>`
    : html`${models.map(renderModel)}`;
}

function renderUntested(record: RunRecord): Markup {
  const { operations, transitions, leftOut, stopped } = untestedIn(record);
  if (operations.length + transitions.length + leftOut.length + stopped.length === 0)
    return html`<p>Every operation was tested, and every transition of the models was walked.</p>`;
  const list = (items: readonly Markup[]) => html`<ul class="plain">${items}</ul>`;
  return html`${stopped.map((message) => html`<p class="headline warn">${message}</p>`)}
${operations.length === 0 ? NOTHING : html`<h3>Operations</h3>${list(operations.map(({ reason, keys }) => html`<li>${reason}: ${keys.map((key) => html`<code>${key}</code> `)}</li>`))}`}
${transitions.length === 0 ? NOTHING : html`<h3>Transitions</h3>${list(transitions.map(({ reason, actions }) => html`<li>${reason}: ${describeActions(actions)}</li>`))}`}
${leftOut.length === 0 ? NOTHING : html`<h3>Left out</h3>${list(leftOut.map((sentence) => html`<li>${sentence}</li>`))}`}`;
}
