import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDot } from "#graph/read-dot";
import { documentPath } from "#services/service-files";
import { paperRules } from "../model/derived.js";
import { folderWith, piolet } from "./run-piolet.js";

const paper = (service: string) => [
  documentPath(service),
  "--overlay",
  paperRules(service),
  "--no-updates",
  "--no-refusals",
];

async function json(...argv: readonly string[]) {
  const ran = await piolet([...argv, "--json"]);
  expect(ran.code, ran.err).toBe(0);
  return JSON.parse(ran.out);
}

describe("piolet model", () => {
  it.each([
    ["tournaments", "2", 192, 872, 42, 152],
    ["tournaments", "3", 46_700, 349_008, 488, 2_760],
    ["petstore", "3", 1_360, 19_922, 72, 568],
    ["features", "2", 4_489, 49_848, 407, 3_689],
  ])("%s at size %s", async (service, size, states, transitions, orbitStates, orbitTransitions) => {
    const { models } = await json("model", ...paper(service), "--size", size);
    expect(models).toMatchObject([{ states, transitions, orbitStates, orbitTransitions }]);
  });

  it("counts what a size by resource leads to, also where all states are too many", async () => {
    const { models } = await json(
      "model",
      ...paper("tournaments"),
      "--size",
      "players=4,tournament=3,enrollments=4",
    );
    expect(models).toMatchObject([
      { states: null, transitions: null, orbitStates: 2_181, orbitTransitions: 14_540 },
    ]);
    expect(models[0].notes).toMatchObject([expect.stringMatching(/--max-states/)]);
  });

  it("says which invariants hold, and has every member that its form promises", async () => {
    const { models, leftOut } = await json("model", ...paper("tournaments"));
    expect(Object.keys(models[0])).toEqual(
      expect.arrayContaining(["resources", "states", "transitions", "orbitStates", "orbitTransitions", "ms"]),
    );
    expect(models[0].resources).toEqual(["player", "tournament", "enrollment"]);
    expect(models[0].invariants).toContainEqual({
      text: "no tournament has more enrollments than its capacity",
      holds: true,
    });
    expect(leftOut).toContainEqual(expect.stringMatching(/^PUT \/players\/\{pid\} is in no model/));
  });

  it("is a page for people without --json", async () => {
    const ran = await piolet(["model", ...paper("tournaments")]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/192 states, 872 transitions/);
    expect(ran.out).toMatch(/✓ no two of enrollments have the same player and tournament/);
  });

  it("reads the clauses of the bundled overlay as rules", async () => {
    const overlay = join(documentPath("tournaments"), "../overlay.yaml");
    const { models } = await json("model", documentPath("tournaments"), "--overlay", overlay, "--no-updates");
    const texts = models[0].invariants.map(({ text }: { text: string }) => text);
    expect(texts).toContain("no tournament has more enrollments than its capacity");
  });

  it("writes the graph and the module", async () => {
    const cwd = folderWith({});
    const argv = [
      "model",
      ...paper("petstore"),
      "--size",
      "1",
      "--no-symmetry",
      "--dot",
      "g.dot",
      "--tla",
      "a/b",
    ];
    expect((await piolet(argv, { cwd })).code).toBe(0);
    const dot = readDot(readFileSync(join(cwd, "g.dot"), "utf8"));
    expect(dot.ok && [dot.value.states.length, dot.value.edges.length]).toEqual([6, 19]);
    expect(readFileSync(join(cwd, "a/b/Petstore.tla"), "utf8")).toMatch(/^---- MODULE Petstore ----/);
    expect(existsSync(join(cwd, "a/b/Petstore.cfg"))).toBe(true);
  });

  it("cuts what may be larger than the bound, and says so", async () => {
    const { models, leftOut } = await json("model", ...paper("tournaments"), "--max-states", "20");
    expect(models.length).toBeGreaterThan(1);
    for (const model of models) expect(model.states).toBeLessThanOrEqual(20);
    expect(leftOut).toContainEqual(expect.stringMatching(/cut into one per resource/));
  });
});

