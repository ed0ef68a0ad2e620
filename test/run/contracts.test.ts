import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { petstore } from "#services/petstore/petstore";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { folderWith } from "../cli/run-piolet.js";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { foundIn, testAgainst, testBundled } from "./test-against.js";

/** An overlay with one invariant. */
function stating(invariant: string): string {
  return `overlay: 1.0.0
info: { title: rules, version: 1.0.0 }
actions:
  - target: $
    update:
      x-invariants:
        - ${invariant}
`;
}

describe("what a user states", () => {
  it("holds on the correct service, and is told as a stage", async () => {
    const record = await testBundled(tournaments, { size: "1", oracles: WITHOUT_SITUATIONS });
    expect(foundIn(record)).toEqual([]);
    expect(record.verdicts).toMatchObject({ WARN: 0, ERR: 0 });
    expect(record.stages.map(({ name }) => name)).toEqual(["learn", "contract", "model", "cover", "run"]);
    expect(record.stages[1]?.cost).toBe("3 yours");
  });

  it("as a formula of the paper (Listing 4) makes a full tournament a limit", async () => {
    const listing =
      "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= response_body(GET /tournaments/{t.tid}/capacity)";
    const [fault] = await testStating(listing, "capacity-off-by-one", "1,players=2,enrollments=2");
    expect(fault).toBe("ERR contract POST /enrollments");
  });

  it("as a name of the catalogue says what no formula can: this service has no list of orders", async () => {
    const folder = folderWith({
      "rules.yaml": stating("{ use: cascade, child: order, parent: pet, via: petId }"),
    });
    const api = await loadApi(documentPath("petstore"), { overlays: [`${folder}/rules.yaml`] });
    const started = await startService(petstore, {});
    if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
    const record = await testAgainst(started.value.url, api.value, {
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    await started.value.close();
    const deviation = record.faults.find(({ operation }) => operation === "DELETE /pet/{petId}");
    expect(deviation).toMatchObject({ verdict: "ERR", oracle: "frame" });
    expect(deviation?.message).toContain("still shows order1");
  });
});

async function testStating(invariant: string, fault: string, size: string): Promise<string[]> {
  const folder = folderWith({ "rules.yaml": stating(invariant) });
  const api = await loadApi(documentPath("tournaments"), { overlays: [`${folder}/rules.yaml`] });
  const started = await startService(tournaments, { fault });
  if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
  try {
    const wish = { size, oracles: WITHOUT_SITUATIONS, maxFailures: 1 };
    return foundIn(await testAgainst(started.value.url, api.value, wish));
  } finally {
    await started.value.close();
  }
}
