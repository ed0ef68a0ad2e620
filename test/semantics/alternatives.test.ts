import { describe, expect, it } from "vitest";
import type { Exchange } from "#calls/exchange";
import { alternativesSaid } from "#semantics/alternatives";

function refusedWith(message: string, status = 422): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const value = { message };
  return {
    call: { id: "c", operation: "POST /remarks", ...inputs },
    request: { method: "POST", url: "http://x/remarks", headers: {}, inputs },
    outcome: {
      kind: "response",
      status,
      headers: {},
      body: { kind: "json", value, text: JSON.stringify(value) },
      redirects: 0,
    },
    milliseconds: 1,
  };
}

const MEMBERS = ["phrase_id", "text", "begin", "end"];

describe("members of which a refusal wants just one", () => {
  it.each<[string, readonly string[]]>([
    ["either phrase_id or text is required", ["text", "phrase_id"]],
    ["Exactly one of text, phrase_id must be given", ["text", "phrase_id"]],
    ["text and phrase_id are mutually exclusive", ["text", "phrase_id"]],
    ["text and phrase_id cannot be used together", ["text", "phrase_id"]],
    ["give text or phrase_id", ["text", "phrase_id"]],
    ["At least one of phrase_id and text is required.", ["text", "phrase_id"]],
    ["begin and end must be given together", []],
    ["end must be after begin", []],
    ["text: must be either short or long", []],
  ])("%s", (message, members) => {
    expect(alternativesSaid(refusedWith(message), MEMBERS)).toEqual(members);
  });

  it("a success wants none", () => {
    expect(alternativesSaid(refusedWith("either phrase_id or text", 200), MEMBERS)).toEqual([]);
  });
});
