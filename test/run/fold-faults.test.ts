import { describe, expect, it } from "vitest";
import type { Fault } from "#calls/run-record";
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

describe("an accepted key", () => {
  it("is stale where nothing has it", () => {
    const faults = [fault({ key: "seen", calls: CALLS })];
    const problems = staleAccepts(new Set(["seen", "gone"]), faults);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ["accept-stale", 'Nothing in this run has the accepted key "gone".'],
    ]);
  });
});
