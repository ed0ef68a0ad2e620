import { expect, it } from "vitest";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Template, value } from "#calls/template";
import { pinSent } from "#run/pin-values";

const fresh = (name: string, sample: number | string): Template => ({ kind: "fresh", name, sample });

function call(members: Readonly<Record<string, Template>>, path: Call["path"] = {}): Call {
  const body = { contentType: "application/json", content: { kind: "object", members } } as const;
  return { id: "c", operation: "POST /parts", path, query: {}, header: {}, cookie: {}, body };
}

function sending(made: Call, content: Readonly<Record<string, number | string>>): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {}, body: { content } };
  return { call: made, request: { inputs } } as unknown as Exchange;
}

function inSequence(...calls: readonly Call[]) {
  return { id: "s", purpose: "", calls };
}

it("numbers are sent as they were; ids, texts and what stands in a path are drawn anew", () => {
  const members = {
    no: fresh("id", 1),
    shelf: fresh("shelf", 2),
    stock: fresh("stock", 3),
    name: fresh("name", "x"),
  };
  const made = call(members, { shelf: fresh("shelf", 2) });
  const sent = { no: 10, shelf: 20, stock: 30, name: "Fjord 7" };
  const pinned = pinSent(inSequence(made), [sending(made, sent)], () => ["/body/no"]);
  expect(pinned).toEqual({
    sequence: inSequence(call({ ...members, stock: value(30) }, made.path)),
    pins: [{ call: "c", input: "/body/stock", sent: 30, others: [value(29), value(31)] }],
  });
});

it("what was never sent stays as it is", () => {
  const made = call({ stock: fresh("stock", 3) });
  expect(pinSent(inSequence(made), [], () => [])).toEqual({ sequence: inSequence(made), pins: [] });
});
