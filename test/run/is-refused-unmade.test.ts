import { describe, expect, it } from "vitest";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Template } from "#calls/template";
import { isRefusedUnmade } from "#run/is-refused-unmade";

const made: Template = { kind: "reference", call: "make", source: { in: "request body", pointer: "/name" } };
const unmade: Template = { kind: "fresh", name: "make: name", sample: "a" };
const own: Template = { kind: "fresh", name: "link: title", sample: "b" };

function link(to: Template): Call {
  const content: Template = { kind: "object", members: { to, title: own } };
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    id: "link",
    operation: "POST /links",
    ...inputs,
    body: { contentType: "application/json", content },
  };
}

function answered(call: Call, status: number): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    call,
    request: { method: "POST", url: "http://localhost/links", headers: {}, inputs },
    outcome: { kind: "response", status, headers: {}, body: { kind: "empty" }, redirects: 0 },
    milliseconds: 1,
  };
}

const before = { id: "s", purpose: "", calls: [link(made)] };

describe("a call that names what nobody has made", () => {
  it.each([
    ["proves nothing where it is refused", unmade, 422, true],
    ["may be accepted", unmade, 201, false],
    ["is another than one that names what is there, and is refused", made, 409, false],
  ])("%s", (_, to, status, expected) => {
    expect(isRefusedUnmade([answered(link(to), status)], before)).toBe(expected);
  });
});
