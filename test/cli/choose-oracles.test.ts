import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOracleChoice } from "#cli/choose-oracles";
import { KNOWN_ORACLES } from "#run/known-oracles";
import { documentPath } from "#services/service-files";
import { folderWith, piolet } from "./run-piolet.js";

const spec = documentPath("tasks");

function offIn(flags: Parameters<typeof readOracleChoice>[0], config = {}): readonly string[] {
  const choice = readOracleChoice(flags, config);
  if (!choice.ok) throw new Error(choice.problems[0]?.message);
  return Object.keys(choice.value).filter((id) => choice.value[id] === "off");
}

describe("the choice of oracles", () => {
  it("is all of them where nobody chooses", () => {
    expect(offIn({})).toEqual([]);
  });

  it("is only those that are named, or all but those", () => {
    expect(offIn({ oracles: "frame, server-error" })).toHaveLength(KNOWN_ORACLES.length - 2);
    expect(offIn({ excludeOracles: "frame,server-error" })).toEqual(["frame", "server-error"]);
  });

  it("on the command line wins over the config file", () => {
    expect(offIn({ oracles: "frame" }, { frame: "off" })).not.toContain("frame");
    expect(offIn({ excludeOracles: "frame" }, { frame: "warn" })).toEqual(["frame"]);
  });
});

describe("piolet test with chosen oracles", () => {
  it.each([
    ["--oracles", "etag-guard-writes", /etag-guards-writes/],
    ["--exclude-oracles", "fram", /frame/],
  ])("%s %s: says which one may be meant, and exits with 2", async (flag, name, hint) => {
    const ran = await piolet(["test", spec, "--dry-run", flag, name]);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(hint);
  });

  it("takes verdicts from the config file, and knows the oracles there, too", async () => {
    const folder = folderWith({
      "good.json": '{"oracles": {"put-replaces": "off", "frame": "warn"}}',
      "unknown.json": '{"oracles": {"put-replace": "off"}}',
      "wrong.json": '{"oracles": {"put-replaces": "loud"}}',
    });
    const plan = (file: string) => piolet(["test", spec, "--dry-run", "--config", join(folder, file)]);
    const [good, unknown, wrong] = [
      await plan("good.json"),
      await plan("unknown.json"),
      await plan("wrong.json"),
    ];
    expect(good.code).toBe(0);
    expect(good.out).not.toContain("put-replaces");
    expect(good.out).toMatch(/for etag-guards-writes, \d+ calls/);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("put-replaces")]);
    expect(wrong.code).toBe(2);
  });
});
