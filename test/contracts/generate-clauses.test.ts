import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import type { CallInputs } from "#calls/call";
import type { ReferenceSource } from "#calls/template";
import { generateClauses } from "#contracts/generate-clauses";
import { checkClauses } from "#glacier/check-clauses";
import { printFormula } from "#glacier/print-formula";
import type { RecipeBook } from "#semantics/find-recipes";
import { type RuleContent, settleRules } from "#semantics/rule";
import { apiOf, document3 } from "../openapi/documents.js";
import { allBundled, bundled, declared, type Known, known, line } from "./bundled.js";

/** The clauses of an API, in a line each, with rules beside the document's own. */
function clausesOf(
  { api, semantics, rules }: Known,
  more: readonly RuleContent[] = [],
  book?: RecipeBook,
): string[] {
  return generateClauses(api, semantics, settleRules(rules, more.map(declared)), book).map(line);
}

const json = (schema: Json) => ({ description: "", content: { "application/json": { schema } } });
const note = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const draftNote = { type: "object", properties: { title: { type: "string" } } };

interface Style {
  readonly created?: Json;
  readonly item?: Json;
  readonly list?: Json;
  readonly listParameters?: Json;
  readonly itemMissing?: JsonObject;
}

/** A service that keeps notes, as a document describes it. */
function notes({ created = note, item = note, list, listParameters, itemMissing = {} }: Style): Known {
  const body = { requestBody: { content: { "application/json": { schema: draftNote } } } };
  const answer = (schema: Json, more: JsonObject = {}) => ({ responses: { 200: json(schema), ...more } });
  const listing = list === undefined ? {} : { get: { ...answer(list), parameters: listParameters ?? [] } };
  return known(
    "notes",
    apiOf(
      document3({
        "/notes": { ...listing, post: { ...body, ...answer(created) } },
        "/notes/{noteId}": {
          get: answer(item, itemMissing),
          put: { ...body, ...answer(item) },
          delete: answer({}),
        },
      }),
    ),
  );
}

const allNotes = { type: "array", items: note };

describe("what is generated", () => {
  it("follows an id that the server gives, out of its envelope", () => {
    const inEnvelope = { type: "object", properties: { data: note } };
    const list = { type: "object", properties: { items: allNotes, ok: { type: "boolean" } } };
    const echo = { kind: "echoes", resource: "note", operation: "POST /notes", except: [] } as const;
    const clauses = clausesOf(notes({ created: inEnvelope, item: inEnvelope, list }), [echo]);
    expect(clauses).toContain(
      "POST /notes ensures response_code(GET /notes/{response_body(this){data}.id}) == 200",
    );
    expect(clauses).toContain(
      "POST /notes ensures request_body(this) is part of response_body(GET /notes/{response_body(this){data}.id}){data}",
    );
    expect(clauses).toContain(
      "POST /notes ensures exists n in response_body(GET /notes){items} :- n.id == response_body(this){data}.id",
    );
  });

  it("names an id of the response by its bare name", () => {
    expect(clausesOf(notes({}))).toContain("POST /notes ensures response_code(GET /notes/{id}) == 200");
  });

  it("does not guess an id that the response does not have", () => {
    expect(clausesOf(notes({ created: {} })).filter((text) => text.startsWith("POST"))).toEqual([]);
  });

  it("goes by the identity that was seen to work", () => {
    const inputs: CallInputs = { path: {}, query: {}, header: {}, cookie: {} };
    const seen = (identity: ReferenceSource): RecipeBook => ({
      creates: new Map([
        ["note", { resource: "note", operation: "POST /notes", inputs, identity, needs: [] }],
      ]),
      updates: new Map(),
      failures: new Map(),
    });
    const created = { type: "object", properties: { uuid: { type: "string" }, id: { type: "integer" } } };
    const pointer = seen({ in: "response body", pointer: "/uuid" });
    expect(clausesOf(notes({ created }), [], pointer)).toContain(
      "POST /notes ensures response_code(GET /notes/{uuid}) == 200",
    );
    const location = clausesOf(notes({}), [], seen({ in: "location" }));
    expect(location.filter((text) => text.startsWith("POST"))).toEqual([]);
  });

  it("takes an empty success for absence where the document says so", () => {
    const clauses = clausesOf(notes({ itemMissing: { 204: { description: "none" } } }));
    expect(clauses).toContain("DELETE /notes/{noteId} ensures response_code(GET /notes/{noteId}) == 204");
    const either = clausesOf(
      notes({ itemMissing: { 404: { description: "none" }, 410: { description: "gone" } } }),
    );
    expect(either).toContain(
      "DELETE /notes/{noteId} ensures response_code(GET /notes/{noteId}) in [404, 410]",
    );
  });

  it("expects of a list with pages only that what is gone is not in it", () => {
    const listParameters = [{ name: "limit", in: "query", schema: { type: "integer" } }];
    const clauses = clausesOf(notes({ list: allNotes, listParameters }));
    expect(clauses.filter((text) => text.includes("response_body(GET /notes)"))).toEqual([
      "DELETE /notes/{noteId} ensures for n in response_body(GET /notes) :- n.id != noteId",
    ]);
  });

  it("compares list and item only where the list shows no more than the item", () => {
    const agreeing = (list: Json) =>
      clausesOf(notes({ list })).filter((text) => /n is part of response_body/.test(text)).length;
    expect(agreeing(allNotes)).toBe(2);
    const more = { type: "object", properties: { ...note.properties, rank: { type: "integer" } } };
    expect(agreeing({ type: "array", items: more })).toBe(0);
  });

  it("says member by member what is echoed, where not all is", () => {
    const rule = {
      kind: "echoes",
      resource: "player",
      operation: "POST /players",
      except: ["/email"],
    } as const;
    return bundled("tournaments").then((api) => {
      const clauses = clausesOf(api, [rule]);
      expect(clauses).toContain(
        "POST /players ensures request_body(this){name} == response_body(GET /players/{pid}){name}",
      );
      expect(clauses.filter((text) => /^POST \/players .*email/.test(text))).toEqual([]);
      expect(clauses).not.toContain(
        "POST /players ensures request_body(this) is part of response_body(GET /players/{pid})",
      );
    });
  });
});

