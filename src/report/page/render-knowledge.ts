import { countOf } from "#base/count-of";
import type { ClauseRecord, OperationRecord, RuleRecord } from "#calls/run-record";
import { html, type Markup, NOTHING } from "./html.js";

/** Every operation: what it does, how that is known, what became of it. */
export function renderOperations(operations: readonly OperationRecord[]): Markup {
  return html`<div class="scroll"><table><thead><tr><th scope="col">operation</th><th scope="col">verdict</th><th scope="col" class="number">calls</th><th scope="col">does</th><th scope="col">how that is known</th></tr></thead><tbody>
${operations.map(renderOperation)}</tbody></table></div>`;
}

function renderOperation(operation: OperationRecord): Markup {
  const { key, verdict, calls, semantics, resource, reason, learned } = operation;
  const does = resource === null ? semantics : `${semantics} ${resource}`;
  const revised =
    learned !== undefined && learned.hypothesis !== semantics
      ? `, taken for ${learned.hypothesis} before`
      : "";
  const evidence = learned?.evidence ?? [];
  const known =
    learned === undefined
      ? html`not tried`
      : html`${learned.confirmed ? "✓ " : "? "}${learned.because}${learned.hint === undefined ? NOTHING : html` ${learned.hint}`}${
          evidence.length === 0
            ? NOTHING
            : html`<details><summary>${countOf(evidence.length, "call")}</summary><ol>${evidence.map(({ operation: name, status }) => html`<li><code>${name}</code> → ${status ?? "no answer"}</li>`)}</ol></details>`
        }`;
  return html`<tr><th scope="row"><code>${key}</code></th><td class="${verdict}">${verdict.replace("_", " ")}${reason === undefined ? NOTHING : html`<br><small>${reason}</small>`}</td><td class="number">${calls}</td><td>${does}${revised}</td><td>${known}</td></tr>
`;
}

const SOURCES: Readonly<Record<RuleRecord["source"], string>> = {
  hypothesis: "from the document",
  learned: "seen",
  declared: "stated by you",
};

export function renderRules(rules: readonly RuleRecord[]): Markup {
  if (rules.length === 0) return html`<p>No rule is known.</p>`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">rule</th><th scope="col">source</th><th scope="col">because</th></tr></thead><tbody>
${rules.map(({ text, source, reason }) => html`<tr><th scope="row">${text}</th><td>${SOURCES[source]}</td><td>${reason}</td></tr>\n`)}</tbody></table></div>`;
}

/** How often each clause was judged: one that never was has shown nothing. */
export function renderClauses(clauses: readonly ClauseRecord[]): Markup {
  if (clauses.length === 0) return html`<p>There are no clauses.</p>`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">clause</th><th scope="col">of</th><th scope="col">origin</th><th scope="col" class="number">held</th><th scope="col" class="number">broken</th><th scope="col" class="number">open</th></tr></thead><tbody>
${clauses.map(renderClause)}</tbody></table></div>`;
}

function renderClause({ operation, kind, text, origin, held, broken, open, dropped }: ClauseRecord): Markup {
  const judged = held + broken + open;
  const remark =
    dropped === true
      ? "not kept in the simplest life, so not held against the service"
      : judged === 0
        ? "never judged"
        : "";
  return html`<tr><th scope="row"><code>${text}</code>${remark === "" ? NOTHING : html`<br><small>${remark}</small>`}</th><td>${kind}${operation === null ? NOTHING : html` <code>${operation}</code>`}</td><td>${origin === "yours" ? "yours" : "generated"}</td><td class="number">${held}</td><td class="number ${broken > 0 && kind !== "requires" ? "ERR" : ""}">${broken}</td><td class="number">${open}</td></tr>
`;
}
