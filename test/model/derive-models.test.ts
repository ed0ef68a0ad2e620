import { describe, expect, it } from "vitest";
import { runSteps } from "#base/in-steps";
import { findViolations } from "#graph/find-violation";
import { transitionAt } from "#graph/ground-call";
import { surveyGraph } from "#graph/survey-graph";
import { checkModel } from "#model/check-model";
import { deriveModels } from "#model/derive-models";
import type { DerivedModel } from "#model/derived-model";
import { printModel } from "#model/print-model";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import type { RuleContent } from "#semantics/rule";
import { explored } from "../graph/explored.js";
import { type Asked, derivedModels, theOnly } from "./derived.js";
import { apiOf, collection } from "./small-api.js";

const HALLS = collection("/halls", "hallId", "name");
const BOOKS = collection("/books", "bookId", "hallId, title");
const library = apiOf(...HALLS, ...BOOKS);
const inHall = { kind: "body", pointer: "/hallId", required: true } as const;
const about = { child: "book", parent: "hall", via: inHall } as const;

/** Two halls, two books, with these rules and all kinds of calls. */
function modelOf(rules: readonly RuleContent[], asked: Asked = {}, api = library): DerivedModel {
  return theOnly(derivedModels(api, { rules, updates: true, refusals: true, ...asked }));
}

const action = ({ model }: DerivedModel, name: string) => {
  const found = model.actions.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`no ${name} in: ${model.actions.map((one) => one.name).join(", ")}`);
  return found;
};
const names = ({ model }: DerivedModel) => model.actions.map((one) => one.name);
const states = ({ model }: DerivedModel) => explored(model, { symmetry: false }).stateCount;
const fields = ({ model }: DerivedModel, map: string) =>
  model.maps.find((one) => one.name === map)?.fields.map((field) => field.name);

describe("what deleting a parent does", () => {
  it("keeps no reference where children simply stay", () => {
    const derived = modelOf([{ kind: "parent-delete", ...about, effect: "orphan" }]);
    expect(fields(derived, "books")).toEqual([]);
    // Books are created in a hall and stay without it: every combination can be reached.
    expect(states(derived)).toBe(16);
    expect(names(derived)).not.toContain("deleteHallsHallIdRestricted");
  });

  it("refuses it while there are children", () => {
    const derived = modelOf([{ kind: "parent-delete", ...about, effect: "restrict" }]);
    expect(derived.deeds.get("deleteHallsHallIdRestricted")).toMatchObject({
      kind: "delete",
      refusal: "restricted",
    });
    expect(states(derived)).toBe(1 + 2 * 4 + 9);
  });

  it("takes the children with it, and theirs", () => {
    const api = apiOf(...HALLS, ...BOOKS, ...collection("/notes", "noteId", "bookId, text"));
    const onBook = { kind: "body", pointer: "/bookId", required: true } as const;
    const rules: RuleContent[] = [
      { kind: "parent-delete", ...about, effect: "cascade" },
      { kind: "parent-delete", child: "note", parent: "book", via: onBook, effect: "cascade" },
    ];
    const derived = modelOf(rules, {}, api);
    expect(printModel(derived.model)).toContain(
      "for each yNote in note where some xBook in book: (books[xBook].hall = hall and notes[yNote].book = xBook): remove notes[yNote]",
    );
    expect(findViolations(explored(derived.model))).toEqual([]);
  });

  it("is stopped by what stands in the way of those that would go with it", () => {
    const api = apiOf(...HALLS, ...BOOKS, ...collection("/loans", "loanId", "bookId"));
    const onBook = { kind: "body", pointer: "/bookId", required: true } as const;
    const derived = modelOf(
      [
        { kind: "parent-delete", ...about, effect: "cascade" },
        { kind: "parent-delete", child: "loan", parent: "book", via: onBook, effect: "restrict" },
      ],
      {},
      api,
    );
    expect(derived.deeds.get("deleteHallsHallIdRestricted")?.refusal).toBe("restricted");
    expect(findViolations(explored(derived.model))).toEqual([]);
  });

  it("lets an orphan's reference lead nowhere, unless ids are given again", () => {
    const orphan: RuleContent = { kind: "parent-delete", ...about, effect: "orphan" };
    const pair: RuleContent = { kind: "unique", resource: "book", fields: ["/hallId"] };
    const detached = modelOf([orphan, pair]);
    expect(detached.model.maps[1]?.fields).toEqual([
      { name: "hall", type: { kind: "slot", sort: "hall", optional: true } },
    ]);
    const kept = modelOf([orphan, pair, { kind: "reuse", resource: "hall", effect: "accept" }]);
    expect(kept.model.maps[1]?.fields).toEqual([{ name: "hall", type: { kind: "slot", sort: "hall" } }]);
    expect(findViolations(explored(detached.model))).toEqual([]);
    expect(findViolations(explored(kept.model))).toEqual([]);
  });
});

