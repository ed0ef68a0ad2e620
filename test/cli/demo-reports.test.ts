import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith, piolet } from "./run-piolet.js";

test("a demo writes reports, stops after so many faults, and says what it did not get to", async () => {
  const folder = folderWith({});
  try {
    const flags = [
      "--fault",
      "delete-player-keeps-player",
      "--seed",
      "1",
      "--no-shrink",
      "--max-failures",
      "1",
    ];
    const ran = await piolet(["demo", "tournaments", ...flags, "--report", "wfc,json"], { cwd: folder });
    expect(ran.code).toBe(1);
    expect(ran.out).toContain("The run was stopped after 1 fault");
    expect(ran.out).toMatch(/Not tested: \d+ operations/);
    const result = JSON.parse(readFileSync(join(folder, ".piolet/report.json"), "utf8"));
    expect(result.faults.length).toBe(1);
    expect(result.problems.map(({ code }: { code: string }) => code)).toContain("run-stopped");
    expect(result.transitions.unreached).toBe(result.transitions.total);
    const wfc = JSON.parse(readFileSync(join(folder, ".piolet/wfc-report.json"), "utf8"));
    expect(wfc.faults.foundFaults[0].faultCategories[0].code).toBe(113);
    expect(wfc.testFilePaths).toEqual(["faults/F1.test.ts"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
