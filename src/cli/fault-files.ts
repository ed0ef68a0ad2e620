import { readdir, rm } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Filtered } from "#base/filtered";
import { FAULT_FORMAT, type FaultFile } from "#calls/fault-file";
import { formatFaultFile } from "#calls/parse-record";
import type { RunRecord } from "#calls/run-record";
import { EXPORT_ENDING, type ExportKind, renderExports } from "#report/render-exports";
import { printProblems } from "./print-problems.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

/** Where faults are kept unless somebody says otherwise. */
export const REPORT_DIR = ".piolet";

/** Only files that Piolet itself names so are ever removed. */
const OWN_FILE = /^[FW][1-9]\d*\.(json|sh|test\.ts|arazzo\.yaml)$/;

export function faultsFolder(reportDir: string | undefined): string {
  return join(reportDir ?? REPORT_DIR, "faults");
}

/**
 * Writes each error and warning into a file of its own, in place of those of an earlier run, and names the files in
 * the record. A folder that cannot be written to is told, and spoils nothing else.
 */
export async function withFaultFiles(
  record: Filtered<RunRecord>,
  { reportDir, overlays }: { readonly reportDir?: string; readonly overlays: readonly string[] },
  terminal: Terminal,
): Promise<Filtered<RunRecord>> {
  const folder = faultsFolder(reportDir);
  await removeOld(resolve(terminal.cwd, folder));
  const { piolet, title, document, url, seed } = record;
  const head = { format: FAULT_FORMAT, piolet, title, document, overlays, url, seed } as const;
  const told = record.faults.map((fault) => {
    if (fault.verdict === "NOTE") return { fault, files: [] };
    const { files: _, ...rest } = fault;
    const file: FaultFile = { ...head, fault: rest };
    const rendered = renderExports({
      ...file,
      document: seenFrom(resolve(terminal.cwd, folder), document, terminal),
    });
    const exported = "why" in rendered ? [] : (Object.entries(rendered) as [ExportKind, string][]);
    const files = [
      { kind: "json", path: join(folder, `${fault.id}.json`), text: formatFaultFile(file) },
      ...exported.map(([kind, text]) => ({
        kind,
        path: join(folder, `${fault.id}${EXPORT_ENDING[kind]}`),
        text,
      })),
    ];
    return {
      fault: {
        ...fault,
        files: Object.fromEntries(files.map(({ kind, path }) => [kind, path])),
        ...("why" in rendered ? { unexported: rendered.why } : {}),
      },
      files,
    };
  });
  const files = told.flatMap((one) => one.files);
  const written = await writeFiles(files, terminal);
  if (written.ok) return { ...record, faults: told.map(({ fault }) => fault) };
  printProblems(written.problems, terminal);
  return record;
}

/** A workflow names the document as it is found from where the workflow is. */
function seenFrom(folder: string, document: string, { cwd }: Terminal): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(document)) return document;
  return relative(folder, resolve(cwd, document)).split(sep).join("/");
}

/** The ids of the faults that the last run kept: errors first, in their order. */
export async function keptFaults(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const ids = names
    .filter((name) => OWN_FILE.test(name) && name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
  return ids.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((candidate) => OWN_FILE.test(candidate))) {
    await rm(resolve(folder, name), { force: true }).catch(() => undefined);
  }
}
