import { describe, expect, it } from "vitest";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { FOLDERS_DOCUMENT } from "./folders-document.js";
import { type FolderFault, startFolders } from "./folders-service.js";
import { only } from "./only.js";

const FOUND: Readonly<Record<FolderFault, string>> = {
  "root-below-its-leaf": "WARN trees-have-no-cycles PATCH /folders/{folderId}",
  "children-are-siblings": "WARN trees-have-no-cycles GET /folders/{folderId}/children",
  "time-stays": "WARN change-moves-its-time PATCH /folders/{folderId}",
  "size-writable": "ERR only-writable-sticks PATCH /folders/{folderId}",
  "cursor-skips-one": "ERR pages-add-up GET /folders",
  "total-of-the-page": "WARN pages-add-up GET /folders",
  "sorted-as-text": "WARN sorts-sort GET /folders",
  "put-keeps-note": "WARN put-replaces PUT /pages/{slug}",
  "stale-delete-taken": "ERR etag-guards-writes DELETE /pages/{slug}",
};

async function testFolders(fault: FolderFault | undefined, wish: RunWish = {}): Promise<readonly string[]> {
  const service = await startFolders(fault);
  try {
    const record = await testAgainst(service.url, apiOf(FOLDERS_DOCUMENT), { size: "1", ...wish });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await service.close();
  }
}

describe.concurrent("a fault of the folders", () => {
  it.each(Object.entries(FOUND))("%s: %s", async (fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    expect(await testFolders(fault as FolderFault, { walks: false, oracles: only(oracle) })).toEqual([
      expected,
    ]);
  });
});

describe("the folders without a fault", () => {
  it.each([1, 2])("give nobody an objection (seed %i)", async (seed) => {
    expect(await testFolders(undefined, { seed })).toEqual([]);
  });
});
