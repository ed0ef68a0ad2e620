import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
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

/** No answer says how to go on: by the last item of the page before. */
const AFTER_THE_LAST = JSON.parse(
  JSON.stringify(FOLDERS_DOCUMENT).replace('"cursor"', '"starting_after"').replaceAll("nextCursor", "more"),
) as Json;

async function testFolders(
  fault: FolderFault | undefined,
  { document = FOLDERS_DOCUMENT, ...wish }: RunWish & { readonly document?: Json } = {},
): Promise<readonly string[]> {
  const service = await startFolders(fault);
  try {
    const record = await testAgainst(service.url, apiOf(document), { size: "1", ...wish });
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

describe("a list that goes on after the last item of a page", () => {
  it.each([
    ["cursor-skips-one", ["ERR pages-add-up GET /folders"]],
    [undefined, []],
  ] as const)("%s: %j", async (fault, expected) => {
    const wish = { document: AFTER_THE_LAST, walks: false, oracles: only("pages-add-up") };
    expect(await testFolders(fault, wish)).toEqual(expected);
  });
});

describe("the folders without a fault", () => {
  it.each([1, 2])("give nobody an objection (seed %i)", async (seed) => {
    expect(await testFolders(undefined, { seed })).toEqual([]);
  });
});
