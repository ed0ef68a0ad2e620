import { isAbsolute, join, relative } from "node:path";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { documentFor } from "#config/document-for";
import { type LoadedConfig, loadConfig } from "#config/load-config";
import { isUrl } from "#openapi/read-source";
import type { Terminal } from "./terminal.js";

/**
 * The document that a command is about: the one that was named, else that of the config file, else the only one of a
 * usual name here or in the next folder upward that has any.
 */
export async function specFor(
  named: string | undefined,
  config: LoadedConfig,
  { cwd }: Pick<Terminal, "cwd">,
): Promise<Result<string>> {
  if (named !== undefined) return ok(named);
  const found = await documentFor({ file: join(cwd, "openapi"), text: "", config });
  if (found.ok) return isUrl(found.value) ? found : ok(asTyped(found.value));
  const [why] = found.problems;
  const hint = "Name it, as in piolet test openapi.yaml, or as spec of the config file.";
  return failed(problem("usage", why?.message ?? "No OpenAPI document is named.", hint));
}

/** The same where the config file is not read otherwise. */
export async function specByConfig(
  named: string | undefined,
  { config: file }: { readonly config?: string },
  terminal: Pick<Terminal, "cwd" | "env">,
): Promise<Result<string>> {
  if (named !== undefined) return ok(named);
  const { cwd, env } = terminal;
  const loaded = await loadConfig({ cwd, env, ...(file === undefined ? {} : { file }) });
  return loaded.ok ? specFor(named, loaded.value, terminal) : loaded;
}

/** As somebody would type it here: reports name the document so. */
function asTyped(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}
