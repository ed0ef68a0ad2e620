import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { decodeRule } from "#run/decode-rule";
import { describeRule } from "#run/describe-rule";
import type { Rule, Status } from "#semantics/rule";

const status = fc.oneof(fc.constantFrom<Status>("open", "archived", "paid"), fc.boolean());
const statuses = fc.uniqueArray(status, { minLength: 1, maxLength: 3 });
const said = { source: fc.constantFrom("learned" as const, "declared" as const), reason: fc.string() };

const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record(
    {
      kind: fc.constant("unique" as const),
      resource: fc.string(),
      fields: fc.array(fc.string()),
      ...said,
      exceptIn: statuses,
    },
    { requiredKeys: ["kind", "resource", "fields", "source", "reason"] },
  ),
  fc.record({
    kind: fc.constant("allowed-in" as const),
    resource: fc.string(),
    operation: fc.string(),
    field: fc.string(),
    statuses,
    ...said,
  }),
);

describe("a rule on statuses", () => {
  test.prop([rule])("is read from a file as it was written", (one) => {
    expect(decodeRule(JSON.parse(JSON.stringify(one)), "")).toEqual({ ok: true, value: one });
  });

  test.prop([rule])("says each status", (one) => {
    const named = one.kind === "unique" ? one.exceptIn : one.kind === "allowed-in" ? one.statuses : [];
    for (const word of named ?? []) expect(describeRule(one)).toContain(String(word));
  });
});
