import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { countOf } from "#base/count-of";
import { problem } from "#base/problem";
import { failed, type Result } from "#base/result";
import { compareExamples, compareWithService, type ExplorationDiff } from "#explore/compare-explorations";
import type { Example } from "#explore/example";
import { readExploration, type StoredExploration, storeExploration } from "#explore/exploration-file";
import type { Exploration } from "#explore/explore-api";
import { withEnding } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type ExploreFlags, runExploration } from "./explore.js";
import { locatedFrom, type Texts, textsAt, textsFrom } from "./kept-texts.js";
import { openService } from "./open-service.js";
import { printProblems, refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface DiffFlags extends ExploreFlags {
  readonly spec?: string;
  readonly accept?: boolean;
}

/** `piolet diff`: how behaviour has changed since examples were kept. */
export async function diff(
  file: string,
  other: string | undefined,
  flags: DiffFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const isJson = flags.json === true;
  const before = await readStored(file, terminal.cwd);
  if (!before.ok) return refuse(before.problems, isJson, terminal);
  if (other === undefined) return diffWithService(file, before.value, flags, terminal, version);
  const after = await readStored(other, terminal.cwd);
  if (!after.ok) return refuse(after.problems, isJson, terminal);
  return report(compareExamples(before.value, after.value), 0, isJson, terminal);
}

async function diffWithService(
  file: string,
  before: StoredExploration,
  flags: DiffFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const isJson = flags.json === true;
  const place = resolve(terminal.cwd, file);
  const local = (name: string) => locatedFrom(place, name);
  const opened = await openService(
    flags.spec ?? local(before.document),
    { ...flags, overlay: [...before.overlays.map(local), ...flags.overlay] },
    terminal,
    version,
    textsAt(before.texts ?? {}, place),
  );
  if (!opened.ok) return refuse(opened.problems, isJson, terminal);
  const { api, target } = opened.value;
  // The same draws as before, where nobody wants others: what differs then comes from the service.
  const settings = { ...opened.value.settings, seed: opened.value.settings.seed ?? before.seed };
  try {
    return await withEnding(settings.maxTime, terminal, async (signal) => {
      const explored = await runExploration(api, target, settings, flags, terminal, signal, before.examples);
      if (!explored.ok) return refuse(explored.problems, isJson, terminal);
      const compared = compareWithService(explored.value, before);
      const code = report(compared, explored.value.requests, isJson, terminal);
      printProblems(explored.problems, terminal);
      if (flags.accept !== true) return code;
      const { texts } = opened.value;
      return accept(file, before, explored.value, { compared, version, texts }, terminal);
    });
  } finally {
    await target.close();
  }
}

interface Accepting {
  readonly compared: ExplorationDiff;
  readonly version: string;
  readonly texts: Texts;
}

/** The file says from now on what the service does: what is gone goes, what is new comes. */
async function accept(
  file: string,
  before: StoredExploration,
  { title, seed, queryOperations, unseen, examples: found }: Exploration,
  { compared, version, texts }: Accepting,
  terminal: Terminal,
): Promise<ExitCode> {
  const keys = new Set(found.map(({ key }) => key));
  const kept = [...compared.held, ...compared.unclear].filter(({ key }) => !keys.has(key));
  const examples = [...found, ...kept];
  const { document, overlays } = before;
  const documents = textsFrom(texts, resolve(terminal.cwd, file));
  const text = storeExploration(
    { title, seed, queryOperations, unseen, examples },
    { document, overlays, piolet: version, ...(documents === undefined ? {} : { texts: documents }) },
  );
  const written = await writeFiles([{ path: file, text }], terminal);
  return written.ok ? EXIT.clean : refuse(written.problems, false, terminal);
}

async function readStored(file: string, cwd: string): Promise<Result<StoredExploration>> {
  try {
    return readExploration(await readFile(resolve(cwd, file), "utf8"), file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = "Check the path, or write one with piolet explore SPEC --url URL --save FILE.";
    return failed(problem("exploration-file", `${file} cannot be read: ${why}.`, hint));
  }
}

function report(compared: ExplorationDiff, requests: number, isJson: boolean, terminal: Terminal): ExitCode {
  const { held, gone, new: came, reached, unclear } = compared;
  const hasChanged = gone.length + came.length > 0;
  if (isJson) terminal.out(JSON.stringify({ ...compared, requests }, null, 2));
  else {
    const { paint } = terminal;
    for (const example of gone) tell(paint.bad("-"), "no longer", example, terminal);
    for (const example of came) tell(paint.good("+"), "new", example, terminal);
    for (const example of reached) tell(paint.dim("~"), "not reached before", example, terminal);
    for (const example of unclear) tell(paint.warn("?"), "could not be played", example, terminal);
    const counts = [`${held.length} held`, `${gone.length} gone`, `${came.length} new`];
    if (reached.length > 0) counts.push(`${reached.length} not reached before`);
    terminal.out(`${counts.join(", ")}${requests === 0 ? "" : `; ${countOf(requests, "request")}`}`);
  }
  return hasChanged ? EXIT.findings : EXIT.clean;
}

function tell(
  sign: string,
  what: string,
  { operation, title, sentences }: Example,
  terminal: Terminal,
): void {
  terminal.out(`${sign} ${what}: ${operation}, ${title}`);
  for (const sentence of sentences) terminal.out(terminal.paint.dim(`    ${sentence}`));
}
