import { loadApi } from "#openapi/load-api";
import { drawMermaid } from "#protocol/draw-mermaid";
import { writeArazzo } from "#protocol/write-arazzo";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { refuse } from "./print-problems.js";
import { readProtocol } from "./read-protocol.js";
import type { Terminal } from "./terminal.js";
import { writeFiles } from "./write-files.js";

export interface ProtocolExportFlags {
  readonly format: "arazzo" | "mermaid";
  readonly spec?: string;
  readonly overlay: readonly string[];
  readonly allowExternalRefs?: boolean;
  readonly output?: string;
}

/** `piolet protocol export FILE`: a protocol in a form that others read. */
export async function protocolExport(
  file: string,
  flags: ProtocolExportFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const read = await readProtocol(file, terminal);
  if (!read.ok) return refuse(read.problems, false, terminal);
  const { protocols, problems, text } = read.value;
  if (protocols === undefined) {
    printDiagnostics(file, text, problems, terminal, terminal.err);
    return EXIT.unusable;
  }
  const { spec } = flags;
  const loaded =
    spec === undefined
      ? undefined
      : await loadApi(spec, {
          overlays: flags.overlay,
          allowExternalRefs: flags.allowExternalRefs === true,
        });
  if (loaded?.ok === false) return refuse(loaded.problems, false, terminal);
  const written =
    flags.format === "mermaid"
      ? ({ ok: true, value: drawMermaid(protocols), problems: [] } as const)
      : writeArazzo(protocols, loaded?.value, spec);
  if (!written.ok) return refuse(written.problems, false, terminal);
  if (flags.output === undefined) {
    terminal.out(written.value.trimEnd());
    return EXIT.clean;
  }
  const done = await writeFiles([{ path: flags.output, text: written.value }], terminal);
  return done.ok ? EXIT.clean : refuse(done.problems, false, terminal);
}
