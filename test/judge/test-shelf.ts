import { startService } from "#services/service";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { shelf } from "./shelf.js";
import { SHELF_DOCUMENT } from "./shelf-document.js";

/** What the whole pipeline finds on the shelf, in a line each. */
export async function testShelf(fault: string | undefined, wish: RunWish = {}): Promise<readonly string[]> {
  const started = await startService(shelf, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the shelf does not start");
  try {
    return foundIn(await testAgainst(started.value.url, apiOf(SHELF_DOCUMENT), { size: "1", ...wish }));
  } finally {
    await started.value.close();
  }
}
