import { describe, expect, it } from "vitest";
import { operationOf } from "#openapi/operation-of";
import { limitSaid } from "#semantics/limits-said";
import { apiOf } from "../run/test-against.js";

function said(description: string, kind: string): number | undefined {
  const post = { description, responses: { "201": { description: "" } } };
  const api = apiOf({
    openapi: "3.0.3",
    info: { title: "", version: "1" },
    paths: { "/things": { post } },
  });
  return limitSaid(operationOf(api, "POST /things"), kind)?.most;
}

describe("a limit in words", () => {
  it.each([
    ["A user can have at most 5 wallets (409). A new one is empty.", "wallet", 5],
    ["A poll has 2 to 10 options with different texts.", "option", 10],
    ["Up to ten images per product.", "image", 10],
    ["A borrower can have at most 3 open loans.", "loan", 3],
    ["Refused where the folder holds a maximum of 20 files already.", "file", 20],
  ])("is read in: %s", (text, kind, most) => {
    expect(said(text, kind)).toBe(most);
  });

  it.each([
    ["At most 100 orders per day.", "order"],
    ["Up to 50 items per page.", "item"],
    ["Takes up to 10 files at once.", "file"],
    ["At most 5 euros per wallet.", "wallet"],
    ["At most three active loans.", "loan"],
    ["Creates a wallet.", "wallet"],
  ])("is not read in: %s", (text, kind) => {
    expect(said(text, kind)).toBeUndefined();
  });
});
