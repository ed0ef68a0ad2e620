import { resolve } from "node:path";
import { didYouMean } from "#base/did-you-mean";
import type { Filtered } from "#base/filtered";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Example } from "#explore/example";
import { explorationAsJson, type StoredExploration, storeExploration } from "#explore/exploration-file";
import { type Exploration, exploreApi } from "#explore/explore-api";
import { type PageFormat, renderPage } from "#explore/render-page";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { isUrl } from "#openapi/read-source";
import { renderVitest } from "#report/render-vitest";
import { reproduce } from "#report/reproduction";
import { readGenerators } from "#values/generators";
import { withEnding } from "./ending.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { seenFrom, textsFrom } from "./kept-texts.js";
import { type OpenService, openService } from "./open-service.js";
import { printProblems, refuse } from "./print-problems.js";
import type { Settings, TestFlags } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { type TextFile, writeFiles } from "./write-files.js";

export interface ExploreFlags extends TestFlags {
  readonly query?: readonly string[];
  readonly save?: string;
  readonly format?: PageFormat | "json";
  readonly output?: string;
  readonly tests?: string;
}

/** `piolet explore`: how a service behaves, in a handful of examples. */
export async function explore(
  spec: string | undefined,
  flags: ExploreFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  const isJson = flags.json === true || (flags.format === "json" && flags.output === undefined);
  const opened = await openService(spec, flags, terminal, version);
  if (!opened.ok) return refuse(opened.problems, isJson, terminal);
  const { settings, api, target } = opened.value;
  try {
    return await withEnding(settings.maxTime, terminal, async (signal) => {
      const explored = await runExploration(api, target, settings, flags, terminal, signal);
      if (!explored.ok) return refuse(explored.problems, isJson, terminal);
      const stored = storedAt(opened.value, resolve(terminal.cwd, flags.save ?? ""), terminal.cwd);
      const files = filesFor(explored.value, flags, { ...stored, piolet: version });
      const written = await writeFiles(files, terminal);
      if (isJson) terminal.out(JSON.stringify(explorationAsJson(explored.value), null, 2));
      else if (flags.output === undefined)
        terminal.out(renderPage(explored.value, pageFormat(flags), terminal.paint));
      printProblems(explored.problems, terminal);
      if (!written.ok) return refuse(written.problems, false, terminal);
      return explored.problems.some(({ code }) => code === "target-refuses") ? EXIT.unreachable : EXIT.clean;
    });
  } finally {
    await target.close();
  }
}

/** The search, with what flags and config file say of it. */
export async function runExploration(
  api: Api,
  target: Target,
  settings: Settings,
  { query = [] }: Pick<ExploreFlags, "query">,
  terminal: Terminal,
  signal: AbortSignal,
  known: readonly Example[] = [],
): Promise<Result<Filtered<Exploration>>> {
  const generators = readGenerators(settings.config.generators, "/generators");
  if (!generators.ok) return generators;
  const queries = readQueries(query, api);
  if (!queries.ok) return queries;
  const { maxRequests } = settings.target;
  const explored = await exploreApi(
    {
      api,
      target,
      seed: settings.seed ?? Math.floor(Math.random() * 10_000),
      generators: generators.value,
      properties: Object.entries(settings.config.metaProperties ?? {}).map(([id, own]) => ({ ...own, id })),
      known,
      ...(query.length === 0 ? {} : { queries: queries.value }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
      signal,
    },
    (text) => terminal.status(`   explore   ${text}`),
  );
  terminal.status("");
  return explored;
}

function pageFormat({ format }: Pick<ExploreFlags, "format">): PageFormat {
  return format === undefined || format === "json" ? "text" : format;
}

type StoredPlace = Pick<StoredExploration, "document" | "overlays" | "texts" | "piolet">;

function filesFor(
  exploration: Filtered<Exploration>,
  flags: ExploreFlags,
  where: StoredPlace,
): readonly TextFile[] {
  const { save, output, tests } = flags;
  const page =
    flags.format === "json"
      ? JSON.stringify(explorationAsJson(exploration), null, 2)
      : renderPage(exploration, pageFormat(flags));
  return [
    ...(save === undefined ? [] : [{ path: save, text: storeExploration(exploration, where) }]),
    ...(output === undefined ? [] : [{ path: output, text: `${page}\n` }]),
    ...(tests === undefined ? [] : testFiles(exploration, tests)),
  ];
}

function testFiles({ tests, url }: Exploration, folder: string): readonly TextFile[] {
  return [...tests.values()].flatMap((fault): TextFile[] => {
    const reproduction = reproduce(fault, url);
    if ("why" in reproduction) return [];
    return [{ path: `${folder}/${fault.id}.test.ts`, text: renderVitest(reproduction) }];
  });
}

/** Documents on this machine are named as seen from the file, so that all of them can move together. */
export function storedAt(
  { spec, settings: { overlays }, texts }: Pick<OpenService, "spec" | "settings" | "texts">,
  file: string,
  cwd: string,
): Omit<StoredPlace, "piolet"> {
  const from = (name: string) => seenFrom(file, isUrl(name) ? name : resolve(cwd, name));
  const kept = textsFrom(texts, file);
  return {
    document: from(spec),
    overlays: overlays.map(from),
    ...(kept === undefined ? {} : { texts: kept }),
  };
}

function readQueries(words: readonly string[], api: Api): Result<readonly string[]> {
  const found = words.map((word) =>
    api.operations.find(({ key, operationId }) => key === word || operationId === word),
  );
  const missing = words.find((_, index) => found[index] === undefined);
  if (missing === undefined) return ok(found.flatMap((operation) => operation?.key ?? []));
  const names = api.operations.map(({ key }) => key).slice(0, 200);
  return failed(problem("usage", `--query names no operation: "${missing}".`, didYouMean(missing, names)));
}
