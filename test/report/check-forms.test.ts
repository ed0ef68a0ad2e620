import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Condition, Operand } from "#calls/check";
import { equal, expecting, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { value } from "#calls/template";
import { renderExports } from "#report/render-exports";
import { runShell, runVitest, type Told } from "./exported.js";
import { sampleRecord } from "./sample-record.js";

const ITEMS = [
  { id: 7, balance: 100.3, open: true },
  { id: 8, balance: 100.1 },
];

const list = inAnswer("list", "/items");
const each = (pointer: string): Operand => ({ kind: "each", pointer });
const balances = [inAnswer("list", "/items/0/balance"), inAnswer("list", "/items/1/balance")] as const;
const difference: Operand = { kind: "sum", of: [balances[0]], less: [balances[1]] };
const missing: Operand = { kind: "sum", of: [inAnswer("list", "/nothing")], less: [] };

/** What holds is told as gone, and what does not as a fault that shows. */
const FORMS: readonly (readonly [string, Condition, Told])[] = [
  ["a difference", equal(difference, value(0.2)), "gone"],
  ["a whole sum", equal({ kind: "sum", of: [balances[0], value(0.7)], less: [] }, value(101)), "gone"],
  ["another sum", equal(difference, value(0.3)), "shows"],
  ["a sum of nothing", equal(missing, value(0)), "cannot tell"],
  ["at most", { kind: "most", left: value(-1), right: balances[0] }, "gone"],
  ["not less", { kind: "most", left: balances[0], right: value(100.3), less: true }, "shows"],
  ["no number", { kind: "most", left: value("a"), right: balances[0] }, "cannot tell"],
  [
    "every item",
    { kind: "every", list, that: { kind: "most", left: value(0), right: each("/balance") } },
    "gone",
  ],
  ["not every item", { kind: "every", list, that: { kind: "present", at: each("/open") } }, "shows"],
  ["some item", { kind: "some", list, that: equal(each("/id"), value(8)) }, "gone"],
  ["no item", { kind: "some", list, that: equal(each("/id"), value(9)) }, "shows"],
  [
    "items of no list",
    { kind: "every", list: balances[0], that: equal(each("/id"), value(8)) },
    "cannot tell",
  ],
];

describe("a script and a test say the same of", () => {
  const app = new Hono().get("/things", (c) => c.json({ items: ITEMS }));
  let server: ReturnType<typeof serve>;
  let url = "";
  const tests = new Map<string, Told>();

  beforeAll(async () => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise<void>((resolve) => server.once("listening", () => resolve()));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    const files = FORMS.map(([, form], index) => [`F${index}`, exportsOf(form).test] as const);
    for (const [name, told] of await runVitest(Object.fromEntries(files), { API_URL: url }))
      tests.set(name, told);
  }, 120_000);

  afterAll(() => server.close());

  test.concurrent.each(FORMS.map(([name, form, told], index) => ({ name, form, told, index })))(
    "$name",
    async ({ form, told, index }) => {
      const ran = await runShell(exportsOf(form).sh, url);
      expect([ran.told, tests.get(`F${index}`)], ran.output).toEqual([told, told]);
    },
  );
});

function exportsOf(form: Condition) {
  const [sample] = sampleRecord({ text: "it" }).faults;
  const [made] = sample?.exchanges ?? [];
  if (sample === undefined || made === undefined) throw new Error("there is no sample");
  const call = { ...made.call, id: "list", operation: "GET /things" };
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const request = { method: "GET", url: "http://127.0.0.1:1/things", headers: {}, inputs };
  const exchange: Exchange = { ...made, call, request };
  const fault: Fault = {
    ...sample,
    call: "list",
    sequence: { ...sample.sequence, calls: [call] },
    exchanges: [exchange],
    check: expecting(form),
    replay: {},
  };
  const exported = renderExports({ fault, url: "http://127.0.0.1:1", document: "openapi.yaml" });
  if ("why" in exported) throw new Error(exported.why);
  return exported;
}
