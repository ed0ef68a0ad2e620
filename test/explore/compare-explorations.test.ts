import { describe, expect, it } from "vitest";
import { compareExamples, compareWithService } from "#explore/compare-explorations";
import type { Example } from "#explore/example";

/** `POST /x`: an example of one call, seen by the list. */
const example = (operation: string, state = "GET /x"): Example => ({
  key: `MP-S-1 ${operation}`,
  metaProperty: "MP-S-1",
  title: "state identity",
  operation,
  sentences: [],
  calls: [{ operation, status: 200, role: "act", inputs: {} }],
  ignored: [],
  state: [state],
  sequence: { given: [], acts: [] },
});

const known = {
  examples: [example("GET /x"), example("POST /x")],
  unseen: ["POST /y"],
  queryOperations: ["GET /x"],
};

const keys = (examples: readonly Example[]) => examples.map(({ operation }) => operation);

describe("of two sets of examples", () => {
  it.each([
    ["held", ["GET /x"]],
    ["gone", ["POST /x"]],
    ["new", ["PUT /x"]],
    // What nobody got to before, and what nobody could see before.
    ["reached", ["POST /y", "GET /y"]],
  ] as const)("some are %s", (what, expected) => {
    const after = [example("GET /x"), example("PUT /x"), example("POST /y"), example("GET /y", "GET /y")];
    expect(keys(compareExamples(known, { examples: after })[what])).toEqual(expected);
  });
});

it.each([
  ["held", "held"],
  ["gone", "gone"],
  ["unclear", "unclear"],
] as const)("a known example that was not found is %s where it was so when played again", (outcome, what) => {
  const replayed = [{ example: example("POST /x"), outcome }];
  const compared = compareWithService({ replayed, examples: [example("GET /x")] }, known);
  expect(keys(compared[what])).toContain("POST /x");
});