describe("piolet cover", () => {
  it.each([
    ["tournaments", 152],
    ["petstore", 133],
  ])("walks every transition of %s", async (service, transitions) => {
    const { models } = await json("cover", ...paper(service));
    const [{ covered, calls, sequences }] = models;
    expect(models[0].transitions).toBe(transitions);
    expect(covered).toBe(transitions);
    expect(calls).toBeGreaterThanOrEqual(transitions);
    expect(sequences).toBeGreaterThan(0);
  });

  it("writes one sequence per line, none longer than asked", async () => {
    const cwd = folderWith({});
    const argv = ["cover", ...paper("tournaments").slice(0, 3), "--max-steps", "20", "--out", "suite.ndjson"];
    const ran = await piolet(argv, { cwd });
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/100 % of \d+ transitions in \d+ sequences/);
    const lines = readFileSync(join(cwd, "suite.ndjson"), "utf8").trim().split("\n");
    const sequences = lines.map((line) => JSON.parse(line));
    expect(Math.max(...sequences.map(({ calls }) => calls.length))).toBeLessThanOrEqual(20);
    const expected = new Set(
      sequences.flatMap(({ calls }) => calls.map((call: { expects: string }) => call.expects)),
    );
    expect(expected).toEqual(
      new Set(["success", "absent", "duplicate", "dangling", "restricted", "not-unique", "full"]),
    );
  });

  it("plans random walks that repeat with their seed", async () => {
    const walk = async (seed: string) => {
      const cwd = folderWith({});
      const more = ["--walks", "3", "--walk-by", "fsm", "--max-steps", "7", "--seed", seed, "--out", "walks"];
      await piolet(["cover", ...paper("tournaments"), ...more], { cwd });
      return readFileSync(join(cwd, "walks"), "utf8").trim().split("\n");
    };
    const walks = await walk("1");
    expect(walks.map((line) => JSON.parse(line).calls.length)).toEqual([7, 7, 7]);
    expect(await walk("1")).toEqual(walks);
    expect(await walk("2")).not.toEqual(walks);
  });
});

describe("piolet test --dry-run", () => {
  it("says how many calls there would be, without a service", async () => {
    const plan = await json("test", documentPath("tournaments"), "--size", "1", "--dry-run");
    expect(plan).toMatchObject({ dryRun: true, requests: 0, models: [{ states: 5 }] });
    const parts: { calls: number }[] = [plan.lifecycles, plan.tours, plan.visits, ...plan.oracles];
    expect(plan.calls).toBe(parts.reduce((sum, { calls }) => sum + calls, 0));
  });
});

describe("help", () => {
  it.each(["model", "cover"])("of piolet %s has examples", async (command) => {
    expect((await piolet([command, "--help"])).out).toMatch(new RegExp(`Examples:\\n {2}piolet ${command} `));
  });
});

describe("what cannot be understood", () => {
  const spec = documentPath("tournaments");
  it.each([
    ["a size that is no number", ["model", spec, "--size", "many"], /--size.*"many"/],
    ["a size of nothing", ["model", spec, "--size", "0"], /--size/],
    ["an empty size", ["model", spec, "--size", ""], /--size/],
    ["a size of an unknown resource", ["model", spec, "--size", "palyers=3"], /palyers[\s\S]*player/],
    ["a bound that is no number", ["model", spec, "--max-states", "-1"], /--max-states/],
    ["an unknown engine", ["model", spec, "--engine", "spin"], /spin/],
    ["TLC without its jar", ["model", spec, "--engine", "tlc"], /--tlc-jar/],
    ["workers without TLC", ["model", spec, "--distributed"], /--engine tlc/],
    ["a length that is no number", ["cover", spec, "--max-steps", "long"], /--max-steps/],
    ["a document that is not there", ["cover", "nowhere.yaml"], /nowhere\.yaml/],
    ["a folder that cannot be made", ["model", spec, "--tla", "/dev/null/x"], /\/dev\/null\/x/],
  ])("%s: one message, exit code 2", async (_, argv, says) => {
    const ran = await piolet(argv);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(says);
    expect(ran.err).not.toMatch(/^\s+at /m);
    expect(ran.out).toBe("");
  });
});
