import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { statusesSaid } from "#semantics/statuses-said";
import { apiOf } from "../run/test-against.js";

const STATUSES = ["draft", "submitted", "paid", "checked_in", "cancelled"];

/** What is said of an operation with this summary, description and 409. */
function said(words: { summary?: string; description?: string; conflict?: string }) {
  const { conflict, ...rest } = words;
  const act: Json = {
    ...rest,
    responses: { "200": { description: "ok" }, ...(conflict ? { "409": { description: conflict } } : {}) },
  };
  const api = apiOf({
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    paths: { "/act": { post: act } },
  });
  const [operation] = api.operations;
  if (operation === undefined) throw new Error("no operation");
  const found = statusesSaid(operation, STATUSES);
  return found && [found.allowed.join(" "), found.isPlain, found.leadsTo];
}

describe("what a document says of statuses", () => {
  it.each([
    ["The guest arrives (paid -> checked_in)", "paid", "checked_in"],
    ["Check in: `paid` → `checked_in`.", "paid", "checked_in"],
    ["Cancel an order (draft, submitted or paid => cancelled)", "draft submitted paid", "cancelled"],
    ["draft/submitted --> cancelled", "draft submitted", "cancelled"],
  ])("%s: from %s to %s", (summary, allowed, leadsTo) => {
    expect(said({ summary })).toEqual([allowed, true, leadsTo]);
  });

  it.each([
    ["Not in status submitted", "submitted"],
    ["The order is not paid, or the parcel is too large.", "paid"],
    ["Not in status draft or in status submitted", "draft submitted"],
    ["Only paid orders can be shipped", "paid"],
    ["The order must be draft.", "draft"],
  ])("409 %s: %s", (conflict, allowed) => {
    expect(said({ conflict })).toEqual([allowed, true, undefined]);
  });

  it.each([
    ["The order was already cancelled", "draft submitted paid checked_in"],
    ["It cannot be changed once paid or cancelled.", "draft submitted checked_in"],
    ["Paid orders must be cancelled first", "draft submitted checked_in cancelled"],
  ])("409 %s: all but that", (conflict, allowed) => {
    expect(said({ conflict })).toEqual([allowed, false, undefined]);
  });

  it.each([
    ["Only allowed while the order is `draft`.", "draft", true],
    ["The order must have been submitted before.", "submitted", true],
    ["Nothing to see here. Can only be called for checked-in guests.", "checked_in", true],
  ])("%s", (description, allowed, isPlain) => {
    expect(said({ summary: "Do it", description })).toEqual([allowed, isPlain, undefined]);
  });

  it.each([
    ["Pay a submitted order in full.", "submitted"],
    ["Delete a draft or a cancelled order.", "draft cancelled"],
    ["Replace customer and lines of a draft.", "draft"],
    ["Cancel an order that is not paid; what was given is returned.", "draft submitted checked_in cancelled"],
  ])("%s, as a way of speaking", (summary, allowed) => {
    expect(said({ summary })).toEqual([allowed, false, undefined]);
  });

  it.each([
    "Orders go draft -> submitted -> paid.",
    "Marks the order as paid",
    "Drafts are nice. An order may be cancelled.",
    "Submit the order",
    "",
  ])("nothing: %s", (summary) => {
    expect(said({ summary })).toBeUndefined();
  });
});
