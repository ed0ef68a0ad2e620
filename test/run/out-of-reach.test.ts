import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import type { Call } from "#calls/call";
import { type Template, value } from "#calls/template";
import { openTarget } from "#http/target";
import type { Api } from "#openapi/api";
import { createWorld } from "#run/create-world";
import { guessSemantics } from "#semantics/guess-semantics";
import { NO_GENERATORS } from "#values/generators";
import { type Rows, startRows } from "./rows-service.js";
import { apiOf, testAgainst } from "./test-against.js";

/** A service with rows of somebody else in it, and what it keeps of them. */
async function withForeignRows(use: (rows: Rows, foreign: () => unknown) => Promise<void>): Promise<void> {
  const rows = await startRows();
  const ids = ["f1", "f2", "f3"];
  for (const id of ids) rows.todos.set(id, { id, title: `foreign ${id}`, done: false });
  try {
    await use(rows, () => ids.map((id) => structuredClone(rows.todos.get(id))));
  } finally {
    await rows.close();
  }
}

const OUT_OF_REACH = ["DELETE /todos", "PATCH /todos", "POST /todos/finish"];

describe("an update, a delete or an action that may reach more than one thing of ours", () => {
  it("is never called, and is told with the reason", () =>
    withForeignRows(async (rows, foreign) => {
      const before = foreign();
      const record = await testAgainst(rows.url, apiOf(rows.document));
      expect(rows.bulk).toEqual([]);
      expect(foreign()).toEqual(before);
      const open = record.operations.filter(({ key }) => OUT_OF_REACH.includes(key));
      expect(open.map(({ verdict }) => verdict)).toEqual(["NOT_TESTED", "NOT_TESTED", "NOT_TESTED"]);
      expect(open.find(({ key }) => key === "PATCH /todos")?.reason).toBe(
        "it may change whatever is there: its parameter where can be left out",
      );
      expect(record.operations.find(({ key }) => key === "DELETE /todos/{id}")?.verdict).toBe("OK");
    }));

  it("is not called either where the config says what it does", () =>
    withForeignRows(async (rows, foreign) => {
      const before = foreign();
      const api = apiOf(rows.document);
      const said = { "x-crudOperationSemantics": "update", "x-crudResourceType": "todo" };
      const operations = api.operations.map((operation) =>
        operation.key === "PATCH /todos" ? { ...operation, extensions: said } : operation,
      );
      await testAgainst(rows.url, { ...api, operations });
      expect(rows.bulk).toEqual([]);
      expect(foreign()).toEqual(before);
    }));

  it("is called where nobody else has anything on the service", async () => {
    const rows = await startRows();
    try {
      await testAgainst(rows.url, { ...apiOf(rows.document), isOwnService: true });
      expect(rows.bulk.some((call) => call.startsWith("PATCH /todos"))).toBe(true);
    } finally {
      await rows.close();
    }
  });
});

describe("a call that somebody has planned all the same", () => {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const withBody = (operation: string, content: Template, raw?: true): Call => ({
    id: "x",
    operation,
    ...inputs,
    body: { contentType: "application/json", content, ...(raw === undefined ? {} : { raw }) },
  });
  const reference = {
    kind: "reference",
    call: "make",
    source: { in: "response body", pointer: "/id" },
  } as const;
  const listed = {
    kind: "reference",
    call: "list",
    source: { in: "response body", pointer: "/0/id" },
  } as const;
  const remove = (id: Template): Call => {
    return { id: "x", operation: "DELETE /todos/{id}", ...inputs, path: { id } };
  };
  const put = (id: Template) =>
    withBody("PUT /todos", { kind: "object", members: { id, title: value("x") } });
  const finish = (...items: Template[]) =>
    withBody("POST /todos/finish", { kind: "object", members: { ids: { kind: "array", items } } });

  it.each<[string, Call, boolean]>([
    ["an update of all that a filter finds", withBody("PATCH /todos", value({ title: "x" })), false],
    [
      "the same with a filter",
      { ...withBody("PATCH /todos", value({})), query: { where: reference } },
      false,
    ],
    [
      "a DELETE of a collection that the document does not have",
      { id: "x", operation: "DELETE /notes", ...inputs },
      false,
    ],
    ["a PUT that names what the run has made", put(reference), true],
    ["a PUT that names what was read", put(listed), false],
    ["a PUT that names what stands in the call", put(value("f1")), false],
    ["a PUT that names nothing", withBody("PUT /todos", value({ title: "x" })), false],
    ["a PUT of text that is no JSON", withBody("PUT /todos", value("{"), true), false],
    ["an action on a list of ours", finish(reference), true],
    ["an action on a list of ours and another's", finish(reference, listed), false],
    ["an action on an empty list", finish(), false],
    ["a DELETE of what was there before", remove(value("f1")), false],
    ["a DELETE of what a list shows that was there before", remove(listed), false],
    ["a DELETE of what the run has made", remove(reference), true],
    ["a DELETE of what is not there", remove(value("none")), true],
  ])("%s", async (_, call, isSent) => {
    await withForeignRows(async (rows, foreign) => {
      const api = withSureNames(apiOf(rows.document));
      const target = openTarget({ url: rows.url, version: "test", api });
      if (!target.ok) throw new Error(target.problems[0]?.message);
      try {
        const world = createWorld({
          api,
          semantics: guessSemantics(api),
          target: target.value,
          random: createRandom(1),
          generators: NO_GENERATORS,
          clauses: [],
          runId: "test",
        });
        const before = foreign();
        await world.bystanders.look(world);
        const run = world.startCase("test");
        const list = await world.send({ id: "list", operation: "GET /todos", ...inputs }, [], run);
        const make = await world.send(
          { ...withBody("POST /todos", value({ title: "ours" })), id: "make" },
          [],
          run,
        );
        const { outcome } = await world.send(call, [list, make], run);
        const reason = outcome.kind === "none" ? outcome.reason : "sent";
        expect(reason).toBe(isSent ? "sent" : "withheld");
        if (!isSent) expect(foreign()).toEqual(before);
      } finally {
        await target.value.close();
      }
    });
  });
});

/** The same API where what an action takes must be said, and with a PUT of one row. */
function withSureNames(api: Api): Api {
  const ids = {
    type: "object",
    required: ["ids"],
    properties: { ids: { type: "array", items: { type: "string" } } },
  };
  const operations = api.operations.flatMap((operation) => {
    const [media] = operation.body?.content ?? [];
    if (operation.key === "PATCH /todos")
      return [operation, { ...operation, key: "PUT /todos", method: "PUT", parameters: [] }];
    if (operation.key !== "POST /todos/finish" || operation.body === undefined || media === undefined)
      return [operation];
    return [{ ...operation, body: { ...operation.body, content: [{ ...media, schema: ids }] } }];
  });
  return { ...api, operations };
}