describe("calls that should be refused", () => {
  const usual = modelOf([{ kind: "parent-delete", ...about, effect: "restrict" }]);

  it("are one action per reason", () => {
    const reasons = [...usual.deeds.values()]
      .map(({ refusal }) => refusal)
      .filter((one) => one !== undefined);
    expect(new Set(reasons)).toEqual(new Set(["absent", "dangling", "restricted"]));
    for (const { outcome, effects } of usual.model.actions)
      if (outcome.kind !== "effect") expect(effects).toEqual([]);
  });

  it("add no states, and neither do updates", () => {
    const bare = modelOf([{ kind: "parent-delete", ...about, effect: "restrict" }], {
      updates: false,
      refusals: false,
    });
    expect(states(usual)).toBe(states(bare));
    expect(names(bare)).toEqual(["postHalls", "deleteHallsHallId", "postBooks", "deleteBooksBookId"]);
  });

  it("are made as the service takes them: an update that creates, a delete that succeeds, a loose reference", () => {
    const derived = modelOf([
      { kind: "absent", resource: "hall", operation: "PUT /halls/{hallId}", effect: "create" },
      { kind: "absent", resource: "book", operation: "DELETE /books/{bookId}", effect: "accept" },
      { kind: "dangling", ...about, effect: "accept" },
      { kind: "parent-delete", ...about, effect: "cascade" },
    ]);
    expect(action(derived, "deleteBooksBookIdAbsent").outcome).toEqual({ kind: "update" });
    expect(derived.deeds.get("deleteBooksBookIdAbsent")?.refusal).toBeUndefined();
    const loose = action(derived, "postBooksWithoutHall");
    expect(loose.effects).toEqual([
      { kind: "put", map: "books", key: ["book"], record: { hall: { kind: "none" } } },
    ]);
    // The service gives these ids, so no update can say which hall is to be there.
    expect(names(derived)).not.toContain("putHallsHallIdCreating");
    expect(findViolations(explored(derived.model))).toEqual([]);
  });

  it("repeat the values of another where they must differ", () => {
    const derived = modelOf([{ kind: "unique", resource: "book", fields: ["/hallId", "/title"] }]);
    const deed = derived.deeds.get("postBooksNotUnique");
    expect(deed).toMatchObject({
      refusal: "not-unique",
      repeats: { key: ["otherBook"], pointers: ["/title"] },
    });
    expect(surveyGraph(explored(derived.model)).unreachableActions).toEqual([]);
  });

  it("include ids that are taken, where the client gives them", () => {
    const api = apiOf("POST /tags/{tag} {note}", "GET /tags/{tag}", "DELETE /tags/{tag}");
    const of = (effect: "refuse" | "replace" | "accept") =>
      modelOf([{ kind: "duplicate", resource: "tag", operation: "POST /tags/{tag}", effect }], {}, api);
    expect(of("refuse").deeds.get("postTagsTagDuplicate")).toMatchObject({ refusal: "duplicate" });
    expect(of("replace").deeds.get("postTagsTagReplacing")).toMatchObject({
      kind: "create",
      values: "other",
    });
    expect(of("accept").deeds.get("postTagsTagAgain")).toMatchObject({ kind: "create", values: "same" });
  });
});

