import { fc, test } from "@fast-check/vitest";
import { beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "#contracts/catalogue";
import { contextOf } from "#contracts/contract-context";
import type { Draft } from "#contracts/named-formula";
import { rulesIn } from "#contracts/read-rules";
import { readWritten } from "#contracts/written-contract";
import type { Clause } from "#glacier/clause";
import { parseFormula } from "#glacier/parse-formula";
import { printFormula } from "#glacier/print-formula";
import { readClauses } from "#glacier/read-clauses";
import { loadApi } from "#openapi/load-api";
import type { RuleContent } from "#semantics/rule";
import { documentPath, overlayPath } from "#services/service-files";
import { DATA, HAS_DATA } from "../glacier/shared-data.js";
import { allBundled, bundled, contentOf, type Known, known } from "./bundled.js";
import { spellingOf } from "./respell.js";

function clause(text: string, place: Pick<Draft, "operation" | "kind">): Clause {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problems[0]?.message}`);
  return { ...place, text, formula: parsed.value };
}

function meaningOf(text: string, place: Pick<Draft, "operation" | "kind">, api: Known): RuleContent[] {
  return rulesIn([clause(text, place)], api.api, api.semantics).rules.map(contentOf);
}

/** The fields of a key have no order. */
function sorted(rule: RuleContent): RuleContent {
  return rule.kind === "unique" ? { ...rule, fields: [...rule.fields].sort() } : rule;
}

const READABLE = [
  "creates",
  "duplicate",
  "echoes",
  "removes",
  "absent",
  "dangling",
  "parent-delete",
  "shows-related",
];

/** Rules of every kind that a formula can be read as, whether or not they hold of the API. */
function readableRules({ semantics, rules, api }: Known): RuleContent[] {
  const context = contextOf(api, semantics, rules);
  const links = semantics.resources.flatMap((child) =>
    child.parents.map((link) => ({ child: child.name, parent: link.resource, via: link.via })),
  );
  return [
    ...rules.map(contentOf).filter(({ kind }) => READABLE.includes(kind)),
    ...links.flatMap((link): RuleContent[] => [
      { kind: "parent-delete", ...link, effect: "restrict" },
      { kind: "parent-delete", ...link, effect: "cascade" },
      { kind: "capacity", ...link, limit: { most: 2 } },
      { kind: "capacity", ...link, limit: { most: 17 } },
      ...[...(context.view(link.parent)?.item?.members.keys() ?? [])].map(
        (field): RuleContent => ({ kind: "capacity", ...link, limit: { field: `/${field}` } }),
      ),
    ]),
    ...semantics.resources.flatMap((resource): RuleContent[] => {
      const fields = [...(context.view(resource.name)?.list?.members.keys() ?? [])].filter(
        (field) => !resource.idFields.includes(field),
      );
      const about = { resource: resource.name, field: fields[0] ?? "status" };
      const ofCalls = [...resource.update, ...resource.delete].flatMap((operation): RuleContent[] => [
        { kind: "allowed-in", ...about, operation, statuses: ["draft", "paid"] },
        { kind: "allowed-in", ...about, operation, statuses: [true] },
        { kind: "leads-to", ...about, operation, status: "paid" },
      ]);
      const begins: RuleContent = { kind: "begins", ...about, status: "draft" };
      const keys = fields.flatMap((field, index): RuleContent[] => [
        { kind: "unique", resource: resource.name, fields: [`/${field}`] },
        {
          kind: "unique",
          resource: resource.name,
          fields: fields.slice(0, index + 1).map((one) => `/${one}`),
        },
      ]);
      return [...keys, begins, ...ofCalls];
    }),
  ];
}

/** One member that is read back does not say that all are. */
function isWhole({ formula }: Draft): boolean {
  return printFormula(formula).includes("request_body(this) is part of");
}

/** Every clause that can be read back, with the rule that it was written for. */
function writtenRules(api: Known): { rule: RuleContent; draft: Draft; api: Known }[] {
  const context = contextOf(api.api, api.semantics, api.rules.map(contentOf));
  return readableRules(api).flatMap((rule) =>
    CATALOGUE.flatMap((formula) => formula.write(rule, context))
      .filter((draft) => rule.kind !== "echoes" || isWhole(draft))
      .map((draft) => ({ rule, draft, api })),
  );
}

describe("a clause that was written for a rule", () => {
  let written: ReturnType<typeof writtenRules>;
  beforeAll(async () => {
    written = (await allBundled()).flatMap(writtenRules);
  });

  it("is there for every kind of rule that can be read", () => {
    const kinds = new Set(written.map(({ rule }) => rule.kind));
    expect([...kinds].sort()).toEqual(
      [...READABLE, "capacity", "unique", "begins", "allowed-in", "leads-to"].sort(),
    );
  });

  it("is read as that rule", () => {
    for (const { rule, draft, api } of written) {
      const text = printFormula(draft.formula);
      expect([api.name, text, ...meaningOf(text, draft, api)]).toEqual([api.name, text, rule]);
    }
  });

  test.prop([fc.nat(), fc.infiniteStream(fc.nat(11))], { numRuns: 200 })(
    "is read as that rule in any spelling",
    (index, choices) => {
      const chosen = written[index % written.length];
      if (chosen === undefined) return;
      const { rule, draft, api } = chosen;
      const spellings = [draft.formula, ...(draft.spellings ?? [])];
      const formula = spellings[(choices.next().value ?? 0) % spellings.length] ?? draft.formula;
      const [text = ""] = fc.sample(spellingOf(formula), { numRuns: 1, seed: index });
      expect([text, ...meaningOf(text, draft, api).map(sorted)]).toEqual([text, sorted(rule)]);
    },
  );
});

describe("what people write", () => {
  let api: Known;
  beforeAll(async () => {
    api = await bundled("tournaments");
  });
  const pid = { kind: "body", pointer: "/pid", required: true } as const;
  const tid = { kind: "body", pointer: "/tid", required: true } as const;
  const seats = { kind: "capacity", parent: "tournament", child: "enrollment", via: tid } as const;
  const pair = { kind: "unique", resource: "enrollment", fields: ["/pid", "/tid"] } as const;
  const toPlayer = { child: "enrollment", parent: "player", via: pid } as const;

  it.each<[string, RuleContent]>([
    [
      "for t in res_body(GET /tournaments) :- res_body(GET /tournaments/{t.tid}/players).len ≤ res_body(GET /tournaments/{t.tid}/capacity)",
      { ...seats, limit: { field: "/capacity" } },
    ],
    [
      "!(exists x in response_body(GET /tournaments) :- x.capacity < response_body(GET /tournaments/{x.tid}/players).length)",
      { ...seats, limit: { field: "/capacity" } },
    ],
    [
      "for t in response_body(GET /tournaments) :- 32 >= response_body(GET /tournaments/{t.tid}/players).length",
      { ...seats, limit: { most: 32 } },
    ],
    ["for a, b in response_body(GET /enrollments) :- a.pid != b.pid || a.tid != b.tid", pair],
    ["!(exists a, b in response_body(GET /enrollments) :- a.pid == b.pid && a.tid == b.tid)", pair],
    [
      "for e in response_body(GET /enrollments) : exists p in response_body(GET /players) :- e.pid = p.pid",
      { kind: "dangling", ...toPlayer, effect: "refuse" },
    ],
    [
      "for e in response_body(GET /enrollments) :- response_code(GET /players/{e.pid}) != 404",
      { kind: "dangling", ...toPlayer, effect: "refuse" },
    ],
    [
      "for t in response_body(GET /tournaments) : for pid in response_body(GET /tournaments/{t.tid}/players) :- response_code(GET /players/{pid}) == 200",
      { kind: "dangling", ...toPlayer, effect: "refuse" },
    ],
  ])("invariant %s", (text, rule) => {
    expect(meaningOf(text, { kind: "invariant" }, api)).toEqual([rule]);
  });

  it.each<[string, "requires" | "ensures", string, RuleContent]>([
    [
      "POST /enrollments",
      "requires",
      "for e in response_body(GET /enrollments) :- !(e.pid == request_body(this){pid} && e.tid == request_body(this){tid})",
      pair,
    ],
    [
      "POST /players",
      "requires",
      "res_code(GET /players/req_body(@){pid}) = 404",
      { kind: "duplicate", resource: "player", operation: "POST /players", effect: "refuse" },
    ],
    [
      "POST /players",
      "ensures",
      "200 == response_code(GET /players/request_body(this){pid})",
      { kind: "creates", resource: "player", operation: "POST /players" },
    ],
    [
      "POST /enrollments",
      "requires",
      "not (response_code(GET /players/request_body(this){pid}) == 404)",
      { kind: "dangling", ...toPlayer, effect: "refuse" },
    ],
    [
      "DELETE /players/{pid}",
      "requires",
      "response_code(GET /players/{path_param(this){pid}}) == 200",
      { kind: "absent", resource: "player", operation: "DELETE /players/{pid}", effect: "refuse" },
    ],
    [
      "DELETE /players/{pid}",
      "ensures",
      "response_code(GET /players/{pid}) != 200",
      { kind: "removes", resource: "player", operation: "DELETE /players/{pid}", how: "gone" },
    ],
    [
      "DELETE /players/{pid}",
      "requires",
      "!(exists e in response_body(GET /enrollments) :- e.pid == path_param(this){pid})",
      { kind: "parent-delete", ...toPlayer, effect: "restrict" },
    ],
    [
      "DELETE /players/{pid}",
      "ensures",
      "for e in response_body(GET /enrollments) :- {pid} != e.pid",
      { kind: "parent-delete", ...toPlayer, effect: "cascade" },
    ],
    [
      "POST /enrollments",
      "requires",
      "response_body(GET /tournaments/request_body(this){tid}/capacity) > response_body(GET /tournaments/request_body(this){tid}/players).length",
      { ...seats, limit: { field: "/capacity" } },
    ],
    [
      "POST /enrollments",
      "ensures",
      "exists x in response_body(GET /tournaments/{tid}/players) :- x == pid",
      {
        kind: "shows-related",
        operation: "GET /tournaments/{tid}/players",
        child: "enrollment",
        under: { parent: "tournament", via: tid },
        shown: { parent: "player", via: pid },
      },
    ],
  ])("%s %s %s", (operation, kind, text, rule) => {
    expect(meaningOf(text, { operation, kind }, api)).toEqual([rule]);
  });

  it.each([
    "for t in response_body(GET /tournaments) :- t.capacity <= 10",
    "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length < t.capacity",
    "for a in response_body(GET /enrollments) : for b in response_body(GET /enrollments) :- a.pid != b.pid || a.tid != b.tid",
    "T",
  ])("is left to be judged where it is no rule: %s", (text) => {
    const own = clause(text, { kind: "invariant" });
    expect(rulesIn([own], api.api, api.semantics)).toEqual({ rules: [], rest: [own] });
  });

  it("is both where only a part of it is a rule", () => {
    const text =
      "for a, b in response_body(GET /enrollments) :- (a.pid != b.pid || a.tid != b.tid) && a.eid > 0";
    const own = clause(text, { kind: "invariant" });
    const read = rulesIn([own], api.api, api.semantics);
    expect(read.rules.map(contentOf)).toEqual([pair]);
    expect(read.rest).toEqual([own]);
  });
});

describe("whole contracts", () => {
  it("of the bundled overlay are rules, whether written as a formula or by name", async () => {
    const loaded = await loadApi(documentPath("tournaments"), { overlays: [overlayPath("tournaments")] });
    if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
    const { api, semantics } = known("tournaments", loaded.value);
    const { rules, rest, problems } = readWritten(api, semantics);
    expect(rules.map(({ kind, source }) => `${source} ${kind}`).sort()).toEqual([
      "declared capacity",
      "declared unique",
    ]);
    expect([...rest, ...problems]).toEqual([]);
  });

  it.skipIf(!HAS_DATA)("of the authors give their rules (skipped where ../shared is absent)", async () => {
    const loaded = await loadApi(`${DATA}/tournaments-glacier-extended.json`);
    if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
    const { api, semantics } = known("tournaments", loaded.value);
    const read = readClauses(api);
    const { rules } = rulesIn(read.ok ? read.value : [], api, semantics);
    const counts: Record<string, number> = {};
    for (const { kind } of rules) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(counts).toEqual({ capacity: 1, dangling: 2, duplicate: 3, creates: 3, absent: 5, removes: 3 });
  });
});
