import type { RunRecord } from "#calls/run-record";
import { renderHar } from "./render-har.js";
import { renderHtml } from "./render-html.js";
import { renderJson } from "./render-json.js";
import { renderJunit } from "./render-junit.js";
import { renderMarkdown } from "./render-markdown.js";
import { type OperationLines, renderSarif } from "./render-sarif.js";
import { renderText } from "./render-text.js";
import { renderWfc } from "./render-wfc.js";
import type { ReportName } from "./report-names.js";

/** What a report may say beyond the record. */
export interface ReportSurroundings {
  readonly lines: OperationLines;
  /** When the run began, ISO 8601. */
  readonly started: string;
}

export interface ReportFormat {
  readonly file: string;
  readonly render: (record: RunRecord, around: ReportSurroundings) => string;
}

/** Every format, by the name that flags give it. */
export const REPORT_FORMATS = {
  text: { file: "report.txt", render: (record) => `${renderText(record)}\n` },
  json: { file: "report.json", render: (record) => printed(renderJson(record)) },
  junit: { file: "junit.xml", render: renderJunit },
  sarif: { file: "report.sarif", render: (record, { lines }) => printed(renderSarif(record, lines)) },
  har: { file: "report.har", render: (record, { started }) => printed(renderHar(record, started)) },
  html: { file: "report.html", render: renderHtml },
  markdown: { file: "report.md", render: renderMarkdown },
  wfc: { file: "wfc-report.json", render: (record, { started }) => printed(renderWfc(record, started)) },
} as const satisfies Readonly<Record<ReportName, ReportFormat>>;

function printed(json: unknown): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}
