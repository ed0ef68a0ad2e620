import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { entriesOf } from "#glacier/clause-entries";
import { parseContractFile } from "#glacier/parse-contract-file";

const MARKS = ["kind", "text", "sufficient", "on"] as const;

function marksOf(clause: object): Json {
  return Object.fromEntries(Object.entries(clause).filter(([name]) => MARKS.some((one) => one === name)));
}

describe("what a clause says beside its formula", () => {
  const requires = { kind: "requires", operation: "POST /players", pointer: "/x" } as const;
  const ensures = { kind: "ensures", operation: "POST /players", pointer: "/x" } as const;

  it.each([
    [requires, "T", { kind: "requires", text: "T" }],
    [requires, { clause: "T" }, { kind: "requires", text: "T" }],
    [requires, { clause: "T", sufficient: true }, { kind: "requires", text: "T", sufficient: true }],
    [ensures, { clause: "T", on: "refused" }, { kind: "ensures", text: "T", on: "refused" }],
  ])("%j: %j", (place, entry, expected) => {
    const { clauses, problems } = entriesOf(entry, place);
    expect(problems).toEqual([]);
    expect(clauses.map(marksOf)).toEqual([expected]);
  });

  it.each([
    [ensures, { clause: "T", sufficient: true }, "/x/0/sufficient"],
    [requires, { clause: "T", on: "refused" }, "/x/0/on"],
    [requires, { clause: "T", sufficient: "yes" }, "/x/0/sufficient"],
    [ensures, { clause: "T", on: "success" }, "/x/0/on"],
    [ensures, { use: "echo", sufficient: true }, "/x/0/sufficient"],
    [requires, { clause: "(" }, "/x/0/clause"],
    [requires, { clause: 4 }, "/x/0"],
  ])("%j cannot say %j", (place, entry, pointer) => {
    const { clauses, uses, problems } = entriesOf(entry, place);
    expect([...clauses, ...uses]).toEqual([]);
    expect(problems).toMatchObject([{ code: "formula-syntax", pointer }]);
  });

  it("stands in the headings of a contract file", () => {
    const file = [
      "POST /players:",
      "  requires:",
      "    - 1 == 1",
      "  requires sufficient:",
      "    - 2 == 2",
      "  ensures on refused:",
      "    - 3 == 3",
      "  ensures:",
      "    - 4 == 4",
    ].join("\n");
    const read = parseContractFile(file);
    expect(read.problems).toEqual([]);
    expect(read.ok ? read.value.map(marksOf) : []).toEqual([
      { kind: "requires", text: "1 == 1" },
      { kind: "requires", text: "2 == 2", sufficient: true },
      { kind: "ensures", text: "3 == 3", on: "refused" },
      { kind: "ensures", text: "4 == 4" },
    ]);
  });
});
