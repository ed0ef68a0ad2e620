import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { countOf } from "#base/count-of";
import type { Problem } from "#base/problem";
import { loadConfig } from "#config/load-config";
import type { Diagnostic } from "#glacier/diagnostic";
import { loadApi } from "#openapi/load-api";
import { DEFAULT_READ_LIMITS, readText } from "#openapi/read-source";
import { checkProtocol } from "#protocol/check-protocol";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { EXIT, type ExitCode } from "./exit-code.js";
import { refuse } from "./print-problems.js";
import type { Terminal } from "./terminal.js";

export interface ProtocolCheckFlags {
  readonly spec: string;
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
  const text = await readText(resolve(terminal.cwd, file), DEFAULT_READ_LIMITS);
  if (!text.ok) return refuse(text.problems, json, terminal);
  const loaded = await loadApi(flags.spec, {
    overlays: flags.overlay,
    allowExternalRefs: flags.allowExternalRefs === true,
  });
  if (!loaded.ok) return refuse(loaded.problems, json, terminal);
  const { cwd, env } = terminal;
  const config = await loadConfig({
    cwd,
    env,
    ...(flags.config === undefined ? {} : { file: flags.config }),
  });
  if (!config.ok) return refuse(config.problems, json, terminal);
  const generators = new Set(Object.keys(config.value.config.generators ?? {}));
  const parsed = parseProtocol(text.value);
  const checked = parsed.ok ? checkProtocol(parsed.value, loaded.value, { generators }) : [];
  const problems = [...(parsed.problems as readonly Diagnostic[]), ...checked].sort(
    (a, b) => a.at.line - b.at.line || a.at.column - b.at.column,
  );
  const names = parsed.ok ? parsed.value.definitions.map(({ name }) => name) : [];
  if (json) terminal.out(JSON.stringify({ protocols: names, problems: problems.map(asJson) }, null, 2));
  else printChecked(file, text.value, names, problems, terminal);
  return problems.some(({ severity }) => severity === "error") ? EXIT.unusable : EXIT.clean;
}

/** `piolet protocol format FILE`: the canonical text, to stdout or with `--write` into the file. */
export async function protocolFormat(
  file: string,
  flags: { readonly write?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const path = resolve(terminal.cwd, file);
  const text = await readText(path, DEFAULT_READ_LIMITS);
  if (!text.ok) return refuse(text.problems, false, terminal);
  const parsed = parseProtocol(text.value);
  if (!parsed.ok)
    return refuse(
      parsed.problems.map((found): Problem => ({ ...found, source: file })),
      false,
      terminal,
    );
  const printed = printProtocol(parsed.value);
  if (flags.write !== true) terminal.out(printed.trimEnd());
  else if (printed === text.value) terminal.out(`${file} is formatted already`);
  else {
    await writeFile(path, printed);
    terminal.out(`${file} is formatted`);
  }
  return EXIT.clean;
}

function asJson({ code, at, message, hint, severity }: Diagnostic) {
  return { code, at, message, hint, severity };
}

/** As compilers do: the place, the line, a mark below it, and what to do. */
function printChecked(
  file: string,
  text: string,
  names: readonly string[],
  problems: readonly Diagnostic[],
  { out, paint }: Terminal,
): void {
  const lines = text.split("\n");
  for (const { severity, code, at, message, hint } of problems) {
    const colour = severity === "error" ? paint.bad : paint.warn;
    out(`${file}:${at.line}:${at.column}: ${colour(severity)} ${message} ${paint.dim(`[${code}]`)}`);
    for (const line of excerpt(lines[at.line - 1] ?? "", at.column)) out(paint.dim(`    ${line}`));
    out(`    ${hint}`);
  }
  const count = (severity: string) => problems.filter((found) => found.severity === severity).length;
  out(
    `${countOf(names.length, "protocol")}, ${countOf(count("error"), "error")}, ${countOf(count("warning"), "warning")}`,
  );
}

const WIDTH = 100;

/** The part of a line around a column, with a mark below: published models have lines of 500 characters. */
function excerpt(line: string, column: number): readonly string[] {
  const start = Math.max(0, Math.min(column - 1 - WIDTH / 2, line.trimEnd().length - WIDTH));
  const part = line
    .slice(start, start + WIDTH)
    .replaceAll("\t", " ")
    .trimEnd();
  const indent = /^ */.exec(part)?.[0].length ?? 0;
  const cut = Math.min(indent, column - 1 - start);
  return [part.slice(cut), `${" ".repeat(column - 1 - start - cut)}^`];
}
