import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { type PeerFault, startPeers } from "./peers-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function testPeers(fault?: PeerFault): Promise<{ record: RunRecord; left: number }> {
  const service = await startPeers(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { size: "1" });
    return { record, left: service.peers.size };
  } finally {
    await service.close();
  }
}

describe("a service that says everything with a 500", () => {
  it("is told its names as it wants them, and nothing of it counts as left behind that is gone", async () => {
    const { record, left } = await testPeers();
    const closed = record.operations.filter(({ verdict }) => verdict === "NOT_TESTED").map(({ key }) => key);
    expect(closed).not.toContain("POST /peers");
    expect(closed).not.toContain("DELETE /peers/{name}");
    // It takes any change, but not none: it is called as it was seen to work.
    expect(closed).not.toContain("PATCH /peers/{name}");
    expect(left).toBe(0);
    expect(record.cleanup.left.filter(({ resource }) => resource === "peer")).toEqual([]);
  });

  it("is not told to hide what it lists under two names", async () => {
    const told = foundIn((await testPeers()).record);
    expect(told.filter((line) => line.includes("created-is-readable"))).toEqual([]);
  });

  it("is told so where the list shows something else", async () => {
    const told = foundIn((await testPeers("relays lose their host")).record);
    expect(told).toContain("WARN created-is-readable POST /relays");
  });
});
