import { describe, expect, it } from "vitest";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { type MixFault, type MixStyle, mixesDocument, startMixes } from "./mixes-service.js";
import { only } from "./only.js";

const oracles = only("held-is-there", "order-is-kept", "etag-guards-writes");

async function find(how?: MixFault | MixStyle): Promise<readonly string[]> {
  const service = await startMixes(how);
  const api = apiOf(mixesDocument(how === "from nought" ? 0 : 1));
  try {
    return foundIn(await testAgainst(service.url, api, { size: "1", oracles }));
  } finally {
    await service.close();
  }
}

describe.concurrent("what is put into a list, and in which order", () => {
  it.each<[MixFault, string]>([
    ["a mix keeps the songs of a deleted record", "WARN held-is-there DELETE /records/{recordId}"],
    ["a song comes twice when a position is sent", "ERR order-is-kept POST /mixes/{mixId}/songs"],
    ["a song comes one place late", "ERR order-is-kept POST /mixes/{mixId}/songs"],
    ["the order is taken and forgotten", "WARN order-is-kept PUT /mixes/{mixId}/songs"],
    ["the ETag says nothing of the order", "ERR etag-guards-writes PUT /mixes/{mixId}/songs"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault)).toEqual([expected]);
  });

  it.each([undefined, "from nought", "songs may come twice", "songs move", "by title"] as const)(
    "is no fault where it is %s",
    async (style) => {
      expect(await find(style)).toEqual([]);
    },
  );
});
