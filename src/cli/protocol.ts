import { resolve } from "node:path";
import { countOf } from "#base/count-of";
import type { Problem } from "#base/problem";
import { documentFor } from "#config/document-for";
import { loadConfig } from "#config/load-config";
import type { Diagnostic } from "#glacier/diagnostic";
import { loadApi } from "#openapi/load-api";
import { checkProtocol } from "#protocol/check-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { refuse } from "./print-problems.js";
import { inOrder, readProtocol } from "./read-protocol.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface ProtocolCheckFlags {
  readonly spec?: string;
  readonly overlay: readonly string[];
  readonly allowExternalRefs?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

/** `piolet protocol check FILE --spec SPEC`: what can be said about a protocol before anything is sent. */
export async function protocolCheck(
  file: string,
  flags: ProtocolCheckFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const json = flags.json === true;
  const read = await readProtocol(file, terminal);
  if (!read.ok) return refuse(read.problems, json, terminal);
  const { text, protocols } = read.value;
  const { cwd, env } = terminal;
  const config = await loadConfig({
    cwd,
    env,
    ...(flags.config === undefined ? {} : { file: flags.config }),
  });
  if (!config.ok) return refuse(config.problems, json, terminal);
  const document = await documentFor({
    ...{ file: resolve(cwd, file), text: read.value.original, config: config.value },
    ...(flags.spec === undefined ? {} : { named: flags.spec }),
  });
  if (!document.ok) return refuse(document.problems, json, terminal);
  const loaded = await loadApi(document.value, {
    overlays: [...(config.value.config.overlay ?? []), ...flags.overlay],
    allowExternalRefs: flags.allowExternalRefs === true,
  });
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  const generators = new Set(Object.keys(config.value.config.generators ?? {}));
  const functions = new Set(Object.keys(config.value.config.functions ?? {}));
  const checked = protocols ? checkProtocol(protocols, loaded.value, { generators, functions }) : [];
  const problems = inOrder([...read.value.problems, ...checked]);
  const names = protocols?.definitions.map(({ name }) => name) ?? [];
  if (json)
    terminal.out(JSON.stringify({ protocols: names, problems: problems.map(diagnosticAsJson) }, null, 2));
  else {
    printDiagnostics(file, text, problems, terminal, terminal.out);
    const count = (severity: string) => problems.filter((found) => found.severity === severity).length;
    terminal.out(
      `${countOf(names.length, "protocol")}, ${countOf(count("error"), "error")}, ${countOf(count("warning"), "warning")}`,
    );
  }
  return problems.some(({ severity }) => severity === "error") ? EXIT.unusable : EXIT.clean;
}

/** `piolet protocol format FILE`: the canonical text, to stdout or with `--write` into the file. */
export async function protocolFormat(
  file: string,
  flags: { readonly write?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const read = await readProtocol(file, terminal);
  if (!read.ok) return refuse(read.problems, false, terminal);
  const { protocols, text, problems } = read.value;
  const warnings = problems.filter(({ severity }) => severity === "warning");
  if (protocols === undefined)
    return refuse(
      problems.map((found): Problem => ({ ...found, source: file })),
      false,
      terminal,
    );
  printDiagnostics(file, text, warnings, terminal, terminal.err);
  const printed = printProtocol(protocols);
  if (flags.write !== true) terminal.out(printed.trimEnd());
  else if (printed === text) terminal.out(`${file} is formatted already`);
  else {
    const written = await writeFiles([{ path: file, text: printed }], terminal);
    if (!written.ok) return refuse(written.problems, false, terminal);
    terminal.out(`${file} is formatted`);
  }
  return EXIT.clean;
}

export function diagnosticAsJson({ code, at, message, hint, severity }: Diagnostic) {
  return { code, at, message, hint, severity };
}
