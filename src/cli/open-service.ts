import { problem } from "#base/problem";
import { publicUrl } from "#base/public-url";
import { failed, ok, type Result } from "#base/result";
import { basicAuthorization } from "#http/credentials";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { type LoadOptions, loadApi } from "#openapi/load-api";
import { fetchText, fetchTextAt, type ReadText } from "#openapi/read-source";
import { selectOperations } from "#openapi/select-operations";
import { keepingReaders, type Texts } from "./kept-texts.js";
import { openFor } from "./open-for.js";
import { ownMistakes } from "./own-mistakes.js";
import { readSettings, type Settings, type TestFlags } from "./settings.js";
import { specFor } from "./spec-for.js";
import { withStated } from "./stated-semantics.js";
import type { Terminal } from "./terminal.js";

export interface OpenService {
  readonly settings: Settings;
  readonly api: Api;
  readonly target: Target;
  /** The document, as it was found. */
  readonly spec: string;
  /** All that was read for it. */
  readonly texts: Texts;
}

/** What a command needs that speaks with a service: settings, the document's operations, the connection. */
export async function openService(
  spec: string | undefined,
  flags: TestFlags,
  terminal: Terminal,
  version: string,
  kept?: Texts,
): Promise<Result<OpenService>> {
  const read = await readSettings(flags, terminal);
  if (!read.ok) return read;
  const settings = read.value;
  const named = await specOf(spec, settings, terminal);
  if (!named.ok) return named;
  const readers = keepingReaders(kept, fetcherOf(settings));
  const api = await loadSelected(named.value, settings, terminal, readers);
  if (!api.ok) return api;
  const { warn } = terminal.paint;
  for (const place of readers.missing)
    terminal.err(`${warn("!")} ${publicUrl(place)} cannot be read any more: what was kept of it is used.`);
  const target = await openFor(api.value, settings, terminal, version);
  if (!target.ok) return target;
  return ok({ settings, api: api.value, target: target.value, spec: named.value, texts: readers.texts });
}

/** The document, with what the config states of it, and only the operations that the filters leave. */
export async function loadSelected(
  spec: string | undefined,
  settings: Settings,
  terminal: Pick<Terminal, "cwd">,
  readers: Pick<LoadOptions, "readText" | "fetchText"> = { fetchText: fetcherOf(settings) },
): Promise<Result<Api>> {
  const named = await specOf(spec, settings, terminal);
  if (!named.ok) return named;
  const loaded = await loadApi(named.value, {
    overlays: settings.overlays,
    allowExternalRefs: settings.allowExternalRefs,
    ...readers,
  });
  if (!loaded.ok) return loaded;
  const { entries, overlays } = settings;
  const { mistakes } = await ownMistakes(loaded.value, entries, {
    spec: named.value,
    overlays,
    cwd: terminal.cwd,
  });
  if (mistakes.length > 0) return failed(...mistakes);
  const stated = withStated(loaded.value, settings.config.semantics ?? {});
  if (!stated.ok) return stated;
  const { api, problems } = selectOperations(stated.value, settings.filter);
  if (problems.length > 0) return failed(...problems);
  if (api.operations.length > 0)
    return ok(settings.ownService === true ? { ...api, isOwnService: true } : api);
  return failed(
    problem("usage", "The filters leave no operation to test.", "Loosen --include-… or --exclude-…."),
  );
}

function specOf(
  spec: string | undefined,
  { config, configFile }: Settings,
  terminal: Pick<Terminal, "cwd">,
): Promise<Result<string>> {
  return specFor(spec, { config, ...(configFile === undefined ? {} : { file: configFile }) }, terminal);
}

function fetcherOf(settings: Settings): ReadText {
  const { url } = settings;
  return url === undefined || !URL.canParse(url)
    ? fetchText
    : fetchTextAt(new URL(url).origin, credentialHeaders(settings));
}

/** A service that asks for credentials often asks for them before it shows its document, too. */
function credentialHeaders({ target }: Settings): Record<string, string> {
  const basic = target.credentials?.basic;
  const headers = Object.fromEntries(target.headers ?? []);
  return basic === undefined ? headers : { authorization: basicAuthorization(basic), ...headers };
}
