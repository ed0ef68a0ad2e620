import { describe, expect, it } from "vitest";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";
import { startThreads, THREADS_DOCUMENT, type ThreadFault } from "./threads-service.js";

async function find(fault?: ThreadFault): Promise<readonly string[]> {
  const service = await startThreads(fault);
  const oracles = only("path-names-the-parent");
  try {
    return foundIn(await testAgainst(service.url, apiOf(THREADS_DOCUMENT), { size: "1", oracles }));
  } finally {
    await service.close();
  }
}

const REMARK = "/threads/{threadId}/remarks/{remarkId}";

describe.concurrent("a path that runs through another parent", () => {
  it.each<[ThreadFault, string]>([
    ["a remark is changed below any thread", `WARN path-names-the-parent PATCH ${REMARK}`],
    ["a remark is deleted below any thread", `WARN path-names-the-parent DELETE ${REMARK}`],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault)).toEqual([expected]);
  });

  it("leads nowhere where it should", async () => {
    expect(await find()).toEqual([]);
  });
});
