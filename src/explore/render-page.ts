import { countOf } from "#base/count-of";
import { type Paint, PLAIN } from "#report/paint";
import { escapeXml } from "#report/render-junit";
import type { Example } from "./example.js";
import type { Exploration } from "./explore-api.js";

export type PageFormat = "text" | "markdown" | "html";

/** What a reader takes in without scrolling. The rest is in the data. */
const MOST_PER_OPERATION = 9;

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

interface Section {
  readonly operation: string;
  readonly examples: readonly Example[];
  readonly left: number;
}

function sectionsOf({ examples }: Exploration): readonly Section[] {
  const operations = [...new Set(examples.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const own = worthShowing(examples.filter((example) => example.operation === operation));
    const shown = own.slice(0, MOST_PER_OPERATION);
    return { operation, examples: shown, left: own.length - shown.length };
  });
}

/** That the state is another says less than that it is larger, and both are shown by the same calls. */
function worthShowing(examples: readonly Example[]): readonly Example[] {
  const stepsOf = ({ key }: Example) => key.slice(key.indexOf(":"));
  const sized = new Set(examples.filter(({ metaProperty }) => /^MP-S-[45]$/.test(metaProperty)).map(stepsOf));
  return examples.filter((example) => example.metaProperty !== "MP-S-2" || !sized.has(stepsOf(example)));
}

function headOf({ title, examples, requests, seed }: Exploration): string {
  return `${title}: ${countOf(examples.length, "example")}, ${countOf(requests, "request")}, seed ${seed}`;
}

/** What has to be known to read the examples. */
function notesOf({ queryOperations, volatile }: Exploration): readonly string[] {
  const fields = volatile.map(({ operation, fields: names }) => `${names.join(", ")} of ${operation}`);
  return [
    queryOperations.length === 0
      ? "No query operation was found, so the state could not be watched."
      : `Query operations: ${queryOperations.join(", ")}.`,
    ...(fields.length === 0 ? [] : [`Another each time, and not compared: ${fields.join("; ")}.`]),
  ];
}

function moreOf(left: number): string {
  return `and ${countOf(left, "more example")}; --json has all of them`;
}

function renderText(exploration: Exploration, paint: Paint): string {
  const sections = sectionsOf(exploration).flatMap(({ operation, examples, left }) => [
    "",
    ` ${paint.bold(operation)}`,
    ...examples.flatMap(({ title, sentences }) => [
      `   ${title}`,
      ...sentences.map((sentence, index) =>
        index === sentences.length - 1 ? `     → ${sentence}` : paint.dim(`     ${sentence}`),
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
    ...examples.flatMap(({ title, sentences }) => [
      `**${title}**`,
      "",
      ...sentences.map((sentence, index) => `${index + 1}. ${plain(sentence)}`),
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
  const sections = sectionsOf(exploration).map(
    ({ operation, examples, left }) => `<section><h2>${escapeXml(operation)}</h2>
${examples
  .map(
    ({ title, sentences }) =>
      `<article><h3>${escapeXml(title)}</h3><ol>${sentences.map((one) => `<li>${escapeXml(one)}</li>`).join("")}</ol></article>`,
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
${sections.join("\n")}
</body>
</html>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h2{border-top:1px solid #ccc;padding-top:1rem}h3{font-size:1rem;margin:1rem 0 .25rem}ol{margin:0;padding-left:1.5rem}
li{overflow-wrap:anywhere}li:last-child{font-weight:600}@media(prefers-color-scheme:dark){body{color:#eee;background:#181818}}`;
