import { countOf } from "#base/count-of";
import type { ActionRecord, ModelRecord } from "#calls/model-record";
import { html, type Markup, NOTHING } from "./html.js";
import { pageGraphOf } from "./page-graph.js";

/** A model: the picture of its graph where it is small enough for one, and in any case what became of its actions. */
export function renderModel(model: ModelRecord): Markup {
  const { resources, states, symmetric, transitions, actions, graph } = model;
  const { total, covered, failed, unreached } = transitions;
  const name = resources.join(", ");
  const kinds = symmetric ? ", whichever of several like things are used" : "";
  return html`<section aria-label="Model of ${name}">
<h3>${name}</h3>
<p>${countOf(states, "state")}${kinds}. Of ${countOf(total, "transition")} ${covered} went as the model says, ${failed} failed, ${unreached} were not reached.</p>
${graph === undefined ? html`<p>The graph is too large to be looked at; the table says what became of its calls.</p>` : renderGraph(name, pageGraphOf(actions, graph))}
<details><summary>Actions: ${actions.length}</summary>
<div class="scroll"><table><thead><tr><th scope="col">action</th><th scope="col">operation</th><th scope="col">expected</th><th scope="col" class="number">covered</th><th scope="col" class="number">failed</th><th scope="col" class="number">not reached</th><th scope="col">why</th></tr></thead><tbody>
${actions.map(renderAction)}</tbody></table></div></details>
</section>
`;
}

function renderAction({
  name,
  operation,
  expects,
  covered,
  failed,
  unreached,
  reasons,
}: ActionRecord): Markup {
  return html`<tr><th scope="row">${name}</th><td><code>${operation}</code></td><td>${expects}</td><td class="number">${covered}</td><td class="number ${failed > 0 ? "ERR" : ""}">${failed}</td><td class="number">${unreached}</td><td>${reasons.length === 0 ? NOTHING : html`<ul class="plain">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</td></tr>
`;
}

function renderGraph(name: string, page: ReturnType<typeof pageGraphOf>): Markup {
  const keys = "Arrow keys move it, + and − zoom, 0 shows all, Escape chooses nothing.";
  const label = `State graph of ${name}: ${countOf(page.states.length, "state")}, ${countOf(page.transitions.length, "transition")}. ${keys} The panel beside it lists what is chosen.`;
  const box = (fate: string, text: string) =>
    html`<label class="${fate}"><input type="checkbox" value="${fate}" checked> ${text}</label>\n`;
  return html`<div class="graph" data-graph>
<div class="tools"><label>Search <input type="search" placeholder="a resource or a call"></label>
<span role="group" aria-label="Zoom"><button type="button" data-zoom="in" aria-label="Zoom in">+</button> <button type="button" data-zoom="out" aria-label="Zoom out">−</button> <button type="button" data-zoom="fit">Show all</button></span>
<span role="group" aria-label="Transitions to show">${box("covered", "── covered")}${box("failed", "━━ failed")}${box("unreached", "╌╌ not reached")}</span></div>
<div class="stage"><canvas tabindex="0" role="img" aria-label="${label}"></canvas><div class="panel" data-part="panel" role="region" aria-live="polite" aria-label="What is chosen in the graph"></div></div>
<script type="application/json">${embedded(page)}</script>
</div>`;
}

/** JSON inside a script element: nothing in it may end the element or begin a comment. */
function embedded(page: unknown): Markup {
  return {
    markup: JSON.stringify(page)
      .replaceAll("<", "\\u003c")
      .replaceAll("\u2028", "\\u2028")
      .replaceAll("\u2029", "\\u2029"),
  };
}
