import { escapeXml } from "../render-junit.js";

/**
 * Markup is written as tagged templates, so that escaping is what happens unless somebody says otherwise: every text
 * that is put in is text, and only what was made by `html` itself is markup.
 */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Part[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.map((text, index) => text + printed(parts[index] ?? "")).join("") };
}

export const NOTHING: Markup = { markup: "" };

function printed(part: Part): string {
  if (typeof part === "string") return escapeXml(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(printed).join("");
}
