import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { ALBUMS, type AlbumFault, STAYS, serveAlbums, TICKETS } from "./albums-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function find(document: Json, seed: number, fault?: AlbumFault): Promise<readonly string[]> {
  const served = await serveAlbums(fault);
  try {
    const found = foundIn(await testAgainst(served.url, apiOf(document), { seed }));
    return found.filter((one) => !one.startsWith("NOTE"));
  } finally {
    await served.close();
  }
}

describe.concurrent("what looks like a fault", () => {
  it.each([
    ["the time of a change, and tracks that move up", ALBUMS],
    ["a plate that is free again after two steps", TICKETS],
    ["a begin that is free again, with another end", STAYS],
  ])("%s is none", async (_, document) => {
    for (const seed of [1, 2]) expect(await find(document, seed)).toEqual([]);
  });

  it("a count that stays when a track goes is one, beside a time of change", async () => {
    expect(await find(ALBUMS, 1, "count-stays")).toContain(
      "WARN undo-restores DELETE /albums/{albumId}/tracks/{trackId}",
    );
  });
});
