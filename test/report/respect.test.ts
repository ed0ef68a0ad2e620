import { describe, expect, test } from "vitest";
import type { Fault } from "#calls/run-record";
import { renderExports } from "#report/render-exports";
import { documentPath } from "#services/service-files";
import { testBundled } from "../run/test-against.js";
import { against, serviceNamed } from "./exported.js";
import { FOUND, faultIn } from "./found-faults.js";
import { respectIsThere, runRespect } from "./run-respect.js";

/** Undefined where the fault is no workflow. */
function workflowOf(fault: Fault, service: string): string | undefined {
  const exported = renderExports({ fault, url: "http://127.0.0.1:1", document: documentPath(service) });
  return "why" in exported ? undefined : exported.arazzo;
}

/**
 * It fails where the fault is and passes where it is not; one that only makes the calls passes on the correct service.
 * Whether it can tell.
 */
async function judges(workflow: string, service: string, planted: string): Promise<boolean> {
  const [faulty, correct] = await Promise.all([
    against(service, planted, (url) => runRespect(workflow, url)),
    against(service, undefined, (url) => runRespect(workflow, url)),
  ]);
  const tells = !workflow.includes("The steps only make the calls");
  expect(correct.passes, correct.output).toBe(true);
  if (tells) expect(faulty.passes, faulty.output).toBe(false);
  return tells;
}

describe.skipIf(!respectIsThere())("a workflow runs in Redocly's respect", () => {
  const telling: string[] = [];

  test.each(FOUND)("%s", async (name) => {
    const [service = "", planted = ""] = name.split("--");
    if (await judges(workflowOf(faultIn(name), service) ?? "", service, planted)) telling.push(name);
  });

  test.each(Object.keys(serviceNamed("persons").faults))("persons--%s", async (planted) => {
    const { faults } = await testBundled(serviceNamed("persons"), { fault: planted, size: "1" });
    const told = faults.filter(({ verdict }) => verdict !== "NOTE");
    expect(told.length).toBeGreaterThan(0);
    for (const fault of told) {
      const workflow = workflowOf(fault, "persons");
      if (workflow !== undefined && (await judges(workflow, "persons", planted))) telling.push(planted);
    }
  });

  test("and some of them can tell", () => {
    expect(telling.length).toBeGreaterThan(5);
  });
});
