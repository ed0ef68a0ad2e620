import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { basicAuthorization } from "#http/credentials";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { fetchTextAt } from "#openapi/read-source";
import { selectOperations } from "#openapi/select-operations";
import { openFor } from "./open-for.js";
import { ownMistakes } from "./own-mistakes.js";
import { readSettings, type Settings, type TestFlags } from "./settings.js";
import { withStated } from "./stated-semantics.js";
import type { Terminal } from "./terminal.js";

export interface OpenService {
  readonly settings: Settings;
  readonly api: Api;
  readonly target: Target;
}

/** What a command needs that speaks with a service: settings, the document's operations, the connection. */
export async function openService(
  spec: string,
  flags: TestFlags,
  terminal: Terminal,
  version: string,
): Promise<Result<OpenService>> {
  const settings = await readSettings(flags, terminal);
  if (!settings.ok) return settings;
  const api = await loadSelected(spec, settings.value, terminal);
  if (!api.ok) return api;
  const target = await openFor(api.value, settings.value, terminal, version);
  if (!target.ok) return target;
  return ok({ settings: settings.value, api: api.value, target: target.value });
}

/** The document, with what the config states of it, and only the operations that the filters leave. */
export async function loadSelected(
  spec: string,
  settings: Settings,
  { cwd }: Pick<Terminal, "cwd">,
): Promise<Result<Api>> {
  const loaded = await loadApi(spec, {
    overlays: settings.overlays,
    allowExternalRefs: settings.allowExternalRefs,
    ...(settings.url === undefined || !URL.canParse(settings.url)
      ? {}
      : { fetchText: fetchTextAt(new URL(settings.url).origin, credentialHeaders(settings)) }),
  });
  if (!loaded.ok) return loaded;
  const { entries, overlays } = settings;
  const { mistakes } = await ownMistakes(loaded.value, entries, { spec, overlays, cwd });
  if (mistakes.length > 0) return failed(...mistakes);
  const stated = withStated(loaded.value, settings.config.semantics ?? {});
  if (!stated.ok) return stated;
  const { api, problems } = selectOperations(stated.value, settings.filter);
  if (problems.length > 0) return failed(...problems);
  if (api.operations.length > 0) return ok(api);
  return failed(
    problem("usage", "The filters leave no operation to test.", "Loosen --include-… or --exclude-…."),
  );
}

/** A service that asks for credentials often asks for them before it shows its document, too. */
function credentialHeaders({ target }: Settings): Record<string, string> {
  const basic = target.credentials?.basic;
  const headers = Object.fromEntries(target.headers ?? []);
  return basic === undefined ? headers : { authorization: basicAuthorization(basic), ...headers };
}
