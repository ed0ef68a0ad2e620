import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type ManyKindsService, manyKinds, serveManyKinds } from "./many-kinds.js";
import { folderWith, piolet } from "./run-piolet.js";
import { isBuilt, spawnPiolet } from "./spawn-piolet.js";

const opened: ManyKindsService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

/** Six hundred operations: 85 kinds of things with seven each. */
const LARGE = { "openapi.json": JSON.stringify(manyKinds(85)) };

describe.skipIf(!isBuilt)("six hundred operations (skipped without a build: npm run build)", () => {
  // Long after its own time, and long before a run to its end, which takes many minutes.
  const PATIENCE = 100_000;

  it.each([
    ["as much memory as there is", {}],
    ["256 MB", { NODE_OPTIONS: "--max-old-space-size=256" }],
  ])("end when their time is up, with %s: with a report and a log", { timeout: 150_000 }, async (_, env) => {
    const service = await serveManyKinds();
    opened.push(service);
    const cwd = folderWith(LARGE);
    const argv = ["test", "openapi.json", "--url", service.url, "--seed", "1", "--max-time", "10s"];
    const running = spawnPiolet([...argv, "--report", "junit"], { cwd, env });
    const late = setTimeout(() => running.child.kill("SIGKILL"), PATIENCE);
    const { code, out, err } = await running.done;
    clearTimeout(late);
    expect(err).not.toContain("heap");
    expect([0, 1]).toContain(code);
    expect(out).toContain("The run was stopped after 10 s");
    expect(out).toMatch(/\d+ faults?, .* of 595 operations tested/);
    expect([...service.things.keys()]).toEqual([]);
    const [log = ""] = readdirSync(join(cwd, ".piolet/runs"));
    const events = readFileSync(join(cwd, ".piolet/runs", log), "utf8")
      .trim()
      .split("\n");
    expect(events.some((line) => line.startsWith('{"event":"run-finished"'))).toBe(true);
    const reported = await piolet(["report", join(".piolet/runs", log), "--format", "html"], { cwd });
    expect(reported).toMatchObject({ code: 0 });
  });
});

describe("what is planned for six hundred operations", () => {
  it("is counted without a service", async () => {
    const document = join(folderWith(LARGE), "openapi.json");
    const { code, out } = await piolet(["test", document, "--dry-run", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ dryRun: true, lifecycles: { sequences: 85 } });
  });
});
