/** Every form of a report, by the name that flags give it. Apart from the renderers, which are loaded when needed. */
export const REPORT_NAMES = ["text", "json", "junit", "sarif", "har", "html", "markdown", "wfc"] as const;

export type ReportName = (typeof REPORT_NAMES)[number];