describe("capacities", () => {
  const halls = (schema: string) => apiOf(...collection("/halls", "hallId", schema), ...BOOKS);
  const rule: RuleContent = { kind: "capacity", ...about, limit: { field: "/places" } };

  it("are chosen at creation, up to the number of slots, and sent", () => {
    const derived = modelOf([rule], {}, halls("places#"));
    expect(action(derived, "postHalls").parameters).toContainEqual({
      name: "places",
      type: { kind: "integer", from: 1, to: 2 },
    });
    expect(derived.deeds.get("postHalls")?.fields).toEqual([{ pointer: "/places", parameter: "places" }]);
    expect(derived.deeds.get("putHallsHallIdOther")?.fields).toEqual([
      { pointer: "/places", parameter: "places" },
    ]);
    expect(derived.deeds.get("postBooksFull")?.refusal).toBe("full");
    expect(findViolations(explored(derived.model))).toEqual([]);
  });

  it("can be changed, but not below what is there", () => {
    const derived = modelOf([rule], {}, halls("places#"));
    const fields = [{ pointer: "/places", parameter: "places" }];
    expect(derived.deeds.get("putHallsHallIdChanging")).toMatchObject({ values: "other", fields });
    expect(derived.deeds.get("putHallsHallIdExceeded")).toMatchObject({ refusal: "full", fields });
    expect(surveyGraph(explored(derived.model)).unreachableActions).toEqual([]);
  });

  it("that cannot be reached with so few slots are left out, and that is said", () => {
    const derived = modelOf([{ kind: "capacity", ...about, limit: { most: 5 } }]);
    expect(names(derived)).not.toContain("postBooksFull");
    expect(derived.leftOut).toContainEqual(expect.stringMatching(/at most 5 of book/));
  });
});

describe("soft deletes", () => {
  it("keep the thing, and its id taken", () => {
    const derived = modelOf([
      { kind: "removes", resource: "book", operation: "DELETE /books/{bookId}", how: "trash" },
      { kind: "parent-delete", ...about, effect: "restrict" },
    ]);
    expect(fields(derived, "books")).toEqual(["hall", "trashed"]);
    const graph = explored(derived.model);
    expect(findViolations(graph)).toEqual([]);
    expect(surveyGraph(graph).undeletable.map(({ name }) => name)).toEqual(["books"]);
    expect(derived.leftOut).toContainEqual(expect.stringMatching(/trash/));
  });
});

describe("lists of new things", () => {
  const api = apiOf(
    "POST /tags {tag, note}",
    "GET /tags/{tag}",
    "DELETE /tags/{tag}",
    "POST /tags/batch {tag, note}",
  );
  const many: RuleContent = { kind: "creates-many", resource: "tag", operation: "POST /tags/batch", at: "" };
  const taken = (effect: "refuse" | "replace" | "accept"): RuleContent => ({
    kind: "duplicate",
    resource: "tag",
    operation: "POST /tags/batch",
    effect,
  });

  it("are any that add something", () => {
    const derived = modelOf([many], { refusals: false, updates: false }, api);
    expect(derived.deeds.get("postTagsBatch")).toMatchObject({ kind: "create-many", key: ["list"] });
    // From none: 3 lists; from each single one: 2 lists that add the other.
    const { labels, low } = explored(derived.model, { symmetry: false });
    const first =
      low.actions[derived.model.actions.indexOf(action(derived, "postTagsBatch"))]?.firstCall ?? 0;
    expect([...labels].filter((label) => label >= first && label < first + 4)).toHaveLength(3 + 2 + 2);
  });

  it("hold nothing that is there, where that is refused", () => {
    const derived = modelOf([many, taken("refuse")], {}, api);
    expect(derived.deeds.get("postTagsBatchDuplicate")).toMatchObject({ refusal: "duplicate" });
  });
});

