import type { FaultFile } from "#calls/fault-file";
import { renderArazzo } from "./render-arazzo.js";
import { renderShell } from "./render-shell.js";
import { renderVitest } from "./render-vitest.js";
import { type NoReproduction, reproduce } from "./reproduction.js";

/** A fault in the forms in which others can run it, by kind of file; or why that needs Piolet. */
export function renderExports({
  fault,
  url,
  document,
}: Pick<FaultFile, "fault" | "url" | "document">): Readonly<Record<ExportKind, string>> | NoReproduction {
  const reproduction = reproduce(fault, url);
  if ("why" in reproduction) return reproduction;
  return {
    sh: renderShell(reproduction),
    test: renderVitest(reproduction),
    arazzo: renderArazzo(reproduction, document),
  };
}

export type ExportKind = "sh" | "test" | "arazzo";

/** How the files are called after the fault's id. */
export const EXPORT_ENDING: Readonly<Record<ExportKind, string>> = {
  sh: ".sh",
  test: ".test.ts",
  arazzo: ".arazzo.yaml",
};
