import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { loadApiFromJson } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";
import { linkName } from "#semantics/rule";

const THING: Json = {
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};

/** A document from lines such as `GET /players: list`, where the word says what the success holds. */
function semanticsOf(lines: readonly string[], bodies: Readonly<Record<string, Json>> = {}) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const line of lines) {
    const [, method = "", path = "", answer = "thing"] = /^(\w+) (\S+?)(?:: (\w+))?$/.exec(line) ?? [];
    const schema = answer === "list" ? { type: "array", items: THING } : THING;
    const body =
      bodies[`${method} ${path}`] ?? (["POST", "PUT", "PATCH"].includes(method) ? THING : undefined);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(body === undefined ? {} : { requestBody: { content: { "application/json": { schema: body } } } }),
        responses: { "200": { description: "", content: { "application/json": { schema } } } },
      },
    };
  }
  const api = loadApiFromJson({ openapi: "3.0.3", info: { title: "t", version: "1" }, paths });
  if (!api.ok) throw new Error(api.problems[0]?.message);
  return guessSemantics(api.value);
}

function meaningsOf(lines: readonly string[]): Record<string, string> {
  const { operations } = semanticsOf(lines);
  return Object.fromEntries(
    Object.values(operations).map(({ operation, semantics, resource }) => [
      operation,
      `${semantics} ${resource ?? "-"}`,
    ]),
  );
}

