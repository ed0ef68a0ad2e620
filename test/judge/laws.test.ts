import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { Finding, Verdict } from "#calls/finding";
import { amountChanges } from "#judge/amount-changes";
import { leavesOf } from "#judge/leaves";
import { chooseOracles, chosenOf, type OracleSetting } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import { writtenChanges } from "#judge/written-changes";
import { NO_HABITS } from "#semantics/habits";

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);
const object = fc.dictionary(fc.string({ maxLength: 8 }), json, { maxKeys: 5 }).map((value) => value as Json);

describe("leaves of a body", () => {
  test.prop([object])("stand where their pointers say", (body) => {
    for (const { pointer, value } of leavesOf(body)) expect(getAtPointer(body, pointer)).toEqual(value);
  });
});

describe("changes of what was written", () => {
  const step = { habits: NO_HABITS };

  test.prop([object, object])("are none between a look and itself", (seen, sent) => {
    expect(writtenChanges(step, seen, seen, sent)).toEqual([]);
  });

  test.prop([object, object])("are only told of what was written", (before, after) => {
    expect(writtenChanges(step, before, after, {})).toEqual([]);
  });

  test.prop([fc.string({ minLength: 4 }), fc.string({ minLength: 4 })])("are told of a name", (a, b) => {
    const isSame = a.trim().toLowerCase().normalize("NFKC") === b.trim().toLowerCase().normalize("NFKC");
    fc.pre(
      !isSame && a.replace(/\/$/, "").trim().toLowerCase() !== b.replace(/\/$/, "").trim().toLowerCase(),
    );
    fc.pre(!/^\d{4}-/.test(a));
    const changes = writtenChanges(step, { name: a }, { name: b }, { name: "x" });
    expect(changes).toEqual([{ pointer: "/name", before: a, after: b }]);
  });
});

describe("amounts of two things", () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  const spellings = fc.constantFrom<(amount: number) => Json>(
    (amount) => amount,
    (amount) => amount / 100,
    (amount) => (amount / 100).toFixed(2),
  );

  test.prop([object, object])("do not change between a look and itself", (one, other) => {
    for (const { first, second } of amountChanges([one, other], [one, other]))
      expect([first, second]).toEqual([0, 0]);
  });

  test.prop([cents, cents, cents, spellings])(
    "add up to nothing when they move",
    (one, other, moved, spelt) => {
      const both = (a: number, b: number) => [{ held: spelt(a) }, { held: spelt(b) }];
      const [change] = amountChanges(both(one, other), both(one - moved, other + moved));
      expect(change?.first).toBe(change === undefined ? undefined : 0 - change.second);
    },
  );

  test.prop([cents, cents])("say nothing where the currencies differ", (one, other) => {
    const look = [
      { held: one, currency: "EUR" },
      { held: other, currency: "JPY" },
    ];
    expect(amountChanges(look, look)).toEqual([]);
  });
});

describe("a choice of oracles", () => {
  const ids = ORACLES.map(({ id }) => id);
  const choice = fc.dictionary(
    fc.constantFrom(...ids),
    fc.constantFrom<OracleSetting>("off", "err", "warn", "note"),
  );
  const finding = fc.record({
    oracle: fc.constantFrom(...ids),
    verdict: fc.constantFrom<Verdict>("ERR", "WARN", "NOTE"),
  }) as fc.Arbitrary<Finding>;

  test.prop([choice, fc.array(finding)])(
    "drops what is off and keeps the rest in order",
    (chosen, findings) => {
      const kept = findings.filter(({ oracle }) => chosen[oracle] !== "off");
      const told = chosenOf(findings, chosen);
      expect(told.map(({ oracle }) => oracle)).toEqual(kept.map(({ oracle }) => oracle));
      for (const [index, { oracle, verdict }] of told.entries())
        expect(verdict).toBe(chosen[oracle]?.toUpperCase() ?? kept[index]?.verdict);
      expect(chosenOf(told, chosen)).toEqual(told);
    },
  );

  test.prop([choice])("asks only those that are on", (chosen) => {
    expect(chooseOracles(ORACLES, chosen).map(({ id }) => id)).toEqual(
      ids.filter((id) => chosen[id] !== "off"),
    );
  });
});
