import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BENCHES } from "../../bench/benches.js";
import { LONG_FORMS } from "../../bench/detection/form.js";
import { readWish } from "../../bench/wish.js";

describe("the command line of the benches", () => {
  it.each([
    [[], { names: [], seeds: 1, size: "1", faults: "sample", detection: [{ shrink: false }], tools: [] }],
    [["--full"], { seeds: 10, size: undefined, detection: LONG_FORMS, tools: ["schemathesis"] }],
    [
      ["--full", "--seeds", "3", "--no-shrink"],
      { detection: [{ seeds: 3, size: undefined, shrink: false }] },
    ],
    [["--json", "results", "--resume"], { json: "results", resume: true }],
    [["detection", "--service", "books"], { names: ["detection"], services: ["books"] }],
    [["--look-every", "4"], { lookEvery: 4 }],
    [["shrink", "--fault", "transfer-overdraws"], { names: ["shrink"], named: ["transfer-overdraws"] }],
    [["--with", "mine=run {url}"], { tools: ["mine=run {url}"] }],
  ])("%j", (args, expected) => {
    expect(readWish(args)).toMatchObject(expected);
  });

  it.each([
    [["--seeds", "0"], "--seeds takes a whole number"],
    [["--faults", "few"], "--faults takes all, sample or none"],
    [["--fault", "few"], "--fault takes the name of a planted fault"],
    [["--with", "nothing"], "--with takes schemathesis or name=command"],
    [["--service", "boks"], "There is no bundled service"],
    [["--sed", "1"], "--sed"],
    [["--resume"], "--resume goes on with what --json has written"],
  ])("%j is refused: %s", (args, message) => {
    expect(() => readWish(args)).toThrow(message);
  });
});

describe("the commands on the page of benchmarks", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/benchmarks.md"), "utf8");
  const commands = [...page.matchAll(/^npm run bench --([^#\n]*)/gm)].map(([, words = ""]) => words.trim());

  it("are there", () => {
    expect(commands.length).toBeGreaterThan(3);
  });

  it.each(commands)("%s", (command) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
    for (const name of readWish(words).names) expect(Object.keys(BENCHES)).toContain(name);
  });
});