describe("semantics from verbs and paths", () => {
  it("reads a textbook collection", () => {
    expect(
      meaningsOf([
        "GET /players: list",
        "POST /players",
        "GET /players/{pid}",
        "PUT /players/{pid}",
        "DELETE /players/{pid}",
      ]),
    ).toEqual({
      "GET /players": "READ_MULTI player",
      "POST /players": "CREATE player",
      "GET /players/{pid}": "READ player",
      "PUT /players/{pid}": "UPDATE player",
      "DELETE /players/{pid}": "DELETE player",
    });
  });

  it("takes POST on an item path for a create where nothing else creates", () => {
    expect(meaningsOf(["GET /products/{name}", "POST /products/{name}"])["POST /products/{name}"]).toBe(
      "CREATE product",
    );
  });

  it("takes POST on an item path for an update where the collection is posted to", () => {
    expect(meaningsOf(["POST /pets", "GET /pets/{id}", "POST /pets/{id}"])["POST /pets/{id}"]).toBe(
      "UPDATE pet",
    );
  });

  it("takes POST beside items for a create where they can be deleted and nothing else creates them", () => {
    const meanings = meaningsOf([
      "POST /products",
      "GET /products/{id}",
      "POST /products/{id}/rules/requires",
      "POST /products/{id}/rules/search: list",
      "DELETE /products/{id}/rules/{ruleId}",
    ]);
    expect(meanings["POST /products/{id}/rules/requires"]).toBe("CREATE rule");
    expect(meanings["POST /products/{id}/rules/search"]).toBe("READ_MULTI rule");
  });

  it("leaves POST beside items alone where the collection is posted to", () => {
    const lines = ["POST /rules", "POST /rules/requires", "DELETE /rules/{ruleId}"];
    expect(meaningsOf(lines)["POST /rules/requires"]).toBe("OTHER rule");
  });

  it.each([
    ["201", "CREATE movement"],
    ["200", "OTHER movement"],
  ])("takes POST beside items that answers %s with one of them for %s", (status, meaning) => {
    const movement: Json = { type: "object", properties: { id: {}, sku: {}, quantity: {} } };
    const answer: Json = { description: "", content: { "application/json": { schema: movement } } };
    const parameter: Json = { name: "movementId", in: "path", required: true, schema: { type: "string" } };
    const api = loadApiFromJson({
      openapi: "3.0.3",
      info: { title: "t", version: "1" },
      paths: {
        "/movements/receive": { post: { responses: { [status]: answer } } },
        "/movements/{movementId}": { parameters: [parameter], get: { responses: { "200": answer } } },
      },
    });
    if (!api.ok) throw new Error(api.problems[0]?.message);
    const { operations } = guessSemantics(api.value);
    const { semantics, resource } = operations["POST /movements/receive"] ?? {};
    expect(`${semantics} ${resource}`).toBe(meaning);
  });

  it("takes PUT for a create where nothing else creates", () => {
    expect(meaningsOf(["GET /keys/{key}", "PUT /keys/{key}"])["PUT /keys/{key}"]).toBe("CREATE key");
  });

  it("never takes a DELETE of a whole collection for the delete of a thing", () => {
    const { operations, resources } = semanticsOf(["POST /logs", "GET /logs/{id}", "DELETE /logs"]);
    expect(operations["DELETE /logs"]?.semantics).toBe("OTHER");
    expect(resources[0]?.delete).toEqual([]);
  });

  it("joins a plural collection and its singular item path", () => {
    const { operations, resources } = semanticsOf([
      "GET /silences: list",
      "POST /silences",
      "GET /silence/{silenceID}",
      "DELETE /silence/{silenceID}",
    ]);
    expect(operations["POST /silences"]).toMatchObject({ semantics: "CREATE", resource: "silence" });
    expect(resources).toMatchObject([
      {
        name: "silence",
        create: ["POST /silences"],
        read: ["GET /silence/{silenceID}"],
        delete: ["DELETE /silence/{silenceID}"],
      },
    ]);
  });

  it("goes by names where verbs are misused", () => {
    expect(
      meaningsOf([
        "POST /parts/list: list",
        "PUT /parts",
        "GET /parts/{no}",
        "POST /parts/{no}",
        "GET /parts/{no}/remove",
        "POST /parts/{no}/take",
      ]),
    ).toEqual({
      "POST /parts/list": "READ_MULTI part",
      "PUT /parts": "UPDATE part",
      "GET /parts/{no}": "READ part",
      "POST /parts/{no}": "CREATE part",
      "GET /parts/{no}/remove": "DELETE part",
      "POST /parts/{no}/take": "OTHER part",
    });
  });

  it.each([
    ["a thing like others", {}, undefined],
    ["somebody, where there is a password", { password: { type: "string" } }, "signup"],
  ])("takes what a collection registers for %s", (_, members, kind) => {
    const schema = { type: "object", properties: { serial: { type: "string" }, ...members } };
    const register = {
      operationId: "registerDevice",
      requestBody: { content: { "application/json": { schema } } },
      responses: { 201: { description: "" } },
    };
    const list = { responses: { 200: { description: "" } } };
    const paths = { "/devices": { get: list, post: register }, "/devices/{id}": { get: list } };
    const api = loadApiFromJson({ openapi: "3.0.3", info: { title: "t", version: "1" }, paths });
    if (!api.ok) throw new Error(api.problems[0]?.message);
    const meaning = guessSemantics(api.value).operations["POST /devices"];
    expect([meaning?.semantics, meaning?.resource, meaning?.kind]).toEqual(["CREATE", "device", kind]);
  });

  it("knows who registers and logs in, also where no path names users", () => {
    expect(meaningsOf(["POST /auth/register", "POST /auth/login", "POST /auth/logout"])).toEqual({
      "POST /auth/register": "CREATE user",
      "POST /auth/login": "OTHER user",
      "POST /auth/logout": "OTHER user",
    });
  });

  it("takes a GET of the collection for its list, also where it is called a search", () => {
    const listsOf = (operationId: string, required: boolean) => {
      const answers = (schema: Json) => ({
        responses: { "200": { description: "", content: { "application/json": { schema } } } },
      });
      const parameters = [{ name: "q", in: "query", required, schema: { type: "string" } }];
      const paths = {
        "/players": { get: { operationId, parameters, ...answers({ type: "array", items: THING }) } },
        "/players/{pid}": { get: answers(THING) },
      };
      const api = loadApiFromJson({ openapi: "3.0.3", info: { title: "t", version: "1" }, paths });
      return api.ok ? guessSemantics(api.value).resources.flatMap(({ list }) => list) : [];
    };
    expect(listsOf("PlayersController_findAll", false)).toEqual(["GET /players"]);
    expect(listsOf("findPlayers", false)).toEqual(["GET /players"]);
    expect(listsOf("findPlayers", true)).toEqual([]);
  });

  it("leaves actions open", () => {
    expect(
      meaningsOf(["POST /orders", "GET /orders/{id}", "POST /orders/{id}/cancel"])[
        "POST /orders/{id}/cancel"
      ],
    ).toBe("OTHER order");
  });

  it("takes a static path below a collection that answers with a list for a search", () => {
    expect(meaningsOf(["GET /pets/search: list", "POST /pets", "GET /pets/{id}"])["GET /pets/search"]).toBe(
      "READ_MULTI pet",
    );
  });
});

