import { expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { bearsMark } from "#judge/bears-mark";

function put(path: Readonly<Record<string, string>>, content?: Json): Exchange {
  const body = content === undefined ? {} : { body: { contentType: "application/json", content } };
  const inputs = { path, query: {}, header: {}, cookie: {}, ...body };
  return {
    call: { id: "change", operation: "PUT /card", path: {}, query: {}, header: {}, cookie: {} },
    request: { method: "PUT", url: "", headers: {}, inputs },
    outcome: { kind: "none", reason: "timeout", message: "" },
    milliseconds: 1,
  };
}

it.each<[string, Exchange, Json, Json, string, boolean]>([
  ["a text that was sent", put({}, { boat: "Ada" }), { boat: "" }, { boat: "Ada" }, "/boat", true],
  ["a switch that was sent", put({}, { loud: true }), { loud: false }, { loud: true }, "/loud", true],
  ["a list with what was named", put({ sku: "7" }), { rows: [] }, { rows: [{ sku: 7 }] }, "/rows", true],
  [
    "how many there are of what was named",
    put({ sku: "b-1" }),
    { rows: [{ sku: "b-1", n: 1 }] },
    { rows: [{ sku: "b-1", n: 2 }] },
    "/rows/0/n",
    true,
  ],
  ["a counter that comes to the same", put({ sku: "7" }), { visits: 6 }, { visits: 7 }, "/visits", false],
  ["a counter that comes to it", put({}, { length: 7 }), { visits: 6 }, { visits: 7 }, "/visits", false],
  ["news", put({}, { boat: "Ada" }), { news: "calm" }, { news: "storm" }, "/news", false],
  ["what was there before", put({}, { to: "Ada" }), ["Ada"], ["Ada", "Ben"], "", false],
  ["what is gone", put({}, { boat: "Ada" }), { boat: "Ben" }, {}, "/boat", false],
])("%s", (_, change, before, after, pointer, isMarked) => {
  expect(bearsMark(change, before, after, pointer)).toBe(isMarked);
});
