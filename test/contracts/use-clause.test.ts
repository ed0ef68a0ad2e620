import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "#base/json";
import { contextOf } from "#contracts/contract-context";
import { readUse } from "#contracts/use-clause";
import type { RuleContent } from "#semantics/rule";
import { bundled, contentOf, type Known, line } from "./bundled.js";

let apis: Readonly<Record<string, Known>>;
beforeAll(async () => {
  apis = { tournaments: await bundled("tournaments"), petstore: await bundled("petstore") };
});

function used(use: JsonObject, service = "tournaments", operation?: string) {
  const { api, semantics, rules } = apis[service] as Known;
  const place = operation === undefined ? {} : { operation };
  const entry = { use, kind: "invariant", pointer: "/x-invariants/0", ...place } as const;
  return readUse(entry, contextOf(api, semantics, rules));
}

const tid = { kind: "body", pointer: "/tid", required: true } as const;

describe("a formula that is named instead of written", () => {
  it.each<[JsonObject, RuleContent, number]>([
    [
      { use: "capacity", parent: "tournament", child: "enrollment", via: "tid", field: "capacity" },
      {
        kind: "capacity",
        parent: "tournament",
        child: "enrollment",
        via: tid,
        limit: { field: "/capacity" },
      },
      3,
    ],
    [
      { use: "capacity", parent: "tournament", child: "enrollment", most: 5 },
      { kind: "capacity", parent: "tournament", child: "enrollment", via: tid, limit: { most: 5 } },
      2,
    ],
    [
      { use: "unique", resource: "enrollment", fields: ["pid", "tid"] },
      { kind: "unique", resource: "enrollment", fields: ["/pid", "/tid"] },
      2,
    ],
    [
      { use: "cascade", child: "enrollment", parent: "tournament", via: "/tid" },
      { kind: "parent-delete", child: "enrollment", parent: "tournament", via: tid, effect: "cascade" },
      1,
    ],
    [
      { use: "restrict", child: "enrollment", parent: "tournament" },
      { kind: "parent-delete", child: "enrollment", parent: "tournament", via: tid, effect: "restrict" },
      1,
    ],
    [
      { use: "orphan", child: "enrollment", parent: "tournament" },
      { kind: "parent-delete", child: "enrollment", parent: "tournament", via: tid, effect: "orphan" },
      0,
    ],
    [
      { use: "exists", operation: "postPlayer" },
      { kind: "creates", resource: "player", operation: "POST /players" },
      1,
    ],
    [
      { use: "echo", operation: "POST /players", except: ["email"] },
      { kind: "echoes", resource: "player", operation: "POST /players", except: ["/email"] },
      2,
    ],
    [
      { use: "untouched", resource: "player" },
      { kind: "lists", resource: "player", operation: "GET /players" },
      3,
    ],
  ])("%j", (use, rule, clauses) => {
    const read = used(use);
    expect(read.problems).toEqual([]);
    expect(read.ok && contentOf(read.value.rule)).toEqual(rule);
    expect(read.ok && read.value.rule.source).toBe("declared");
    expect(read.ok && read.value.clauses).toHaveLength(clauses);
  });

  it("is a rule without a clause where no read could show it", () => {
    const read = used({ use: "cascade", child: "order", parent: "pet", via: "petId" }, "petstore");
    expect(read).toMatchObject({ ok: true, value: { rule: { effect: "cascade" }, clauses: [] } });
  });

  it("belongs to the operation below which it stands", () => {
    const read = used({ use: "untouched", resource: "player" }, "tournaments", "PUT /players/{pid}");
    expect(read.ok && read.value.clauses.map(line)).toEqual([
      "PUT /players/{pid} ensures for p in previous(response_body(GET /players)) :- p.pid == pid || p in response_body(GET /players)",
    ]);
  });

  it.each<[JsonObject, string, string, RegExp]>([
    [{ use: "capcity" }, "contract-formula-unknown", "/x-invariants/0/use", /Did you mean "capacity"/],
    [{ use: 3 }, "contract-formula-unknown", "/x-invariants/0/use", /Known: /],
    [
      { use: "unique", resource: "enrolment", fields: ["pid"] },
      "contract-use-invalid",
      "/x-invariants/0/resource",
      /Did you mean "enrollment"/,
    ],
    [
      { use: "unique", resource: "player", fields: ["emial"] },
      "contract-use-invalid",
      "/x-invariants/0/fields",
      /Did you mean "email"/,
    ],
    [
      { use: "unique", resource: "player" },
      "contract-use-invalid",
      "/x-invariants/0/fields",
      /fields: \[name\]/,
    ],
    [
      { use: "unique", resource: "player", fields: ["email"], feilds: [] },
      "contract-use-invalid",
      "/x-invariants/0/feilds",
      /Did you mean "fields"/,
    ],
    [
      { use: "cascade", child: "enrollment", parent: "tournament", via: "teid" },
      "contract-use-invalid",
      "/x-invariants/0/via",
      /Did you mean "eid"|Did you mean "tid"/,
    ],
    [
      { use: "cascade", child: "player", parent: "tournament" },
      "contract-use-invalid",
      "/x-invariants/0/via",
      /Add via/,
    ],
    [
      { use: "capacity", parent: "tournament", child: "enrollment" },
      "contract-use-invalid",
      "/x-invariants/0/field",
      /field: capacity, or most/,
    ],
    [
      { use: "capacity", parent: "tournament", child: "enrollment", most: -1 },
      "contract-use-invalid",
      "/x-invariants/0/field",
      /most/,
    ],
    [{ use: "exists" }, "contract-use-invalid", "/x-invariants/0/operation", /POST \/players/],
    [
      { use: "exists", operation: "POST /player" },
      "contract-use-invalid",
      "/x-invariants/0/operation",
      /Did you mean "POST \/players"/,
    ],
    [
      { use: "unique", resource: "__proto__", fields: ["constructor"] },
      "contract-use-invalid",
      "/x-invariants/0/resource",
      /Known/,
    ],
  ])("says what is wrong with %j", (use, code, pointer, hint) => {
    const [first] = used(use).problems;
    expect(first).toMatchObject({ code, pointer, hint: expect.stringMatching(hint) });
  });
});
