import { countOf } from "#base/count-of";
import { type Paint, PLAIN } from "#report/paint";
import { escapeXml } from "#report/render-junit";
import { asideOf } from "./describe-example.js";
import type { Example } from "./example.js";
import type { Exploration } from "./explore-api.js";
import { sectionsOf } from "./page-sections.js";

export type PageFormat = "text" | "markdown" | "html";

/** "How this API behaves": examples by operation, the smallest first. */
export function renderPage(exploration: Exploration, format: PageFormat, paint: Paint = PLAIN): string {
  switch (format) {
    case "text":
      return renderText(exploration, paint);
    case "markdown":
      return renderMarkdown(exploration);
    case "html":
      return renderHtml(exploration);
  }
}

function headOf({ title, examples, requests, seed }: Exploration): string {
  return `${title}: ${countOf(examples.length, "example")}, ${countOf(requests, "request")}, seed ${seed}`;
}

/** What has to be known to read the examples. */
function notesOf(exploration: Exploration): readonly string[] {
  const { queryOperations, volatile, examples, unseen, cleanup } = exploration;
  const fields = new Set([
    ...volatile.flatMap((known) => known.fields),
    ...examples.flatMap(({ ignored }) => ignored),
  ]);
  return [
    queryOperations.length === 0
      ? "No query operation was found, so the state could not be watched."
      : `Query operations: ${queryOperations.join(", ")}.`,
    ...(fields.size === 0
      ? []
      : [`Another each time, and not compared: ${few([...fields].sort(), MOST_FIELDS)}.`]),
    ...(unseen.length === 0
      ? []
      : [
          `Without an example: ${few(
            unseen.map(({ operation }) => operation),
            MOST_UNSEEN,
          )}.`,
        ]),
    ...(cleanup.left.length === 0
      ? []
      : [`Left behind, since it could not be deleted: ${leftOf(cleanup.left)}.`]),
  ];
}

const MOST_FIELDS = 12;

const MOST_UNSEEN = 6;

function few(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** `12 accounts, 1 order`. */
function leftOf(left: Exploration["cleanup"]["left"]): string {
  const names = [...new Set(left.map(({ resource }) => resource))];
  return names
    .map((name) => countOf(left.filter(({ resource }) => resource === name).length, name))
    .join(", ");
}

/** What is left aside is told once, at the top of the page. */
function told({ sentences, ignored }: Example): readonly string[] {
  const aside = asideOf(ignored);
  return sentences.map((sentence) =>
    aside !== "" && sentence.endsWith(aside) ? sentence.slice(0, -aside.length) : sentence,
  );
}

function moreOf(left: number): string {
  return `and ${countOf(left, "more example")}; --json has all of them`;
}

function renderText(exploration: Exploration, paint: Paint): string {
  const sections = sectionsOf(exploration).flatMap(({ operation, examples, left }) => [
    "",
    ` ${paint.bold(operation)}`,
    ...examples.flatMap((example) => [
      `   ${example.title}`,
      ...told(example).map((sentence, index, { length }) =>
        index === length - 1 ? `     → ${sentence}` : paint.dim(`     ${sentence}`),
      ),
    ]),
    ...(left === 0 ? [] : [`   ${moreOf(left)}`]),
  ]);
  return [
    paint.bold(headOf(exploration)),
    ...notesOf(exploration).map((note) => ` ${note}`),
    ...sections,
  ].join("\n");
}

function renderMarkdown(exploration: Exploration): string {
  const sections = sectionsOf(exploration).flatMap(({ operation, examples, left }) => [
    `## ${plain(operation)}`,
    "",
    ...examples.flatMap((example) => [
      `**${example.title}**`,
      "",
      ...told(example).map((sentence, index) => `${index + 1}. ${plain(sentence)}`),
      "",
    ]),
    ...(left === 0 ? [] : [moreOf(left), ""]),
  ]);
  const head = [`# How ${plain(exploration.title)} behaves`, "", plain(headOf(exploration)), ""];
  return [...head, ...notesOf(exploration).flatMap((note) => [plain(note), ""]), ...sections]
    .join("\n")
    .trimEnd();
}

/** Values come from a service: nothing in them may become markup. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#]/g, (character) => `\\${character}`);
}

function renderHtml(exploration: Exploration): string {
  const all = sectionsOf(exploration);
  const links = all.map(({ operation }, index) => `<a href="#o${index}">${escapeXml(operation)}</a>`);
  const sections = all.map(
    ({ operation, examples, left }, index) => `<section id="o${index}"><h2>${escapeXml(operation)}</h2>
${examples
  .map(
    (example) =>
      `<article><h3>${escapeXml(example.title)}</h3><ol>${told(example)
        .map((one) => `<li>${escapeXml(one)}</li>`)
        .join("")}</ol></article>`,
  )
  .join("\n")}
${left === 0 ? "" : `<p>${moreOf(left)}</p>`}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>How ${escapeXml(exploration.title)} behaves</title>
<style>${STYLE}</style>
</head>
<body>
<h1>How ${escapeXml(exploration.title)} behaves</h1>
<p>${escapeXml(headOf(exploration))}</p>
${notesOf(exploration)
  .map((note) => `<p>${escapeXml(note)}</p>`)
  .join("\n")}
<nav>${links.join(" · ")}</nav>
${sections.join("\n")}
</body>
</html>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h2{border-top:1px solid #ccc;padding-top:1rem}h3{font-size:1rem;margin:1rem 0 .25rem}ol{margin:0;padding-left:1.5rem}
li{overflow-wrap:anywhere}li:last-child{font-weight:600;list-style:"→ "}a{color:inherit}@media(prefers-color-scheme:dark){body{color:#eee;background:#181818}}`;
