import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Call, Sequence } from "#calls/call";
import { describeCall, describeReference, numberedCalls } from "#calls/describe-call";
import { formatSequence, formatTrace, parseSequence, parseTrace } from "#calls/parse-record";
import { danglingReferences, referencesOf } from "#calls/references";
import type { Reference, ReferenceSource } from "#calls/template";
import { value } from "#calls/template";
import { withoutCall } from "#calls/without-call";
import { sequence, trace } from "./arbitraries.js";

const NONE = { path: {}, query: {}, header: {}, cookie: {} };

function reference(call: string, source: ReferenceSource): Reference {
  return { kind: "reference", call, source };
}

const create: Call = {
  ...NONE,
  id: "a",
  operation: "POST /players",
  body: {
    contentType: "application/json",
    content: {
      kind: "object",
      members: { name: { kind: "fresh", name: "name", sample: "x" }, age: value(3) },
    },
  },
};
const remove: Call = {
  ...NONE,
  id: "b",
  operation: "DELETE /players/{pid}",
  path: { pid: reference("a", { in: "response body", pointer: "/data/id" }) },
};
const list: Call = { ...NONE, id: "c", operation: "GET /players" };
const reread: Call = {
  ...NONE,
  id: "d",
  operation: "GET /players/{pid}",
  path: { pid: reference("b", { in: "request parameter", place: "path", name: "pid" }) },
};
const example: Sequence = { id: "s1", purpose: "a player goes", calls: [create, remove, list, reread] };

describe("a record", () => {
  property.prop([sequence])("of a sequence is read back as it was written", (made) => {
    expect(parseSequence(formatSequence(made))).toEqual({ ok: true, value: made, problems: [] });
  });

  property.prop([trace])("of a trace is read back as it was written", (made) => {
    expect(parseTrace(formatTrace(made))).toEqual({ ok: true, value: made, problems: [] });
  });

  property.prop([fc.json()])("of anything else is refused with problems, never with an exception", (text) => {
    const result = parseSequence(text, "faults/F1.json");
    expect(result).toMatchObject({ ok: false });
    expect(result.problems[0]).toMatchObject({ code: "record-invalid", source: "faults/F1.json" });
  });

  const broken: readonly [string, unknown, string][] = [
    ["a call without inputs", { ...example, calls: [{ id: "a", operation: "GET /" }] }, "/calls/0/path"],
    ["a misspelt member", { ...example, calls: [{ ...list, bdy: 1 }] }, "/calls/0/bdy"],
    [
      "an unknown kind of template",
      { ...example, calls: [{ ...list, query: { a: { kind: "magic" } } }] },
      "/calls/0/query/a/kind",
    ],
    [
      "a kind that every object has",
      { ...example, calls: [{ ...list, query: { a: { kind: "constructor" } } }] },
      "/calls/0/query/a/kind",
    ],
    ["no sequence at all", [], ""],
  ];
  it.each(broken)("with %s says where", (_, json, pointer) => {
    expect(parseSequence(JSON.stringify(json)).problems[0]).toMatchObject({
      code: "record-invalid",
      pointer,
    });
  });

  it.each([
    ["two calls of one id", { ...example, calls: [list, list] }, 'Two calls have the id "c".'],
    [
      "a reference forwards",
      { ...example, calls: [remove, create] },
      'Call "b" uses at /path/pid the response of call a, /data/id, which is no earlier call.',
    ],
  ])("with %s is refused", (_, json, message) => {
    expect(parseSequence(JSON.stringify(json)).problems).toMatchObject([{ message }]);
  });

  it("nested without end is refused", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);
    expect(parseSequence(text).problems).toMatchObject([{ message: "The file is nested too deeply." }]);
  });
});

describe("a sequence without a call", () => {
  property.prop([sequence, fc.nat()])("still runs: no reference dangles", (made, choice) => {
    const chosen = made.calls[choice % Math.max(1, made.calls.length)];
    const { sequence: rest, dropped } = withoutCall(made, chosen?.id ?? "");
    expect(danglingReferences(rest)).toEqual([]);
    expect(dropped[0]).toBe(chosen?.id);
    expect(rest.calls).toEqual(made.calls.filter((call) => !dropped.includes(call.id)));
  });

  property.prop([sequence, fc.nat()])("keeps every call that needs nothing of it", (made, choice) => {
    const chosen = made.calls[choice % Math.max(1, made.calls.length)];
    const { dropped } = withoutCall(made, chosen?.id ?? "");
    for (const call of made.calls) {
      const needs = referencesOf(call).some(({ reference }) => dropped.includes(reference.call));
      expect(dropped.includes(call.id)).toBe(call.id === chosen?.id || needs);
    }
  });

  it("loses what depends on it, directly and through others", () => {
    expect(withoutCall(example, "a")).toEqual({
      sequence: { ...example, calls: [list] },
      dropped: ["a", "b", "d"],
    });
    expect(withoutCall(example, "c").dropped).toEqual(["c"]);
    expect(withoutCall(example, "nobody")).toEqual({ sequence: example, dropped: [] });
  });
});

describe("in words", () => {
  const nameOf = numberedCalls(example);
  it.each([
    [create, "POST /players {name: fresh name, age: 3}"],
    [remove, "DELETE /players/{pid} {pid: response of call 1, /data/id}"],
    [list, "GET /players"],
    [reread, "GET /players/{pid} {pid: request of call 2, path pid}"],
  ])("a call is one line", (call, line) => {
    expect(describeCall(call, nameOf)).toBe(line);
  });

  it.each([
    [{ in: "response body", pointer: "" }, "response of call 2"],
    [{ in: "response header", name: "ETag" }, "response of call 2, header ETag"],
    [{ in: "location" }, "location of call 2"],
    [{ in: "request body", pointer: "/a" }, "request of call 2, /a"],
  ] as const)("a reference says where it leads", (source, words) => {
    expect(describeReference(reference("b", source), nameOf)).toBe(words);
  });

  property.prop([sequence])("every call stays one line of bounded length", (made) => {
    for (const call of made.calls) expect(describeCall(call)).toMatch(/^[^\n\r]{1,160}$/);
  });
});