describe("resources", () => {
  it("know their parents by path", () => {
    const { resources } = semanticsOf([
      "POST /shops",
      "GET /shops/{shopId}",
      "POST /shops/{shopId}/carts",
      "GET /shops/{shopId}/carts/{id}",
    ]);
    const cart = resources.find((resource) => resource.name === "cart");
    expect(cart?.parents).toEqual([{ resource: "shop", via: { kind: "path", parameter: "shopId" } }]);
  });

  it("may be named like an amount, which is no reference to them, and have the id of what they are for", () => {
    const textId = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
    const body = (properties: Record<string, Json>): Json => ({
      requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
      responses: { "200": { description: "" } },
    });
    const price = { type: "number" };
    const api = loadApiFromJson({
      openapi: "3.0.3",
      info: { title: "t", version: "1" },
      paths: {
        "/lists": { post: body({ name: { type: "string" } }) },
        "/lists/{listId}": { delete: { parameters: [textId("listId")], responses: {} } },
        "/lists/{listId}/prices/{itemId}": {
          parameters: [textId("listId"), textId("itemId")],
          put: body({ price }),
          get: { responses: {} },
          delete: { responses: {} },
        },
        "/items": { post: body({ name: { type: "string" }, price }) },
        "/items/{itemId}": { parameters: [textId("itemId")], get: { responses: {} } },
        "/orders": { post: body({ itemId: { type: "string" } }), get: { responses: {} } },
      },
    });
    if (!api.ok) throw new Error(api.problems[0]?.message);
    const { resources } = guessSemantics(api.value);
    const parents = (name: string) => resources.find((resource) => resource.name === name)?.parents;
    expect(parents("item")).toEqual([]);
    expect(parents("price")).toEqual([
      { resource: "list", via: { kind: "path", parameter: "listId" } },
      { resource: "item", via: { kind: "id" } },
    ]);
    expect(parents("order")?.map(({ resource }) => resource)).toEqual(["item"]);
  });

  it("stand below others though nobody can create them", () => {
    const { resources } = semanticsOf([
      "POST /documents",
      "GET /documents/{slug}",
      "GET /documents/{slug}/versions: list",
      "GET /documents/{slug}/versions/{version}",
    ]);
    expect(resources.find(({ name }) => name === "version")?.parents).toEqual([
      { resource: "document", via: { kind: "path", parameter: "slug" } },
    ]);
  });

  it("know their parents by the ids in their body", () => {
    const body: Json = {
      type: "object",
      required: ["petId"],
      properties: { petId: { type: "integer" }, id: { type: "integer", readOnly: true } },
    };
    const { resources } = semanticsOf(
      ["POST /pets", "GET /pets/{petId}", "POST /orders", "GET /orders/{id}"],
      { "POST /orders": body },
    );
    const order = resources.find((resource) => resource.name === "order");
    expect(order?.parents).toEqual([
      { resource: "pet", via: { kind: "body", pointer: "/petId", required: true } },
    ]);
  });

  it("know their parents by an id within a part that must be sent", () => {
    const within = (required: readonly string[]): Json => ({
      type: "object",
      required: [...required],
      properties: {
        text: { type: "string" },
        to: {
          type: "object",
          required: ["list_id", "all"],
          properties: { list_id: { type: "string" }, all: { type: "boolean" }, pet_id: { type: "string" } },
        },
      },
    });
    const parentsOf = (required: readonly string[]) =>
      semanticsOf(
        [
          "POST /lists",
          "GET /lists/{list_id}",
          "POST /pets",
          "GET /pets/{pet_id}",
          "POST /letters",
          "GET /letters/{id}",
        ],
        { "POST /letters": within(required) },
      ).resources.find(({ name }) => name === "letter")?.parents;
    expect(parentsOf(["to"])).toEqual([
      { resource: "list", via: { kind: "body", pointer: "/to/list_id", required: true } },
    ]);
    expect(parentsOf([])).toEqual([]);
  });

  it("are named in part where nothing else could be meant", () => {
    const properties = { ruleId: { type: "string" } };
    const alerts = { "POST /alerts": { type: "object", required: ["ruleId"], properties } };
    const lines = ["POST /alert-rules", "GET /alert-rules: list", "POST /alerts", "GET /alerts: list"];
    const parentsOf = (more: readonly string[]) =>
      semanticsOf([...lines, ...more], alerts).resources.find(({ name }) => name === "alert")?.parents;
    expect(parentsOf([])?.map(({ resource }) => resource)).toEqual(["alert-rule"]);
    expect(parentsOf(["POST /house-rules", "GET /house-rules: list"])).toEqual([]);
  });

  it("take a path that only shows things for a view of where they can be written to", () => {
    const { resources, operations } = semanticsOf([
      "GET /clubs/{cid}/players: list",
      "GET /clubs/{cid}/players/{pid}",
      "POST /players",
      "GET /players/{pid}",
    ]);
    expect(resources.find(({ name }) => name === "player")?.collection).toBe("/players");
    expect(resources.some(({ name }) => name === "club-player")).toBe(false);
    expect(operations["GET /clubs/{cid}/players"]).toMatchObject({
      semantics: "READ_MULTI",
      resource: "player",
    });
  });

  it("give the plain name to the collection that can be written to most", () => {
    const { resources } = semanticsOf([
      "POST /clubs/{cid}/players/{pid}",
      "POST /players",
      "GET /players/{pid}",
      "PUT /players/{pid}",
    ]);
    expect(Object.fromEntries(resources.map(({ name, collection }) => [name, collection]))).toMatchObject({
      player: "/players",
      "club-player": "/clubs/{cid}/players",
    });
  });

  it("join a nested collection and the item path that its things have", () => {
    const { resources } = semanticsOf([
      "POST /lists",
      "GET /lists/{listId}",
      "GET /lists/{listId}/cards: list",
      "POST /lists/{listId}/cards",
      "GET /cards/{cardId}",
      "PUT /cards/{cardId}",
    ]);
    expect(resources.find(({ name }) => name === "card")).toMatchObject({
      create: ["POST /lists/{listId}/cards"],
      read: ["GET /cards/{cardId}"],
      update: ["PUT /cards/{cardId}"],
      parents: [{ resource: "list", via: { kind: "path", parameter: "listId" } }],
    });
  });

  it.each([
    ["client", { type: "object", properties: { pid: { type: "string" } } }],
    ["server", { type: "object", properties: { name: { type: "string" } } }],
    ["server", { type: "object", properties: { pid: { type: "string", readOnly: true } } }],
  ] as const)("say that the %s gives the id when the body is %j", (source, body) => {
    const { resources } = semanticsOf(["POST /players", "GET /players/{pid}"], { "POST /players": body });
    expect(resources[0]?.idSource).toBe(source);
  });
});

