import { serveLanguage } from "#lsp/server";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";

/** `piolet lsp`: a language server on stdin and stdout, until the editor ends it. */
export async function lsp({ env }: Pick<Terminal, "env">): Promise<ExitCode> {
  const connection = serveLanguage(process.stdin, process.stdout, env);
  return new Promise((resolve) => connection.onExit(() => resolve(EXIT.clean)));
}
