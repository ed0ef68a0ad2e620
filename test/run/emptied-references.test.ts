import { expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { type ShelfStyle, startShelves } from "./shelf-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function told(style: ShelfStyle): Promise<readonly string[]> {
  const service = await startShelves(style);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { oracles: WITHOUT_SITUATIONS });
    return foundIn(record).filter((line) => line.includes(" frame "));
  } finally {
    await service.close();
  }
}

it("A reference to what was deleted may be emptied", async () => {
  expect(await told({ onDelete: "set null" })).toEqual([]);
});

it("It may not lead to something else", async () => {
  expect(await told({ onDelete: "set to any" })).toEqual([
    expect.stringMatching(/^(ERR|WARN) frame DELETE \/shelves/),
  ]);
});
