import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULT_FORMAT, type FaultFile } from "#calls/fault-file";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault } from "#calls/run-record";
import { openTarget } from "#http/target";
import type { OracleChoice } from "#judge/oracle-choice";
import { renderExports } from "#report/render-exports";
import { replayFault } from "#run/replay-fault";
import { findService } from "#services/list";
import { overlayPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import { only, WITHOUT_SITUATIONS } from "../judge/only.js";
import { against, runShell } from "../report/exported.js";
import { SCENARIOS } from "../services/scenarios.js";
import { bundledApi, testBundled } from "./test-against.js";

async function found(name: string, fault: string, oracle: string, oracles: OracleChoice): Promise<Fault> {
  const service = findService(name);
  if (!service.ok) throw new Error(service.problems[0]?.message);
  const record = await testBundled(service.value, { fault, size: "1", maxShrinks: 60, oracles });
  const shown = record.faults.find((one) => one.oracle === oracle);
  if (shown === undefined) throw new Error(`${fault} was not found`);
  return shown;
}

async function replayed(service: string, fault: string | undefined, file: FaultFile) {
  const api = await bundledApi(service, [overlayPath(service)].filter(existsSync));
  return against(service, fault, async (url) => {
    const target = openTarget({ url, version: "test", api });
    if (!target.ok) throw new Error(target.problems[0]?.message);
    const told = await replayFault(file, { api, target: target.value, seed: 2, generators: NO_GENERATORS });
    await target.value.close();
    return told.ok ? told.value.outcome : told.problems[0]?.message;
  });
}

/** What an oracle or an experiment needs to be sure is more than what a reader needs to see it. */
describe.concurrent("what is told is no more than what shows it, and runs", () => {
  it.each([
    ["tournaments", "enroll-unknown-player", "dangling-is-refused", WITHOUT_SITUATIONS],
    ["tournaments", "duplicate-enrollment-overwrites", "duplicate-is-refused", WITHOUT_SITUATIONS],
    ["nested", "list-read-through-any-project", "path-names-the-parent", only("path-names-the-parent")],
    ["nested", "move-card-copies", "moved-leaves-its-place", only("moved-leaves-its-place")],
    ["petstore", "find-by-status-stale", "filters-filter", only("filters-filter")],
    ["tasks", "etag-not-renewed", "etag-guards-writes", only("etag-guards-writes")],
    ["books", "version-not-raised", "writes-are-counted", only("writes-are-counted")],
    ["lifecycle", "history-misses-payment", "writes-are-counted", only("writes-are-counted")],
    ["lifecycle", "total-not-updated", "computed-follows", only("computed-follows")],
    ["accounts", "transfer-loses-a-cent", "amount-is-conserved", only("amount-is-conserved")],
    ["groups", "second-page-skips-one", "pages-add-up", only("pages-add-up")],
    ["legacy", "missing-part-found", "absent-is-not-shown", only("absent-is-not-shown")],
    [
      "legacy",
      "update-part-clears-stock",
      "patch-touches-what-it-names",
      only("patch-touches-what-it-names"),
    ],
    ["legacy", "refused-take-takes", "refused-has-no-effect", only("refused-has-no-effect")],
    ["petstore", "create-with-list-skips-last", "all-are-created", only("all-are-created")],
  ])("%s: %s", async (service, planted, oracle, oracles) => {
    const fault = await found(service, planted, oracle, oracles);
    const byHand = SCENARIOS[service]?.[planted]?.calls.length ?? 0;
    const calls = relevantExchanges(fault).map(({ call }) => call.operation);
    expect(calls.length, calls.join(", ")).toBeLessThanOrEqual(byHand + 1);
    const head = { format: FAULT_FORMAT, piolet: "test", title: "", document: "", overlays: [], seed: 1 };
    const file = { ...head, format: FAULT_FORMAT, url: "http://127.0.0.1:1", fault } as const;
    const exported = renderExports(file);
    if ("why" in exported) throw new Error(exported.why);
    const script = (url: string) => runShell(exported.sh, url);
    const told = await Promise.all([against(service, planted, script), against(service, undefined, script)]);
    expect(
      told.map((one) => one.told),
      told.map(({ output }) => output).join(""),
    ).toEqual(["shows", "gone"]);
    expect(await Promise.all([replayed(service, planted, file), replayed(service, undefined, file)])).toEqual(
      ["failing", "fixed"],
    );
  });
});
