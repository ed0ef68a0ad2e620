import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { startService } from "#services/service";
import { documentPath, overlayPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { foundIn, testAgainst } from "./test-against.js";

async function testWithContracts(fault?: string) {
  const api = await loadApi(documentPath("tournaments"), { overlays: [overlayPath("tournaments")] });
  const started = await startService(tournaments, fault === undefined ? {} : { fault });
  if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
  try {
    return await testAgainst(started.value.url, api.value);
  } finally {
    await started.value.close();
  }
}

describe.concurrent("the contracts of an overlay", () => {
  it("hold on the correct service, and are told as a stage", async () => {
    const record = await testWithContracts();
    expect(foundIn(record)).toEqual([]);
    expect(record.stages.map(({ name }) => name)).toEqual(["learn", "contract", "cover", "run"]);
  });

  it.each([
    ["delete-player-keeps-player", "DELETE /players/{pid}"],
    ["delete-tournament-removes-another", "DELETE /tournaments/{tid}"],
    ["delete-enrollment-keeps-player", "DELETE /enrollments/{eid}"],
  ])("make the fault %s an ERR of %s", async (fault, operation) => {
    const [first] = (await testWithContracts(fault)).faults;
    expect(first).toMatchObject({ verdict: "ERR", oracle: "contract", operation, reproduced: 2, tried: 2 });
    expect(first?.got).toMatch(/\/(players|tournaments|enrollments)/);
  });
});
