import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseContractFile } from "#glacier/parse-contract-file";
import { parseFormula } from "#glacier/parse-formula";

const text = readFileSync(join(import.meta.dirname, "../../docs/glacier.md"), "utf8");
const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({
  language,
  body: body ?? "",
}));

/** A line that is indented belongs to the formula before it. */
const formulas = blocks
  .filter((block) => block.language === "glacier")
  .flatMap((block) => block.body.trimEnd().split(/\n(?!\s)/));

describe("the reference of the language", () => {
  it("has examples", () => {
    expect(formulas.length).toBeGreaterThan(10);
  });

  it.each(formulas)("%s", (formula) => {
    expect(parseFormula(formula)).toMatchObject({ ok: true, problems: [] });
  });

  it("shows a contract file that can be read", () => {
    const file = blocks.find((block) => block.body.startsWith("invariants:"));
    const read = parseContractFile(file?.body ?? "");
    expect(read.problems).toEqual([]);
    expect(read.ok && read.value.map((clause) => clause.kind)).toEqual(["invariant", "requires", "ensures"]);
  });
});
