import { existsSync } from "node:fs";
import { FAULT_FORMAT, type FaultFile } from "#calls/fault-file";
import type { Fault } from "#calls/run-record";
import { openTarget } from "#http/target";
import type { Api } from "#openapi/api";
import { renderExports } from "#report/render-exports";
import { replayFault } from "#run/replay-fault";
import { overlayPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import { against, runShell } from "../report/exported.js";
import { runArazzo } from "../report/run-arazzo.js";
import { bundledApi } from "./test-against.js";

/** What a replay says of a fault, against a service that runs. */
export async function replayedAt(url: string, api: Api, fault: Fault): Promise<string> {
  const head = { piolet: "test", title: "", document: "", overlays: [], url: "", seed: 1 };
  const file: FaultFile = { format: FAULT_FORMAT, ...head, fault };
  const target = openTarget({ url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  const told = await replayFault(file, { api, target: target.value, seed: 2, generators: NO_GENERATORS });
  await target.value.close();
  if (!told.ok) throw new Error(told.problems[0]?.message);
  return told.value.outcome;
}

/** What a script, a workflow and a replay say of a fault of a bundled service: of the faulty one, and of the correct one. */
export async function toldAgain(service: string, planted: string, fault: Fault | undefined) {
  if (fault === undefined) throw new Error("the fault was not found");
  const overlay = overlayPath(service);
  const api = await bundledApi(service, existsSync(overlay) ? [overlay] : []);
  const exported = renderExports({ fault, url: "http://127.0.0.1:1", document: "openapi.yaml" });
  if ("why" in exported) throw new Error(exported.why);
  const script = async (url: string) => (await runShell(exported.sh, url)).told;
  const replay = (url: string) => replayedAt(url, api, fault);
  const both = async (run: (url: string) => Promise<string>) => [
    await against(service, planted, run),
    await against(service, undefined, run),
  ];
  const { arazzo } = exported;
  const workflow = async (url: string) =>
    arazzo === undefined ? "none" : (await runArazzo(arazzo, url)).told;
  return { script: await both(script), workflow: await both(workflow), replay: await both(replay) };
}

/** As it should be. Not all can be said in a workflow. */
export const TOLD_APART = {
  script: ["shows", "gone"],
  workflow: ["cannot tell", "cannot tell"],
  replay: ["failing", "fixed"],
};
