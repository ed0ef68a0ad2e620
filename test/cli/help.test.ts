import { describe, expect, it } from "vitest";
import { tournaments } from "#services/tournaments/tournaments";
import { piolet } from "./run-piolet.js";

describe("help", () => {
  it.each([[["--help"]], [["inspect", "--help"]], [["test", "--help"]], [["demo", "--help"]]])(
    "%j has examples",
    async (argv) => {
      const ran = await piolet(argv);
      expect(ran.code).toBe(0);
      expect(ran.out).toMatch(/Examples:\n {2}piolet /);
    },
  );

  it("names a fault that there is", async () => {
    const [, fault = ""] = /--fault (\S+)\n/.exec((await piolet(["demo", "--help"])).out) ?? [];
    expect(Object.keys(tournaments.faults)).toContain(fault);
  });

  it("comes when nothing is asked for", async () => {
    const ran = await piolet([]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/Usage: piolet/);
  });

  it("names the exit codes", async () => {
    expect((await piolet(["--help"])).out).toMatch(/Exit codes: 0 .* 1 .* 2 .* 3 /);
  });

  it.each([
    "learn",
    "test",
    "demo",
    "inspect",
    "contract",
    "model",
    "cover",
    "explore",
    "diff",
    "replay",
    "protocol",
  ])("of %s says under what each option stands, and no default that is none", async (command) => {
    const { out } = await piolet([command, "--help"]);
    expect(out).not.toContain("(default: [])");
    const [, options = ""] = /\n(Options:\n[\s\S]*?)\n\n/.exec(out) ?? [];
    expect(options.split("\n")).toEqual(["Options:", expect.stringContaining("--help")]);
  });
});
