import { describe, expect, it } from "vitest";
import { CATALOGUE } from "#contracts/catalogue";
import { contextOf } from "#contracts/contract-context";
import { clausesOf } from "#contracts/generate-clauses";
import { parseFormula } from "#glacier/parse-formula";
import { printFormula } from "#glacier/print-formula";
import type { RuleContent } from "#semantics/rule";
import { bundled, declared } from "./bundled.js";

describe("the catalogue", () => {
  it("names each formula once", () => {
    const names = CATALOGUE.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("has a formula for every kind of rule that can be observed", () => {
    const kinds: Record<Exclude<RuleContent["kind"], "reuse" | "empties">, true> = {
      creates: true,
      "creates-many": true,
      echoes: true,
      lists: true,
      removes: true,
      duplicate: true,
      absent: true,
      dangling: true,
      "parent-delete": true,
      unique: true,
      capacity: true,
      "shows-related": true,
      begins: true,
      "allowed-in": true,
      "leads-to": true,
    };
    expect(new Set(CATALOGUE.map(({ about }) => about.kind))).toEqual(new Set(Object.keys(kinds)));
  });

  it("shows examples as they are written", async () => {
    const { api, semantics, rules } = await bundled("tournaments");
    const tid = { kind: "body", pointer: "/tid", required: true } as const;
    const link = { child: "enrollment", parent: "tournament", via: tid } as const;
    const more: RuleContent[] = [
      { kind: "parent-delete", ...link, effect: "cascade" },
      { kind: "capacity", ...link, limit: { field: "/capacity" } },
      { kind: "unique", resource: "enrollment", fields: ["/pid", "/tid"] },
      { kind: "absent", resource: "player", operation: "PUT /players/{pid}", effect: "create" },
    ];
    const context = contextOf(api, semantics, [...rules, ...more]);
    for (const formula of CATALOGUE) {
      const texts = [...rules, ...more.map(declared)].flatMap((rule) =>
        clausesOf(formula, rule, context).map(({ text }) => text),
      );
      if (texts.length > 0) expect(texts).toContain(formula.example);
      else expect(["each-exists", "orphan", "begins", "allowed-in", "leads-to"]).toContain(formula.name);
    }
  });

  it("shows examples that are canonical", () => {
    for (const { example } of CATALOGUE.filter((formula) => formula.example !== "")) {
      const parsed = parseFormula(example);
      expect(parsed.ok && printFormula(parsed.value)).toBe(example);
    }
  });
});