describe("nested things", () => {
  const nested = apiOf(
    ...collection("/rooms", "roomId", "name"),
    ...collection("/rooms/{roomId}/desks", "deskId", "name"),
    "POST /rooms/{roomId}/desks/{deskId}/lamps/{lamp}",
    "DELETE /rooms/{roomId}/desks/{deskId}/lamps/{lamp}",
  );

  it("are known by what they stand in", () => {
    const derived = modelOf([], {}, nested);
    expect(derived.model.maps.map(({ keys }) => keys)).toEqual([
      ["room"],
      ["room", "desk"],
      ["room", "desk", "lamp"],
    ]);
    expect(derived.deeds.get("deleteRoomsRoomIdDesksDeskId")).toMatchObject({
      key: ["room", "desk"],
      parents: [{ resource: "room", parameter: "room", key: ["room"] }],
    });
    expect(findViolations(explored(derived.model))).toEqual([]);
  });

  it("go with what they stand in, even where the rule says that they stay: nobody can ask for them", () => {
    const inRoom = { kind: "path", parameter: "roomId" } as const;
    const rule: RuleContent = {
      kind: "parent-delete",
      child: "desk",
      parent: "room",
      via: inRoom,
      effect: "orphan",
    };
    expect(states(modelOf([rule], {}, nested))).toBe(states(modelOf([], {}, nested)));
  });

  it("stand in whatever is there, where nothing creates what they stand in", () => {
    const api = apiOf("GET /orgs/{orgId}", ...collection("/orgs/{orgId}/teams", "teamId", "name"));
    expect(modelOf([], {}, api).model.maps.map(({ keys }) => keys)).toEqual([["team"]]);
    const { models } = derivedModels(library, { without: new Set(["hall"]) });
    expect(models.map(({ resources }) => resources)).toEqual([["book"]]);
  });
});

describe("what a model leaves out", () => {
  it("is every operation that may change something and is never called, with a reason", () => {
    const api = apiOf(...HALLS, "POST /halls/{hallId}/tidy", "DELETE /halls", "POST /login {name}");
    const { leftOut } = derivedModels(api);
    expect(leftOut.map((line) => line.split(" is in")[0])).toEqual([
      "DELETE /halls",
      "PUT /halls/{hallId}",
      "POST /halls/{hallId}/tidy",
      "POST /login",
    ]);
  });

  it("is what a circle of needs would close", () => {
    const api = apiOf(
      ...collection("/hens", "henId", "eggId, name"),
      ...collection("/eggs", "eggId", "henId, name"),
    );
    const derived = modelOf([], {}, api);
    expect(new Set(derived.resources)).toEqual(new Set(["hen", "egg"]));
    expect(checkModel(derived.model)).toEqual([]);
  });
});

describe("large APIs", () => {
  const lines = Array.from({ length: 12 }, (_, index) =>
    collection(`/things${index}`, `thing${index}Id`, "name"),
  );

  it("are one model per group of linked resources", () => {
    const { models } = derivedModels(apiOf(...lines.flat()));
    expect(models).toHaveLength(12);
  });

  it("are cut where a group is too large: a resource with what it depends on, then with fewer slots", () => {
    const hub = collection("/hubs", "hubId", lines.map((_, index) => `thing${index}Id`).join(", "));
    const { models, leftOut } = derivedModels(apiOf(...lines.flat(), ...hub), { size: 3 });
    expect(leftOut[0]).toMatch(/cut into one per resource/);
    const [first] = models;
    expect(first?.resources).toHaveLength(13);
    expect(first?.leftOut[0]).toMatch(/one slot/);
    for (const { model } of models) expect(checkModel(model)).toEqual([]);
    // What got fewer slots beside the hub has all of them in a model of its own.
    expect(models.slice(1).every(({ model }) => model.sorts[0]?.slots === 3)).toBe(true);
  });
});

