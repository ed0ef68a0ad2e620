import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { type RunningService, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { folderWith, piolet } from "./run-piolet.js";

const SECRET = "open-sesame-4711-and-then-some";

let faulty: RunningService;
let correct: RunningService;
/** Where `piolet test` has found the fault. */
let cwd: string;
let tested: { code: number; out: string };

async function start(fault?: string): Promise<RunningService> {
  const started = await startService(tournaments, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the bundled service does not start");
  return started.value;
}

beforeAll(async () => {
  [faulty, correct] = await Promise.all([start("update-tournament-clears-players"), start()]);
  cwd = folderWith({});
  mkdirSync(join(cwd, ".piolet", "faults"), { recursive: true });
  for (const name of ["F7.json", "notes.json"]) writeFileSync(join(cwd, ".piolet", "faults", name), "{}");
  tested = await piolet(
    [
      ...["test", documentPath("tournaments"), "--url", faulty.url, "--size", "1", "--seed", "1", "--json"],
      ...["-H", `Authorization: Bearer ${SECRET}`],
    ],
    { cwd },
  );
});

afterAll(async () => {
  await Promise.all([faulty.close(), correct.close()]);
});

const faultFile = () => join(cwd, ".piolet", "faults", "F1.json");

const replay = (url: string, ...more: readonly string[]) =>
  piolet(["replay", "F1", "--url", url, "--seed", "2", ...more], { cwd });

describe("a fault that is not kept", () => {
  it("is told with those that are, and without an error of the file system", async () => {
    const { code, err } = await piolet(["replay", "W3", "--url", faulty.url], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("No fault W3 is kept in .piolet/faults.");
    expect(err).toContain("The last run found F1");
    expect(err).not.toContain("ENOENT");
  });

  it("is told where the last run found none", async () => {
    const { code, err } = await piolet(["replay", "W1", "--url", faulty.url], { cwd: folderWith({}) });
    expect(code).toBe(2);
    expect(err).toContain("the last run found no error and no warning, or there was no run here");
  });
});

describe("piolet test", () => {
  it("writes each fault into a file and names it", () => {
    expect(tested.code).toBe(1);
    const [fault] = JSON.parse(tested.out).faults;
    expect(fault).toMatchObject({ id: "F1", reproduced: 3, files: { json: ".piolet/faults/F1.json" } });
    expect(fault.calls.map(({ operation }: { operation: string }) => operation)).toEqual([
      "POST /players",
      "POST /tournaments",
      "POST /enrollments",
      "PUT /tournaments/{tid}",
    ]);
  });

  it("takes away the faults of an earlier run, and nothing else", () => {
    const names = readdirSync(join(cwd, ".piolet", "faults"));
    expect(names).toEqual(expect.arrayContaining(["F1.json", "notes.json"]));
    expect(names).not.toContain("F7.json");
  });
});

describe("a fault file", () => {
  it("holds no secret", () => {
    const text = readFileSync(faultFile(), "utf8");
    expect(text).toContain("[Filtered]");
    expect(text).not.toContain(SECRET);
  });
});

describe("piolet replay", () => {
  it("says that a fault is still there", async () => {
    const { code, out } = await replay(faulty.url);
    expect(code).toBe(1);
    expect(out).toContain("still failing");
  });

  it("says that it is fixed on a service that is", async () => {
    const { code, out } = await replay(correct.url, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: "F1", outcome: "fixed", tried: 2, reproduced: 0 });
  });

  it("leaves nothing behind", async () => {
    const kept = await Promise.all(
      ["players", "tournaments", "enrollments"].map(async (path) =>
        (await fetch(`${correct.url}/${path}`)).json(),
      ),
    );
    expect(kept).toEqual([[], [], []]);
  });

  it("takes a path, and another document", async () => {
    const argv = [
      "replay",
      faultFile(),
      "--url",
      faulty.url,
      "--spec",
      documentPath("tournaments"),
      "--json",
    ];
    const { code, out } = await piolet(argv);
    expect([code, JSON.parse(out).outcome]).toEqual([1, "failing"]);
  });

  it("tells a service that does not answer from one that fails", async () => {
    const { code, err } = await replay("http://127.0.0.1:9");
    expect(code).toBe(3);
    expect(err).toContain("does not answer");
  });

  it("cannot tell where what comes first goes wrong", async () => {
    const useless: Json = { kind: "value", value: { nothing: "of use" } };
    const at = ["fault", "sequence", "calls", "POST /players", "body", "content"];
    const folder = folderWith({ "W1.json": damaged(at, useless) });
    const changed = join(folder, "W1.json");
    const { code, out } = await piolet(["replay", changed, "--url", correct.url, "--json"]);
    expect([code, JSON.parse(out).outcome]).toEqual([2, "unclear"]);
  });
});

type Path = readonly string[];

/** The stored fault with another value at some place of it. A call is found by its operation. */
function damaged(path: Path, value: Json): string {
  const file = JSON.parse(readFileSync(faultFile(), "utf8"));
  const last = path.at(-1) ?? "";
  const inner = path
    .slice(0, -1)
    .reduce(
      (at, name) => (Array.isArray(at) ? at.find(({ operation }) => operation === name) : at[name]),
      file,
    );
  inner[last] = value;
  return JSON.stringify(file);
}

describe("a fault file that is of no use", () => {
  it.each<[string, Path, Json, string]>([
    ["is of another form", ["format"], 2, "/format"],
    ["has no calls", ["fault", "sequence"], null, "/sequence"],
    ["has a damaged plan", ["fault", "replay", "steps"], 7, "/fault/replay/steps"],
    [
      "calls what the document does not have",
      ["fault", "sequence", "calls", "PUT /tournaments/{tid}", "operation"],
      "DELETE /everything",
      "DELETE /everything",
    ],
    [
      "writes to what is not its own",
      ["fault", "sequence", "calls", "PUT /tournaments/{tid}", "path"],
      { tid: { kind: "value", value: 1 } },
      "something that the run does not make",
    ],
  ])("because it %s is refused in one message", async (_, path, value, message) => {
    const folder = folderWith({ "F9.json": damaged(path, value) });
    const { code, out, err } = await piolet(["replay", "F9.json", "--url", correct.url], { cwd: folder });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err.split("✗")).toHaveLength(2);
  });

  it("because it is not JSON is refused", async () => {
    const folder = folderWith({ "F9.json": "{" });
    const { code, err } = await piolet(["replay", "F9.json", "--url", correct.url], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain("is not JSON");
  });

  it("because it is not there is refused with where to look", async () => {
    const { code, err } = await piolet(["replay", "F7"], { cwd: folderWith({}) });
    expect(code).toBe(2);
    expect(err).toContain(".piolet/faults");
  });
});
