import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { type Belief, conclude } from "#semantics/proof/conclude";
import type { Effect } from "#semantics/proof/effect";
import { PATTERNS, type Seen } from "#semantics/proof/patterns";
import type { OperationSemantics } from "#semantics/semantics";

const SELVES = ["same", "changed", "unlisted", "gone", "unknown"] as const;
const SHOWN = ["the thing", "a list with it", "a list", "something", "nothing"] as const;
const LABELS: readonly OperationSemantics[] = ["CREATE", "READ", "READ_MULTI", "UPDATE", "DELETE", "OTHER"];

function effect(self: Effect["self"]): Effect {
  const changes = self === "changed" ? [{ field: "/status", before: "a", after: "b" }] : [];
  return { self, changes, came: 0, went: 0 };
}

/** `DELETE plain` is a DELETE on an item path, `READ` any GET. */
function verdict(belief: string, self: Effect["self"], shows: Seen["shows"] = "nothing", asSent = false) {
  const [semantics, plain] = belief.split(" ");
  const before: Belief = { semantics: semantics as OperationSemantics, isPlain: plain === "plain" };
  const after = conclude(before, { effect: effect(self), shows, repeats: true, asSent });
  return `${after.semantics}${after.kind === undefined ? "" : ` ${after.kind}`} ${after.confirmed ? "confirmed" : "open"}`;
}

describe("a conclusion", () => {
  it.each<[string, Effect["self"], Seen["shows"], boolean, string]>([
    ["DELETE plain", "gone", "nothing", false, "DELETE confirmed"],
    ["DELETE plain", "changed", "the thing", false, "DELETE confirmed"],
    ["DELETE plain", "unlisted", "nothing", false, "DELETE confirmed"],
    ["DELETE plain", "same", "nothing", false, "DELETE open"],
    ["UPDATE plain", "changed", "the thing", true, "UPDATE confirmed"],
    ["UPDATE plain", "same", "the thing", false, "UPDATE open"],
    ["UPDATE plain", "gone", "nothing", false, "UPDATE open"],
    ["READ", "same", "the thing", false, "READ confirmed"],
    ["READ", "same", "nothing", false, "READ open"],
    ["READ", "gone", "the thing", false, "DELETE confirmed"],
    ["READ", "changed", "nothing", false, "OTHER action confirmed"],
    ["READ", "same", "a list with it", false, "READ_MULTI confirmed"],
    ["READ_MULTI", "same", "a list", false, "READ_MULTI confirmed"],
    ["READ_MULTI", "same", "the thing", false, "READ confirmed"],
    ["OTHER", "changed", "the thing", false, "OTHER action confirmed"],
    ["OTHER", "changed", "the thing", true, "UPDATE confirmed"],
    ["OTHER", "gone", "nothing", false, "DELETE confirmed"],
    ["OTHER", "same", "nothing", false, "OTHER none confirmed"],
    ["OTHER", "unknown", "nothing", false, "OTHER open"],
  ])("from %s, after which the thing is %s and the answer shows %s (as sent: %s), is %s", (...line) => {
    const [belief, self, shows, asSent, expected] = line;
    expect(verdict(belief, self, shows, asSent)).toBe(expected);
  });

  test.prop([
    fc.constantFrom(...LABELS),
    fc.constantFrom(...SELVES),
    fc.constantFrom(...SHOWN),
    fc.boolean(),
    fc.boolean(),
  ])(
    "revises nothing where nothing was seen to happen, and never a plain verb to a delete",
    (label, self, shows, asSent, isPlain) => {
      const after = conclude(
        { semantics: label, isPlain },
        { effect: effect(self), shows, repeats: true, asSent },
      );
      if (!after.confirmed) expect(after.semantics).toBe(label);
      if (isPlain && label !== "DELETE") expect(after.semantics).not.toBe("DELETE");
      if (self === "unknown" && shows === "nothing") expect(after.confirmed).toBe(false);
    },
  );

  it("has a pattern for every label", () => {
    expect(PATTERNS.map(({ semantics }) => semantics).sort()).toEqual([...LABELS].sort());
  });
});
