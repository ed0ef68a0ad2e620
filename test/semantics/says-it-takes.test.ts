import { describe, expect, it } from "vitest";
import { saysItTakes } from "#semantics/promises";
import { operation } from "../http/service.js";

describe("what a delete is said to take along", () => {
  it.each([
    ["Deletes the list with its members and segments, and the draft campaigns addressed to it.", true],
    ["All segments of the list are removed as well.", true],
    ["Delete a list. Its segments go with it.", true],
    ["Deletes a list. Not possible while a segment uses it.", false],
    ["Lists with segments cannot be deleted.", false],
    ["Deletes the list, its segments are kept.", false],
    ["Deletes a list with its members.", false],
    ["Delete a list that has no segments.", false],
    ["Deletes a list without segments.", false],
    ["Refused with 409 if the list has segments.", false],
  ])("%s", (description, expected) => {
    expect(saysItTakes(operation("DELETE /lists/{id}", { description }), "segment")).toBe(expected);
  });
});
