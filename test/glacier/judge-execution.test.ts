import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Meaning } from "#calls/meaning";
import type { Truth } from "#glacier/evaluate";
import { allHold, type ExecutionVerdict, judgeExecution } from "#glacier/judge-execution";

const TRUTH = { T: "true", F: "false", "?": "unknown" } as const satisfies Record<string, Truth>;
const truth = fc.constantFrom<Truth>("true", "false", "unknown");
const meaning = fc.constantFrom<Meaning>("done", "refused", "absent", "denied", "broken", "silent");

function judge(row: string, meaning: Meaning): ExecutionVerdict {
  const [pre, post, inv] = [...row].map((letter) => TRUTH[letter as keyof typeof TRUTH]);
  return judgeExecution({
    requires: pre ?? "unknown",
    ensures: post ?? "unknown",
    invariants: inv ?? "unknown",
    meaning,
  });
}

/** Requires, ensures, invariants; then the verdict where the call was done, where nobody knows, and where it was refused. */
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
  ])("%s is %s, %s, %s", (row, done, silent, refused) => {
    expect([judge(row, "done"), judge(row, "silent"), judge(row, "refused")]).toEqual([
      done,
      silent,
      refused,
    ]);
    expect([judge(row, "absent"), judge(row, "denied")]).toEqual([refused, refused]);
  });

  it.each<[string, Meaning, ExecutionVerdict]>([
    ["?TT", "done", "OK"],
    ["?FT", "done", "ERR"],
    ["?FT", "refused", "OK"],
    ["T?T", "done", "OK"],
    ["T?T", "refused", "ERR"],
    ["F?T", "refused", "OK"],
    ["F?T", "done", "WARN"],
    ["TT?", "done", "OK"],
    ["???", "done", "OK"],
    ["???", "refused", "OK"],
  ])("an unknown gets the benefit of the doubt: %s, %s is %s", (row, answer, verdict) => {
    expect(judge(row, answer)).toBe(verdict);
  });

  test.prop([truth, truth, truth])("a broken answer is ERR", (requires, ensures, invariants) => {
    expect(judgeExecution({ requires, ensures, invariants, meaning: "broken" })).toBe("ERR");
  });

  const severity: Record<ExecutionVerdict, number> = { OK: 0, WARN: 1, ERR: 2 };
  test.prop([truth, truth, truth, meaning])(
    "knowing more never makes the verdict milder",
    (requires, ensures, invariants, answer) => {
      const verdict = judgeExecution({ requires, ensures, invariants, meaning: answer });
      for (const known of ["true", "false"] as const) {
        const more = {
          requires: requires === "unknown" ? known : requires,
          ensures: ensures === "unknown" ? known : ensures,
          invariants: invariants === "unknown" ? known : invariants,
        };
        expect(severity[judgeExecution({ ...more, meaning: answer })]).toBeGreaterThanOrEqual(
          severity[verdict],
        );
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
