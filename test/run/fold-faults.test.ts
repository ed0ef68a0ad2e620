import { describe, expect, it } from "vitest";
import type { Call } from "#calls/call";
import type { Fault } from "#calls/run-record";
import type { Template } from "#calls/template";
import { foldFaults } from "#run/fold-faults";
import { staleAccepts } from "#run/stale-accepts";

interface Sketch extends Partial<Pick<Fault, "verdict" | "oracle" | "operation" | "form">> {
  readonly key: string;
  readonly calls: readonly string[];
  readonly isSmall?: boolean;
}

function fault({ key, calls, isSmall = true, ...about }: Sketch): Fault {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    key,
    oracle: "contract",
    operation: "DELETE /a/{id}",
    verdict: "ERR",
    ...about,
    clause: "",
    message: `message of ${key}`,
    expected: "",
    got: "",
    why: "",
    call: "",
    evidence: [],
    id: "",
    sequence: {
      id: "",
      purpose: "",
      calls: calls.map((operation, index) => ({ id: String(index), operation, ...inputs })),
    },
    exchanges: [],
    reproduced: 2,
    tried: 2,
    count: 1,
    operations: [about.operation ?? "DELETE /a/{id}"],
    ...(isSmall ? { shrunk: { from: 9, attempts: 3 } } : {}),
  };
}

const CALLS = ["POST /a", "DELETE /a/{id}"];

const folded = (...sketches: readonly Sketch[]) =>
  foldFaults(sketches.map(fault)).map(({ key, alsoShownAs = [] }) =>
    [key, ...alsoShownAs.map((other) => other.key)].join(" + "),
  );

describe("two faults are one", () => {
  it("where they come to the same writes, however they were looked at", () => {
    const looked = { key: "two", calls: [...CALLS, "GET /a/{id}"], oracle: "deleted-is-gone" };
    expect(folded({ key: "one", calls: CALLS }, looked)).toEqual(["one + two"]);
  });

  it("with the most severe standing for both", () => {
    const warning = { key: "warning", calls: CALLS, verdict: "WARN" } as const;
    expect(folded(warning, { key: "error", calls: CALLS })).toEqual(["error + warning"]);
  });

  it("where a weaker sign of the same sort needs more calls", () => {
    const more = { key: "more", calls: ["POST /b", ...CALLS], verdict: "WARN" } as const;
    expect(folded({ key: "one", calls: CALLS }, more)).toEqual(["one + more"]);
  });
});

describe("two faults stay two", () => {
  it.each<[string, Sketch]>([
    ["at different operations", { key: "two", calls: CALLS, operation: "POST /a" }],
    ["with different calls", { key: "two", calls: ["PUT /a/{id}", ...CALLS] }],
    ["where one was not made small", { key: "two", calls: CALLS, isSmall: false }],
    ["where one is about the form of an answer", { key: "two", calls: CALLS, form: true }],
  ])("%s", (_, other) => {
    expect(folded({ key: "one", calls: CALLS }, other)).toEqual(["one", "two"]);
  });
});

describe("what goes wrong when a taken id is used again", () => {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const making = (id: string, member: string, content: Template): Call => ({
    ...inputs,
    id,
    operation: "POST /a",
    body: { contentType: "application/json", content: { kind: "object", members: { [member]: content } } },
  });
  const first = making("first", "id", { kind: "value", value: 1 });
  const naming = (member: string) =>
    making("again", member, {
      kind: "reference",
      call: "first",
      source: { in: "response body", pointer: "/id" },
    });
  const about = { calls: [], operation: "POST /a" };
  const accepted = fault({ ...about, key: "accepts", oracle: "duplicate-is-refused", verdict: "WARN" });
  const lost = (last: Call): Fault => ({
    ...fault({ ...about, key: "loses", oracle: "frame" }),
    sequence: { id: "", purpose: "", calls: [first, { ...first, id: "other", operation: "POST /b" }, last] },
    call: "again",
  });
  const told = (faults: readonly Fault[]) =>
    faults.map(({ key, verdict, alsoShownAs = [] }) => [
      verdict,
      key,
      ...alsoShownAs.map((other) => other.key),
    ]);

  it("is told where that is accepted, with its severity", () => {
    expect(told(foldFaults([lost(naming("id")), accepted]))).toEqual([["ERR", "accepts", "loses"]]);
  });

  it("stands by itself where a thing only names another of its kind", () => {
    expect(told(foldFaults([lost(naming("parent")), accepted]))).toEqual([
      ["ERR", "loses"],
      ["WARN", "accepts"],
    ]);
  });

  it("stands by itself where it is accepted by the user that such ids are taken", () => {
    expect(told(foldFaults([lost(naming("id")), accepted], new Set(["accepts"])))).toEqual([
      ["ERR", "loses"],
      ["WARN", "accepts"],
    ]);
  });
});

describe("an accepted key", () => {
  it("is stale where nothing has it", () => {
    const faults = [fault({ key: "seen", calls: CALLS })];
    const problems = staleAccepts(new Set(["seen", "gone"]), faults);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ["accept-stale", 'Nothing in this run has the accepted key "gone".'],
    ]);
  });
});