describe("names from documents", () => {
  it("are kept apart, whatever they are", () => {
    const api = apiOf(
      ...collection("/constructors", "constructorId", "name"),
      ...collection("/a/__proto__s", "id", "name"),
      ...collection("/ü", "id", "name"),
      ...collection("/x-things", "id", "name"),
    );
    const semantics = guessSemantics(api);
    const { models } = runSteps(
      deriveModels(api, semantics, guessRules(api, semantics), {
        sizes: { default: 2, byResource: new Map() },
        updates: true,
        refusals: true,
        maxStates: 1_000_000,
      }),
    );
    expect(models.flatMap(({ resources }) => resources)).toHaveLength(4);
    for (const { model } of models) expect(checkModel(model)).toEqual([]);
  });
});

describe("a status", () => {
  const orders = apiOf(
    ...collection("/orders", "orderId", "customer"),
    "POST /orders/{orderId}/pay",
    "POST /orders/{orderId}/ship",
  );
  const life = { resource: "order", field: "status" } as const;
  const [pay, ship] = ["POST /orders/{orderId}/pay", "POST /orders/{orderId}/ship"] as const;
  const rules: readonly RuleContent[] = [
    { kind: "begins", ...life, status: "open" },
    { kind: "allowed-in", ...life, operation: pay, statuses: ["open"] },
    { kind: "leads-to", ...life, operation: pay, status: "paid" },
    { kind: "allowed-in", ...life, operation: ship, statuses: ["paid"] },
    { kind: "leads-to", ...life, operation: ship, status: "shipped" },
    { kind: "allowed-in", ...life, operation: "DELETE /orders/{orderId}", statuses: ["open"] },
  ];

  it("is where actions lead, and where they are refused", () => {
    const derived = modelOf(rules, { size: 1 }, orders);
    // No order, or one that is open, paid or shipped.
    expect(states(derived)).toBe(4);
    expect(derived.deeds.get("postOrdersOrderIdPay")).toMatchObject({ kind: "action", resource: "order" });
    expect(derived.deeds.get("postOrdersOrderIdShipWrongStatus")).toMatchObject({ refusal: "status" });
    expect(derived.deeds.get("deleteOrdersOrderIdWrongStatus")).toMatchObject({ refusal: "status" });
  });

  it("of what a thing belongs to decides whether it can be created", () => {
    const api = apiOf(
      ...collection("/orders", "orderId", "customer"),
      "POST /orders/{orderId}/pay",
      ...collection("/items", "itemId", "orderId, name"),
    );
    const adding = { kind: "allowed-in", ...life, operation: "POST /items", statuses: ["open"] } as const;
    const derived = modelOf([...rules.slice(0, 3), adding], { size: 1 }, api);
    expect(derived.deeds.get("postItemsParentStatus")).toMatchObject({ refusal: "parent-status" });
    const graph = explored(derived.model, { symmetry: false });
    const made = Array.from(
      { length: graph.transitionCount },
      (_, at) => transitionAt(graph, at).call.action.name,
    );
    // Once where the order is open, and refused once where it is paid.
    expect(made.filter((name) => /^postItems(ParentStatus)?$/.test(name)).sort()).toEqual([
      "postItems",
      "postItemsParentStatus",
    ]);
    const free = modelOf(rules.slice(0, 3), { size: 1 }, api);
    expect(free.deeds.get("postItemsParentStatus")).toBeUndefined();
  });

  it("is no part of the model where nothing is known to change it", () => {
    const derived = modelOf(rules.slice(0, 2), { size: 1 }, orders);
    expect(fields(derived, "orders")).toEqual([]);
    expect(states(derived)).toBe(2);
  });

  it("that cannot be left is told as a dead end", () => {
    const derived = modelOf(rules, { size: 1 }, orders);
    const graph = explored(derived.model, { symmetry: false });
    // An order that was shipped can neither be deleted nor go anywhere else.
    expect(surveyGraph(graph).deadEnds).toHaveLength(1);
  });
});
