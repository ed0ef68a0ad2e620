import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Actor } from "#http/actor";
import { parseAuthFile } from "#http/auth-file";
import { loadApi } from "#openapi/load-api";
import { findService, SERVICES } from "#services/list";
import { startService } from "#services/service";
import { authPath, documentPath, overlayPath } from "#services/service-files";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.js";
import { printProblems } from "./print-problems.js";
import { parseNumber, parseReports } from "./settings.js";
import type { Terminal } from "./terminal.js";
import { type TellFlags, testAndReport } from "./test.js";

export interface DemoFlags extends TellFlags {
  readonly fault?: string;
  readonly list?: boolean;
  readonly serve?: boolean;
  readonly port?: string;
  readonly seed?: string;
  readonly shrink?: boolean;
  readonly reportDir?: string;
  readonly report?: string;
  readonly maxFailures?: string;
  readonly failOn?: "err" | "warn";
}

/** `piolet demo`: a bundled service on a free port, tested by the same pipeline as every service. */
export async function demo(
  name: string | undefined,
  flags: DemoFlags,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  if (flags.list === true) return list(flags.json === true, terminal);
  const service = findService(name ?? "tournaments");
  const port = parseNumber("--port", flags.port ?? "0", 0);
  const seed = flags.seed === undefined ? undefined : parseNumber("--seed", flags.seed, 0);
  const reports = flags.report === undefined ? undefined : parseReports(flags.report);
  const most =
    flags.maxFailures === undefined ? undefined : parseNumber("--max-failures", flags.maxFailures, 1);
  const wrong = [service, port, seed, reports, most].flatMap((result) =>
    result === undefined || result.ok ? [] : result.problems,
  );
  if (!service.ok || !port.ok || wrong.length > 0) {
    printProblems(wrong, terminal);
    return exitCodeOf(wrong);
  }
  const started = await startService(service.value, {
    port: port.value,
    ...(flags.fault === undefined ? {} : { fault: flags.fault }),
  });
  if (!started.ok) {
    printProblems(started.problems, terminal);
    return exitCodeOf(started.problems);
  }
  const { url, close } = started.value;
  try {
    if (flags.serve === true)
      return await serve(service.value.title, url, documentPath(service.value.name), terminal);
    const overlay = overlayPath(service.value.name);
    const overlays = existsSync(overlay) ? [overlay] : [];
    const api = await loadApi(documentPath(service.value.name), { overlays });
    // The bundled documents are part of the package and tested with it.
    if (!api.ok) throw new Error(api.problems[0]?.message);
    const actors = await readActors(service.value.name);
    const settings = {
      config: {},
      url,
      overlays,
      allowExternalRefs: false,
      filter: {},
      target: { ...(actors === undefined ? {} : { actors }) },
      ...(seed?.ok === true ? { seed: seed.value } : {}),
      ...(flags.shrink === false ? { maxShrinks: 0 } : {}),
      ...(flags.reportDir === undefined ? {} : { reportDir: flags.reportDir }),
      ...(reports?.ok === true ? { reports: reports.value } : {}),
      ...(most?.ok === true ? { maxFailures: most.value } : {}),
      ...(flags.failOn === undefined ? {} : { failOn: flags.failOn }),
    };
    return await testAndReport(api.value, settings, flags, terminal, version);
  } finally {
    await close();
  }
}

/** The users that a service starts with, where it asks who calls. */
async function readActors(name: string): Promise<readonly Actor[] | undefined> {
  const path = authPath(name);
  if (!existsSync(path)) return undefined;
  const parsed = parseAuthFile(await readFile(path, "utf8"), {}, path);
  // The bundled files are part of the package and tested with it.
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

function list(json: boolean, terminal: Terminal): ExitCode {
  if (json) {
    terminal.out(
      JSON.stringify(
        SERVICES.map(({ name, title, faults }) => ({ name, title, faults })),
        null,
        2,
      ),
    );
    return EXIT.clean;
  }
  for (const { name, title, faults } of SERVICES) {
    terminal.out(`${terminal.paint.bold(name)}   ${title}`);
    const width = Math.max(...Object.keys(faults).map((fault) => fault.length));
    for (const [fault, what] of Object.entries(faults))
      terminal.out(`   ${fault.padEnd(width)}   ${terminal.paint.dim(what)}`);
  }
  return EXIT.clean;
}

async function serve(title: string, url: string, document: string, terminal: Terminal): Promise<ExitCode> {
  terminal.out(`${title} on ${url}`);
  terminal.out(`document: ${document}`);
  terminal.out("Stop it with Ctrl-C.");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  return EXIT.clean;
}
