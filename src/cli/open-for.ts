import { problem } from "#base/problem";
import { failed, type Result } from "#base/result";
import { standsBelow } from "#http/stands-below";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { plainReads } from "#semantics/plain-reads";
import { openHidden } from "./open-hidden.js";
import type { Settings } from "./settings.js";
import type { Terminal } from "./terminal.js";

/**
 * The service that the settings name, or else the document. Who gives `--url http://localhost:8080` for a document whose
 * server is `/api/v1` often means just the host: where nothing of the API is there, it is looked for below that path.
 */
export async function openFor(
  api: Api,
  settings: Settings,
  terminal: Terminal,
  version: string,
): Promise<Result<Target>> {
  const url = settings.url ?? serverUrl(api);
  if (url === undefined) {
    const message = "No URL was given, and the document names no server.";
    return failed(problem("target-missing", message, "Give it with --url http://localhost:8080."));
  }
  const open = (at: string) => openHidden({ ...settings.target, url: at, version, api }, terminal);
  const given = open(url);
  const path = settings.url === undefined ? "" : serverPath(api);
  if (!given.ok || path === "" || new URL(url).pathname !== "/") return given;
  const below = open(new URL(path, url).href);
  if (!below.ok) return given;
  const isBelow = await standsBelow(given.value, below.value, plainReads(api));
  const [chosen, other] = isBelow ? [below, given.value] : [given, below.value];
  await other.close();
  const { warn } = terminal.paint;
  if (isBelow) terminal.err(`${warn("!")} The API is at ${below.value.url}, as the document's server says.`);
  return chosen;
}

/** Below which path the document's first server has the API; empty where that is the host itself. */
function serverPath({ servers: [server = "/"] }: Api): string {
  return URL.canParse(server, "http://host/")
    ? new URL(server, "http://host/").pathname.replace(/\/+$/, "")
    : "";
}

/** The document's first server; one without a host stands on the host that the document came from. */
function serverUrl(api: Api): string | undefined {
  const [server] = api.servers;
  if (server === undefined) return undefined;
  if (URL.canParse(server)) return server;
  return /^https?:/.test(api.source) && URL.canParse(server, api.source)
    ? new URL(server, api.source).href
    : undefined;
}
