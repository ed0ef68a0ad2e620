import { describe, expect, it } from "vitest";
import { operationOf } from "#openapi/operation-of";
import { saysItStandsInTheWay } from "#semantics/in-the-way-said";
import { apiOf } from "../run/test-against.js";

/** Of a board that is deleted, where there are cards on boards and members of them. */
function said(summary: string, conflict: string): boolean {
  const api = apiOf({
    openapi: "3.0.3",
    info: { title: "", version: "1" },
    paths: {
      "/boards/{boardId}": {
        parameters: [{ name: "boardId", in: "path", required: true, schema: { type: "string" } }],
        delete: { summary, responses: { "204": { description: "" }, "409": { description: conflict } } },
      },
    },
  });
  return saysItStandsInTheWay(operationOf(api, "DELETE /boards/{boardId}"), "card", ["card", "member"]);
}

describe("that cards stand in the way of a delete of their board", () => {
  it.each([
    ["Delete a board that has no cards.", "Conflict"],
    ["Delete a board.", "There are still cards on it."],
    ["Delete a board.", "The board is in use."],
    ["Delete a board.", "The board is not empty."],
    ["Delete a board.", "Something else refers to it."],
  ])("is said by: %s %s", (summary, conflict) => {
    expect(said(summary, conflict)).toBe(true);
  });

  it.each([
    ["Delete a board.", "Conflict"],
    ["Delete a board.", "Does not fit the current state."],
    ["Delete a board.", "The default board cannot be deleted."],
    ["Delete a board with all that is on it.", "The board is archived."],
    ["Delete a board. Refused while it has members.", "Conflict"],
    ["Delete a board.", "Members still use it."],
  ])("is not said by: %s %s", (summary, conflict) => {
    expect(said(summary, conflict)).toBe(false);
  });
});
