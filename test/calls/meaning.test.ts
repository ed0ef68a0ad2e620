import { describe, expect, it } from "vitest";
import type { Outcome } from "#calls/exchange";
import { type Meaning, meaningOf } from "#calls/meaning";

const answered = (status: number, more: { says?: "refused" } = {}): Outcome => ({
  kind: "response",
  status,
  headers: {},
  body: { kind: "empty" },
  redirects: 0,
  ...more,
});

describe("what an answer means", () => {
  it.each<[number, Meaning]>([
    [200, "done"],
    [204, "done"],
    [304, "silent"],
    [400, "refused"],
    [401, "denied"],
    [403, "denied"],
    [404, "absent"],
    [409, "refused"],
    [410, "absent"],
    [422, "refused"],
    [429, "silent"],
    [500, "broken"],
    [503, "broken"],
  ])("%i: %s", (status, meaning) => {
    expect(meaningOf(answered(status))).toBe(meaning);
  });

  it("takes a refusal in the body of a success for a refusal", () => {
    expect(meaningOf(answered(200, { says: "refused" as const }))).toBe("refused");
  });

  it("knows nothing where no answer came, and calls a connection that broke off broken", () => {
    expect(meaningOf({ kind: "none", reason: "timeout", message: "" })).toBe("silent");
    expect(meaningOf({ kind: "none", reason: "unresolved", message: "" })).toBe("silent");
    expect(meaningOf({ kind: "none", reason: "reset", message: "" })).toBe("broken");
  });
});
