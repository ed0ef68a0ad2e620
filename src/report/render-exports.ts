import type { FaultFile } from "#calls/fault-file";
import { renderArazzo } from "./render-arazzo.js";
import { renderShell } from "./render-shell.js";
import { renderVitest } from "./render-vitest.js";
import { type NoReproduction, reproduce } from "./reproduction.js";

/**
 * A fault in the forms in which others can run it, by kind of file; or why that needs Piolet. Not every fault can be
 * said as a workflow.
 */
export function renderExports({
  fault,
  url,
  document,
}: Pick<FaultFile, "fault" | "url" | "document">): Exports | NoReproduction {
  const reproduction = reproduce(fault, url);
  if ("why" in reproduction) return reproduction;
  const arazzo = renderArazzo(reproduction, document);
  return {
    sh: renderShell(reproduction),
    test: renderVitest(reproduction),
    ...(arazzo === undefined ? {} : { arazzo }),
  };
}

export type Exports = Readonly<Record<"sh" | "test", string>> & { readonly arazzo?: string };

export type ExportKind = "sh" | "test" | "arazzo";

/** How the files are called after the fault's id. */
export const EXPORT_ENDING: Readonly<Record<ExportKind, string>> = {
  sh: ".sh",
  test: ".test.ts",
  arazzo: ".arazzo.yaml",
};
