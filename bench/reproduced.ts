import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { FAULT_FORMAT } from "#calls/fault-file";
import type { Fault, RunRecord } from "#calls/run-record";
import { parseAuthFile } from "#http/auth-file";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { renderExports } from "#report/render-exports";
import { replayFault } from "#run/replay-fault";
import { authPath, documentPath, overlayPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import { against, runShell, runVitest } from "../test/report/exported.js";
import { loggedIn } from "../test/report/logged-in.js";
import { runArazzo } from "../test/report/run-arazzo.js";
import { must } from "./must.js";

/** The ways in which a fault can be run again. */
export const WAYS = ["sh", "test", "arazzo", "replay"] as const;

export type Way = (typeof WAYS)[number];

/** What a way says of the faulty service, and of the correct one. */
export type Reproduced = Readonly<Record<Way, string>>;

/** As it should be: it shows, and it is gone. */
export const RIGHT = "shows, gone";

/** A fault run again in every way, each time against fresh services. */
export async function reproduced(
  fault: Fault,
  { url, piolet, title, seed }: Pick<RunRecord, "url" | "piolet" | "title" | "seed">,
  service: string,
  planted: string,
  ways: readonly Way[] = WAYS,
): Promise<Reproduced> {
  const document = documentPath(service);
  const exported = renderExports({ fault, url, document });
  const told = { sh: "none", test: "none", arazzo: "none", replay: "none" };
  for (const way of ways) {
    const both: string[] = [];
    for (const name of [planted, undefined]) {
      const run = async (at: string) => {
        if (way === "replay") {
          const head = { format: FAULT_FORMAT, piolet, title, document, overlays: [], url, seed } as const;
          return replayed({ ...head, fault }, service, at);
        }
        const text = "why" in exported ? undefined : exported[way];
        return text === undefined ? "none" : ran(way, text, at, service);
      };
      both.push(
        await against(service, name, run).catch((error) => `broken (${String(error).slice(0, 200)})`),
      );
    }
    told[way] = both.every((one) => one === "none") ? "none" : both.join(", ");
  }
  return told;
}

async function ran(way: Exclude<Way, "replay">, text: string, url: string, service: string): Promise<string> {
  const env = await loggedIn(service, url);
  if (way === "sh") return (await runShell(text, url, env)).told;
  if (way === "arazzo") return (await runArazzo(text, url, env)).told;
  return (await runVitest({ F1: text }, { ...env, API_URL: url })).get("F1") ?? "not run";
}

const OUTCOMES = { failing: "shows", fixed: "gone", unclear: "cannot tell" } as const;

async function replayed(
  file: Parameters<typeof replayFault>[0],
  service: string,
  url: string,
): Promise<string> {
  const [overlay, auth] = [overlayPath(service), authPath(service)];
  const api = must(await loadApi(documentPath(service), { overlays: existsSync(overlay) ? [overlay] : [] }));
  const actors = existsSync(auth)
    ? { actors: must(parseAuthFile(await readFile(auth, "utf8"), {}, auth)) }
    : {};
  const target = must(openTarget({ url, version: "bench", api, concurrency: 1, ...actors }));
  try {
    const report = must(await replayFault(file, { api, target, seed: 1, generators: NO_GENERATORS }));
    return OUTCOMES[report.outcome] + (report.outcome === "unclear" ? ` (${report.reason})` : "");
  } finally {
    await target.close();
  }
}
