import { describe, expect, it } from "vitest";
import { property } from "#base/json";
import { findService, SERVICES } from "#services/list";
import type { Service } from "#services/service";
import { readTruth } from "#services/truth";
import { type Answer, type Client, type Step, withService } from "./client.js";
import { loadDocument } from "./document.js";
import { stepOf } from "./scenario.js";
import { TOURS } from "./scenarios.js";

/**
 * Walks the tour and looks at everything that it ever reads, before and after each step that is refused. Returns
 * the refused steps that changed something.
 */
async function refusalsWithEffect(service: Service, fault?: string): Promise<string[]> {
  const tour = (TOURS[service.name] ?? []).map(stepOf);
  const { operations, errorsInSuccess } = readTruth(service.name);
  const document = loadDocument(service.name);
  const isRead = ([request]: Step) =>
    operations[document.operationOf(request)?.key ?? ""]?.semantics.startsWith("READ") === true;
  const reads = [...new Map(tour.filter(isRead).map((step) => [JSON.stringify(step), step])).values()];
  const isRefused = ({ status, body }: Answer) =>
    status >= 400 || (errorsInSuccess !== undefined && property(body, errorsInSuccess.field) === false);

  return withService(service, fault, async (client) => {
    const effects: string[] = [];
    // What was seen after one refusal serves as the state before the next, until something else happens.
    let before: string | undefined;
    for (const step of tour.filter((each) => !isRead(each))) {
      if (step[2]?.after !== undefined || before === undefined) before = await look(client, reads, step);
      if (!isRefused(await client.send(step))) {
        before = undefined;
        continue;
      }
      const after = await look(client, reads);
      if (after !== before) effects.push(step[0]);
      before = after;
    }
    return effects;
  });
}

/** Time that passes before the step has passed before the look at what there was. */
async function look(client: Client, reads: readonly Step[], ahead?: Step): Promise<string> {
  const answers: unknown[] = [];
  let after = ahead?.[2]?.after ?? 0;
  for (const [request, body, circumstances] of reads) {
    answers.push(await client.send([request, body, { ...circumstances, after }]));
    after = 0;
  }
  return JSON.stringify(answers);
}

describe("a refusal changes nothing", () => {
  it.each(SERVICES)("in $name", async (service) => {
    expect(await refusalsWithEffect(service)).toEqual([]);
  });

  // A law that no fault breaks would say nothing.
  it.each([
    ["tournaments", "refused-enrollment-stored"],
    ["persons-refusing", "refused-duplicate-stored"],
    ["persons-validating", "refused-person-stored"],
    ["groups", "refused-update-stored"],
    ["lifecycle", "refused-ship-ships"],
    ["legacy", "refused-take-takes"],
    ["accounts", "refused-transfer-debits"],
  ])("but for %s with %s", async (name, fault) => {
    const service = findService(name);
    if (!service.ok) throw new Error(`no service ${name}`);
    expect(await refusalsWithEffect(service.value, fault)).not.toEqual([]);
  });
});
