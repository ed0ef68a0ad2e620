import { describe, expect, it } from "vitest";
import { readReport } from "../../bench/detection/schemathesis-tool.js";
import { median, type Run, scoreFaults } from "../../bench/detection/score.js";
import type { Report } from "../../bench/detection/tool.js";

const gone: Report = {
  verdict: "ERR",
  by: "deleted-is-gone",
  at: "DELETE /notes/{id}",
  requests: 40,
  calls: 3,
};
const frame: Report = { verdict: "ERR", by: "frame", at: "DELETE /notes/{id}", requests: 12, calls: 5 };
const usual: Report = { verdict: "WARN", by: "orphans", at: "DELETE /pads/{id}", requests: 5 };

function run(fault: string | null, seed: number, reports: readonly Report[], tool = "piolet"): Run {
  return { tool, service: "notes", fault, seed, reports, requests: 100, milliseconds: 1 };
}

describe("a planted fault", () => {
  it("is found by what is told of the faulty service and not of the correct one", () => {
    const [score] = scoreFaults([run(null, 1, [usual]), run("keeps", 1, [usual, gone, frame])]);
    expect(score).toMatchObject({ found: 1, runs: 1, first: frame, requests: 12, calls: 3 });
  });

  it("is not found by what the correct service is told with any seed", () => {
    const runs = [run(null, 1, []), run(null, 2, [usual]), run("keeps", 1, [usual])];
    expect(scoreFaults(runs)).toMatchObject([{ found: 0, first: undefined, requests: undefined }]);
  });

  it("is found by the same words with another verdict", () => {
    const severe = { ...usual, verdict: "ERR" };
    expect(scoreFaults([run(null, 1, [usual]), run("keeps", 1, [severe])])).toMatchObject([{ found: 1 }]);
  });

  it("is scored over all seeds, for each tool alone", () => {
    const runs = [
      run(null, 1, [gone], "other"),
      run("keeps", 1, [gone]),
      run("keeps", 2, []),
      run("keeps", 1, [gone], "other"),
    ];
    expect(scoreFaults(runs)).toMatchObject([
      { tool: "piolet", found: 1, runs: 2 },
      { tool: "other", found: 0, runs: 1 },
    ]);
  });
});

describe("the median", () => {
  it.each([
    [[], undefined],
    [[3], 3],
    [[9, 1, 2], 2],
    [[4, 1, 2, 9], 2],
  ])("of %j is %j", (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe("a report of Schemathesis", () => {
  it("tells each kind of failure at each of its operations", () => {
    const failures = [{ type: "UseAfterFree", severity: "critical", operations: ["GET /a", "DELETE /a"] }];
    expect(readReport({ failures, test_cases: { generated: 7 } })).toEqual({
      reports: [
        { verdict: "critical", by: "UseAfterFree", at: "GET /a" },
        { verdict: "critical", by: "UseAfterFree", at: "DELETE /a" },
      ],
      requests: 7,
    });
  });

  it("tells nothing where it is of another shape", () => {
    expect(readReport({ failures: "none" })).toEqual({ reports: [], requests: null });
  });
});
