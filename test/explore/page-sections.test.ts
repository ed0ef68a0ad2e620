import { describe, expect, it } from "vitest";
import type { Example } from "#explore/example";
import { sectionsOf } from "#explore/page-sections";

/** `MP-S-1 PUT /x 200`: an example by its property and steps. */
function example(text: string, lines = 3): Example {
  const [metaProperty = "", ...steps] = text.split(/ (?=[A-Z]+ \/)/);
  const calls = steps.map((step) => {
    const [method, path, status] = step.split(" ");
    return { operation: `${method} ${path}`, status: Number(status), role: "act", inputs: {} } as const;
  });
  return {
    key: text,
    metaProperty,
    title: metaProperty,
    operation: calls[0]?.operation ?? "",
    sentences: Array(lines).fill("…"),
    calls,
    ignored: [],
    state: [],
    sequence: { given: [], acts: [] },
  };
}

const shown = (...examples: readonly Example[]) =>
  sectionsOf({ examples, queryOperations: ["GET /x"] }).flatMap((section) =>
    section.examples.map(({ key }) => key),
  );

describe("a page shows of examples of the same calls", () => {
  it.each([
    ["growth, not mere change", ["MP-S-2 POST /x 201", "MP-S-4 POST /x 201"], ["MP-S-4 POST /x 201"]],
    [
      "queries by their answers",
      ["MP-S-1 GET /x 200", "MP-R-1 GET /x 200 GET /x 200"],
      ["MP-R-1 GET /x 200 GET /x 200"],
    ],
    [
      "refusals by their answers",
      ["MP-S-1 PUT /x 404", "MP-R-1 PUT /x 404 PUT /x 404"],
      ["MP-R-1 PUT /x 404 PUT /x 404"],
    ],
    [
      "that what is accepted does nothing",
      ["MP-S-1 PUT /x 200", "MP-R-1 PUT /x 200 PUT /x 200"],
      ["MP-S-1 PUT /x 200"],
    ],
    [
      "what the second call does",
      ["MP-R-2 PUT /x 200 PUT /x 409", "idempotent PUT /x 200 PUT /x 409"],
      ["idempotent PUT /x 200 PUT /x 409"],
    ],
  ])("%s", (_, found, expected) => {
    expect(shown(...found.map((text) => example(text)))).toEqual(expected);
  });

  it("what fits on a screen, the most telling first, in the order it came", () => {
    const few = [example("MP-R-1 PUT /x 201 PUT /x 201", 30), example("MP-S-4 PUT /x 201", 20)];
    expect(shown(...few)).toEqual(["MP-S-4 PUT /x 201"]);
    expect(shown(example("MP-S-4 PUT /x 201", 100))).toEqual(["MP-S-4 PUT /x 201"]);
  });

  it("and says how many it leaves out", () => {
    const examples = ["MP-S-2 POST /x 201", "MP-S-4 POST /x 201"].map((text) => example(text));
    expect(sectionsOf({ examples, queryOperations: [] }).map(({ left }) => left)).toEqual([1]);
  });
});