describe("a list that demands a query parameter", () => {
  const all = ["get", "put", "delete"] as const;
  it.each<[string, Json, readonly string[], number]>([
    ["is a list where that is said with every call, and leaves no choice", { enum: ["2024-05-01"] }, all, 1],
    ["is a search where only the list demands it", { enum: ["2024-05-01"] }, [], 0],
    ["is a search where it is a choice", { enum: ["north", "south"] }, all, 0],
  ])("%s", (_, choices, demandedBy, lists) => {
    const parameter: Json = {
      name: "v",
      in: "query",
      required: true,
      schema: { type: "string", ...(choices as object) },
    };
    const operation = (method: string, schema: Json): [string, Json] => [
      method,
      {
        parameters: demandedBy.includes(method) ? [parameter] : [],
        ...(method === "put" ? { requestBody: { content: { "application/json": { schema: THING } } } } : {}),
        responses: { "200": { description: "", content: { "application/json": { schema } } } },
      },
    ];
    const [, list] = operation("get", { type: "array", items: THING });
    const api = loadApiFromJson({
      openapi: "3.0.3",
      info: { title: "t", version: "1" },
      paths: {
        "/sites": { get: { ...(list as object), parameters: [parameter] } },
        "/sites/{siteId}": {
          parameters: [{ name: "siteId", in: "path", required: true, schema: { type: "string" } }],
          ...Object.fromEntries(all.map((method) => operation(method, THING))),
        },
      },
    });
    if (!api.ok) throw new Error(api.problems[0]?.message);
    expect(guessSemantics(api.value).resources[0]?.list).toHaveLength(lists);
  });

  it.each([
    ["limit_per_member", []],
    ["maxMember", []],
    ["number_of_member", []],
    ["referring_member", ["member /referring_member"]],
    ["limit_member_id", ["member /limit_member_id"]],
  ])("takes %s for a name of a member only where it is no number of them", (name, expected) => {
    const reward: Json = { type: "object", properties: { [name]: { type: "string" } } };
    const lines = [
      "GET /members: list",
      "POST /members",
      "GET /members/{id}",
      "POST /rewards",
      "GET /rewards/{id}",
    ];
    const parents = semanticsOf(lines, { "POST /rewards": reward }).resources.find(
      (one) => one.name === "reward",
    );
    expect(parents?.parents.map(({ resource, via }) => `${resource} ${linkName(via)}`)).toEqual(expected);
  });
});
