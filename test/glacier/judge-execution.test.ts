import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Truth } from "#glacier/evaluate";
import { allHold, type ExecutionVerdict, judgeExecution } from "#glacier/judge-execution";

const TRUTH = { T: "true", F: "false", "?": "unknown" } as const satisfies Record<string, Truth>;
const truth = fc.constantFrom<Truth>("true", "false", "unknown");
const status = fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined });

function judge(row: string, code: number | undefined): ExecutionVerdict {
  const [pre, post, inv] = [...row].map((letter) => TRUTH[letter as keyof typeof TRUTH]);
  return judgeExecution({
    requires: pre ?? "unknown",
    ensures: post ?? "unknown",
    invariants: inv ?? "unknown",
    status: code,
  });
}

/** Requires, ensures, invariants; then the verdict for 2xx, 3xx and 4xx. */
describe("Table I", () => {
  it.each<[string, ExecutionVerdict, ExecutionVerdict, ExecutionVerdict]>([
    ["TTT", "OK", "ERR", "ERR"],
    ["TTF", "ERR", "ERR", "ERR"],
    ["TFT", "ERR", "ERR", "ERR"],
    ["TFF", "ERR", "ERR", "WARN"],
    ["FTT", "WARN", "WARN", "WARN"],
    ["FTF", "ERR", "ERR", "ERR"],
    ["FFT", "ERR", "ERR", "OK"],
    ["FFF", "ERR", "ERR", "OK"],
  ])("%s is %s, %s, %s", (row, on2xx, on3xx, on4xx) => {
    expect([judge(row, 201), judge(row, 304), judge(row, 404)]).toEqual([on2xx, on3xx, on4xx]);
  });

  it.each<[string, number, ExecutionVerdict]>([
    ["?TT", 200, "OK"],
    ["?FT", 200, "ERR"],
    ["?FT", 409, "OK"],
    ["T?T", 200, "OK"],
    ["T?T", 409, "ERR"],
    ["F?T", 409, "OK"],
    ["F?T", 200, "WARN"],
    ["TT?", 200, "OK"],
    ["???", 200, "OK"],
    ["???", 404, "OK"],
  ])("an unknown gets the benefit of the doubt: %s with %i is %s", (row, code, verdict) => {
    expect(judge(row, code)).toBe(verdict);
  });

  test.prop([truth, truth, truth, fc.integer({ min: 500, max: 599 })])(
    "5xx is ERR",
    (requires, ensures, invariants, code) => {
      expect(judgeExecution({ requires, ensures, invariants, status: code })).toBe("ERR");
      expect(judgeExecution({ requires, ensures, invariants, status: undefined })).toBe("ERR");
    },
  );

  const severity: Record<ExecutionVerdict, number> = { OK: 0, WARN: 1, ERR: 2 };
  test.prop([truth, truth, truth, status])(
    "knowing more never makes the verdict milder",
    (requires, ensures, invariants, code) => {
      const verdict = judgeExecution({ requires, ensures, invariants, status: code });
      for (const known of ["true", "false"] as const) {
        const more = {
          requires: requires === "unknown" ? known : requires,
          ensures: ensures === "unknown" ? known : ensures,
          invariants: invariants === "unknown" ? known : invariants,
        };
        expect(severity[judgeExecution({ ...more, status: code })]).toBeGreaterThanOrEqual(severity[verdict]);
      }
    },
  );

  it.each<[Truth[], Truth]>([
    [[], "true"],
    [["true", "unknown"], "unknown"],
    [["unknown", "false", "true"], "false"],
  ])("all of %j hold: %s", (truths, expected) => {
    expect(allHold(truths)).toBe(expected);
  });
});
