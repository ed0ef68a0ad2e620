import { describe, expect, it } from "vitest";
import { SERVICES } from "#services/list";
import { BARE_ANSWER, sendAll, withService } from "./client.js";
import { SCENARIOS } from "./scenarios.js";

describe.each(SERVICES)("faults of $name", (service) => {
  const scenarios = SCENARIOS[service.name] ?? {};

  it("each have a scenario", () => {
    expect(Object.keys(scenarios).sort()).toEqual(Object.keys(service.faults).sort());
  });

  it.each(Object.entries(scenarios))("%s shows at the last call, and only there", async (fault, scenario) => {
    const correct = await withService(service, undefined, (client) => sendAll(client, scenario.calls));
    const faulty = await withService(service, fault, (client) => sendAll(client, scenario.calls));

    const expected = { ...BARE_ANSWER, ...scenario.answer };
    expect(correct.at(-1)).toEqual(expected);
    expect(faulty.slice(0, -1)).toEqual(correct.slice(0, -1));
    expect(faulty.at(-1)).not.toEqual(expected);
    expect(faulty.at(-1)?.status).toBeLessThan(500);
  });
});