describe("a rule that allows something", () => {
  let api: Known;
  beforeAll(async () => {
    api = await bundled("tournaments");
  });
  const player = { resource: "player", operation: "DELETE /players/{pid}" } as const;
  const link = {
    child: "enrollment",
    parent: "player",
    via: { kind: "body", pointer: "/pid", required: true },
  } as const;

  it.each<[string, RuleContent, RegExp]>([
    [
      "a duplicate",
      { kind: "duplicate", resource: "player", operation: "POST /players", effect: "accept" },
      /^POST \/players (requires|ensures .*length)/,
    ],
    [
      "a replacement",
      { kind: "duplicate", resource: "player", operation: "POST /players", effect: "replace" },
      /^POST \/players (requires|ensures .*length)/,
    ],
    [
      "absence",
      { kind: "absent", ...player, effect: "accept" },
      /^DELETE \/players\S* (requires response_code|ensures .*length)/,
    ],
    [
      "the trash",
      { kind: "removes", ...player, how: "trash" },
      /^DELETE \/players\S* ensures (response_code|for p in response_body|.*length)/,
    ],
    [
      "orphans",
      { kind: "parent-delete", ...link, effect: "orphan" },
      /^(DELETE \/players\S* requires for e|invariant .*players)/,
    ],
    [
      "dangling",
      { kind: "dangling", ...link, effect: "accept" },
      /^(POST \/enrollments requires response_code\(GET .players|invariant .*players)/,
    ],
  ])("is not forbidden by a clause: %s", (_, rule, forbidding) => {
    expect(clausesOf(api).filter((text) => forbidding.test(text))).not.toEqual([]);
    expect(clausesOf(api, [rule]).filter((text) => forbidding.test(text))).toEqual([]);
  });

  it("guards the neighbours of what may be replaced", () => {
    const rule = {
      kind: "duplicate",
      resource: "player",
      operation: "POST /players",
      effect: "replace",
    } as const;
    expect(clausesOf(api, [rule])).toContain(
      "POST /players ensures for p in previous(response_body(GET /players)) :- p.pid == pid || p in response_body(GET /players)",
    );
  });
});

describe("rules that no document suggests", () => {
  const via = { kind: "body", pointer: "/tid", required: true } as const;
  const seats = { kind: "capacity", parent: "tournament", child: "enrollment", via } as const;

  it.each<[RuleContent, readonly string[]]>([
    [
      { ...seats, limit: { field: "/capacity" } },
      [
        "invariant for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= t.capacity",
        "PUT /tournaments/{tid} requires response_body(GET /tournaments/{tid}/players).length <= capacity",
        "POST /enrollments requires response_body(GET /tournaments/{tid}/players).length < response_body(GET /tournaments/{tid}){capacity}",
      ],
    ],
    [
      { kind: "unique", resource: "enrollment", fields: ["/pid", "/tid"] },
      [
        "invariant for e, x in response_body(GET /enrollments) :- e.pid != x.pid || e.tid != x.tid",
        "POST /enrollments requires for e in response_body(GET /enrollments) :- e.pid != pid || e.tid != tid",
      ],
    ],
    [
      { kind: "unique", resource: "player", fields: ["/email"] },
      [
        "invariant for p, x in response_body(GET /players) :- p.email != x.email",
        "POST /players requires for p in response_body(GET /players) :- p.email != email",
        "PUT /players/{pid} requires for p in response_body(GET /players) :- p.pid == pid || p.email != email",
      ],
    ],
  ])("%j", async (rule, expected) => {
    const api = await bundled("tournaments");
    const before = new Set(clausesOf(api));
    expect(clausesOf(api, [rule]).filter((text) => !before.has(text))).toEqual(expected);
  });

  it("say a small number without a list below the parent", () => {
    const team = { type: "object", properties: { teamId: { type: "integer" } } };
    const member = {
      type: "object",
      required: ["teamId"],
      properties: { memberId: { type: "integer" }, teamId: { type: "integer" } },
    };
    const of = (path: string, schema: Json) => ({
      [path]: {
        get: { responses: { 200: json({ type: "array", items: schema }) } },
        post: {
          requestBody: { content: { "application/json": { schema } } },
          responses: { 201: json(schema) },
        },
      },
      [`${path}/{${path.slice(1, -1)}Id}`]: { get: { responses: { 200: json(schema) } } },
    });
    const api = known("teams", apiOf(document3({ ...of("/teams", team), ...of("/members", member) })));
    const teamVia = { kind: "body", pointer: "/teamId", required: true } as const;
    const pairs = {
      kind: "capacity",
      parent: "team",
      child: "member",
      via: teamVia,
      limit: { most: 2 },
    } as const;
    expect(clausesOf(api, [pairs])).toContain(
      "invariant for m, x, y in response_body(GET /members) :- !(m.teamId == x.teamId && m.teamId == y.teamId)",
    );
  });
});

describe("children that a path puts below their parent", () => {
  const gone = (path: string) =>
    `DELETE /boxes/{boxId} ensures for n in previous(response_body(GET ${path})) :- response_code(GET /notes/{n.id}) == 404`;
  const rule = {
    kind: "parent-delete",
    child: "note",
    parent: "box",
    via: { kind: "path", parameter: "boxId" },
    effect: "cascade",
  } as const;

  /** Boxes with notes in them, which are listed below each box or all together. */
  function boxes(listed: "below" | "together"): Known {
    const body = { requestBody: { content: { "application/json": { schema: draftNote } } } };
    const answers = (schema: Json) => ({ responses: { 200: json(schema) } });
    return known(
      "boxes",
      apiOf(
        document3({
          "/boxes": { get: answers(allNotes), post: { ...body, ...answers(note) } },
          "/boxes/{boxId}": { get: answers(note), delete: answers({}) },
          "/boxes/{boxId}/notes": {
            post: { ...body, ...answers(note) },
            ...(listed === "below" ? { get: answers(allNotes) } : {}),
          },
          ...(listed === "together" ? { "/notes": { get: answers(allNotes) } } : {}),
          "/notes/{noteId}": { get: answers(note), delete: answers({}) },
        }),
      ),
    );
  }

  it("are those of the list below it", () => {
    expect(clausesOf(boxes("below"), [rule])).toContain(gone("/boxes/{boxId}/notes"));
  });

  it("are not those of the list of all", () => {
    expect(clausesOf(boxes("together"), [rule])).not.toContain(gone("/notes"));
  });

  it("are in the way while they are new, and nothing is said of what has moved on", () => {
    const restrict = { ...rule, effect: "restrict" } as const;
    const begins = { kind: "begins", resource: "note", field: "status", status: "open" } as const;
    const empty = "DELETE /boxes/{boxId} requires response_body(GET /boxes/{boxId}/notes).length == 0";
    expect(clausesOf(boxes("below"), [restrict])).toContain(empty);
    expect(clausesOf(boxes("below"), [restrict, begins])).not.toContain(empty);
  });
});

describe("what depends on a status", () => {
  const open = { kind: "allowed-in", resource: "order", field: "status", statuses: ["draft"] } as const;
  const unique = { kind: "unique", resource: "player", fields: ["/email"] } as const;
  const added = async (service: string, rule: RuleContent) => {
    const about = await bundled(service);
    const usual = new Set(clausesOf(about));
    return clausesOf(about, [rule]).filter((clause) => !usual.has(clause));
  };

  it("is a clause where the operation is on the thing itself, and a matter of the model where it is not", async () => {
    const update = 'PUT /orders/{orderId} requires response_body(GET /orders/{orderId}){status} == "draft"';
    expect(await added("lifecycle", { ...open, operation: "PUT /orders/{orderId}" })).toEqual([update]);
    const elsewhere = { ...open, resource: "tournament", operation: "POST /enrollments" } as const;
    expect(await added("tournaments", elsewhere)).toEqual([]);
  });

  it("is no clause about likeness: a list shows also those that no longer count", async () => {
    expect(await added("tournaments", unique)).not.toEqual([]);
    expect(await added("tournaments", { ...unique, exceptIn: ["archived"] })).toEqual([]);
  });
});

describe("the contracts of all bundled services", () => {
  let all: readonly Known[];
  beforeAll(async () => {
    all = await allBundled();
  });

  it("are canonical, carry their rules, and check without a word", () => {
    for (const { name, api, semantics, rules } of all) {
      const clauses = generateClauses(api, semantics, rules);
      const checked = checkClauses(api, clauses);
      expect([name, ...checked.flatMap(({ problems }) => problems)]).toEqual([name]);
      for (const clause of clauses) {
        expect(clause.text).toBe(printFormula(clause.formula));
        expect(clause.rule).toBeDefined();
      }
    }
  });

  it("have the 54 clauses of Tournaments", async () => {
    const { api, semantics, rules } = await bundled("tournaments");
    expect(generateClauses(api, semantics, rules)).toHaveLength(54);
  });
});
