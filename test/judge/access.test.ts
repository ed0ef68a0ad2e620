import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { renderText } from "#report/render-text";
import { findService } from "#services/list";
import { foundIn, testBundled } from "../run/test-against.js";
import { only } from "./only.js";

const ACCESS = ["credentials-needed", "others-kept-out", "only-writable-sticks", "secrets-stay-secret"];

async function testLibrary(fault?: string): Promise<RunRecord> {
  const service = findService("library");
  if (!service.ok) throw new Error("no such service");
  return testBundled(service.value, {
    size: "1",
    walks: false,
    oracles: only(...ACCESS),
    ...(fault === undefined ? {} : { fault }),
  });
}

/** Everybody may read who is there: that is told in any case, and accuses nobody. */
const OPEN = "NOTE others-kept-out GET /users/{username}";

describe.concurrent("who may do what in the library", () => {
  it("is as it should be, and the matrix says it", async () => {
    const record = await testLibrary();
    expect(foundIn(record)).toEqual([OPEN]);
    expect(record.access).toContainEqual({
      operation: "GET /books/{title}",
      owner: 200,
      other: 404,
      nobody: 401,
    });
    expect(record.access).toContainEqual({
      operation: "DELETE /books/{title}",
      owner: null,
      other: 404,
      nobody: 401,
    });
    expect(renderText(record)).not.toContain("Who may do what");
  });

  it.each([
    ["book-without-token", "ERR credentials-needed POST /books"],
    ["book-of-another-shown", "ERR others-kept-out GET /books/{title}"],
    ["book-of-another-overwritten", "ERR others-kept-out POST /books"],
    ["delete-book-of-another", "ERR others-kept-out DELETE /books/{title}"],
    ["anyone-deletes-users", "WARN others-kept-out DELETE /users/{username}"],
    ["register-as-admin", "WARN only-writable-sticks POST /users/register"],
    ["users-show-passwords", "ERR secrets-stay-secret GET /users"],
  ])("%s: %s", async (fault, expected) => {
    const record = await testLibrary(fault);
    expect(foundIn(record)).toEqual([expected, OPEN]);
    if (/credentials|others/.test(expected)) expect(renderText(record)).toContain("Who may do what");
  });
});
