import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import type { Fault } from "#calls/run-record";
import { renderExports } from "#report/render-exports";
import { only } from "../judge/only.js";
import { runShell } from "../report/exported.js";
import { isText, type Served, serveJson } from "./serve-json.js";
import { apiOf, testAgainst } from "./test-against.js";
import { replayedAt } from "./told-again.js";

const account: Json = {
  type: "object",
  required: ["owner"],
  properties: {
    id: { type: "integer", readOnly: true },
    owner: { type: "string", minLength: 1, maxLength: 40 },
    balance: { type: "integer", minimum: 0, readOnly: true },
  },
};
const content: Json = { "application/json": { schema: account } };
const shown: Json = { description: "", content };
const all: Json = { "application/json": { schema: { type: "array", items: account } } };
const id: Json = { name: "accountId", in: "path", required: true, schema: { type: "integer" } };
const api = apiOf({
  openapi: "3.0.3",
  info: { title: "Accounts", version: "1" },
  paths: {
    "/accounts": {
      get: { responses: { "200": { description: "", content: all } } },
      post: { requestBody: { required: true, content }, responses: { "201": shown } },
    },
    "/accounts/{accountId}": {
      parameters: [id],
      get: { responses: { "200": shown, "404": { description: "" } } },
      delete: { responses: { "204": { description: "" }, "404": { description: "" } } },
    },
  },
});

/** Accounts, some of which are there from the beginning; a list may show all of them overdrawn. */
function serve(old: readonly JsonObject[], isListedOverdrawn = false): Promise<Served> {
  const accounts = new Map(old.map((one) => [String(one.id), one]));
  let next = 100;
  return serveJson((method, [, number], sent) => {
    if (number === undefined && method === "POST") {
      if (!isText(sent.owner)) return [400];
      const made = { id: next++, owner: sent.owner, balance: 0 };
      accounts.set(String(made.id), made);
      return [201, made];
    }
    if (number === undefined)
      return [200, [...accounts.values()].map((one) => (isListedOverdrawn ? { ...one, balance: -1 } : one))];
    const found = accounts.get(number);
    if (found === undefined) return [404];
    if (method === "DELETE") accounts.delete(number);
    return method === "DELETE" ? [204] : [200, found];
  });
}

async function found(old: readonly JsonObject[], isListedOverdrawn: boolean): Promise<Fault> {
  const { url, close } = await serve(old, isListedOverdrawn);
  const oracles = only("response-schema");
  const { faults } = await testAgainst(url, api, { size: "1", maxShrinks: 60, oracles });
  await close();
  const [fault] = faults;
  if (fault === undefined) throw new Error("the fault was not found");
  return fault;
}

/** What a script and a replay say of it. */
async function told(fault: Fault, old: readonly JsonObject[], isListedOverdrawn = false) {
  const { url, close } = await serve(old, isListedOverdrawn);
  const exported = renderExports({ fault, url, document: "openapi.yaml" });
  if ("why" in exported) throw new Error(exported.why);
  const both = [(await runShell(exported.sh, url)).told, await replayedAt(url, api, fault)];
  await close();
  return both;
}

const overdrawn = { id: 4, owner: "Ann", balance: -5 };

describe("what is wrong with a thing that was there before", async () => {
  const fault = await found([overdrawn], false);

  it("shows as long as it is there, and is gone once that is right", async () => {
    expect(fault.sequence.calls.map(({ operation }) => operation)).toEqual(["GET /accounts"]);
    expect(await told(fault, [overdrawn])).toEqual(["shows", "failing"]);
    expect(await told(fault, [{ ...overdrawn, balance: 5 }])).toEqual(["gone", "fixed"]);
  });

  it("is not said to be gone where the thing is not there", async () => {
    expect(await told(fault, [])).toEqual(["cannot tell", "unclear"]);
  });
});

it("what is wrong with all of them is shown with one that the calls make", async () => {
  const fault = await found([overdrawn], true);
  expect(fault.sequence.calls.map(({ operation }) => operation)).toEqual(["POST /accounts", "GET /accounts"]);
  expect(await told(fault, [], true)).toEqual(["shows", "failing"]);
  expect(await told(fault, [])).toEqual(["gone", "fixed"]);
});
