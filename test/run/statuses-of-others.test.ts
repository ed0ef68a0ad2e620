import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import type { Rule } from "#semantics/rule";
import { only, WITHOUT_SITUATIONS } from "../judge/only.js";
import { learnAgainst, ruleLine } from "./learn-against.js";
import { type ProjectStyle, startProjects } from "./projects-service.js";
import { apiOf, foundIn, type RunWish, testAgainst } from "./test-against.js";

async function learnProjects(style: ProjectStyle): Promise<readonly Rule[]> {
  const service = await startProjects(style);
  try {
    return (await learnAgainst(service.url, apiOf(service.document), { isWhole: true })).rules;
  } finally {
    await service.close();
  }
}

async function testProjects(style: ProjectStyle, wish: RunWish = {}): Promise<RunRecord> {
  const service = await startProjects(style);
  try {
    return await testAgainst(service.url, apiOf(service.document), wish);
  } finally {
    await service.close();
  }
}

const told = (record: RunRecord) => foundIn(record).filter((line) => !line.startsWith("NOTE"));
const ofTasks = (rules: readonly Rule[]) =>
  rules.map(ruleLine).filter((line) => /^allowed-in POST \/tasks/.test(line));

describe.concurrent("a create below a thing in a status", () => {
  it("is known by the statuses in which it is accepted", async () => {
    expect(ofTasks(await learnProjects({}))).toEqual(["allowed-in POST /tasks open"]);
  });

  it("that names two of a kind, of which one matters, is not known by a status of both", async () => {
    expect(ofTasks(await learnProjects({ moves: true }))).toEqual([]);
  });

  it.each<[string, ProjectStyle]>([
    ["names of archived ones are free", {}],
    ["names of archived ones stay taken", { namesStay: true }],
    ["a task names two projects", { moves: true }],
  ])("is walked in silence where %s", async (_, style) => {
    expect(told(await testProjects(style))).toEqual([]);
  });

  it("is found where it is taken in another status all the same", async () => {
    const record = await testProjects(
      { fault: "an archived project with a task takes another" },
      { oracles: WITHOUT_SITUATIONS },
    );
    expect(told(record)).toEqual(["WARN answer POST /tasks"]);
    expect(record.faults[0]?.message).toContain("the status of what it belongs to does not allow it");
  });
});

describe.concurrent("a create for which the document names a status of the parent", () => {
  it("is kept by the correct service", async () => {
    expect(told(await testProjects({ says: true }, { oracles: WITHOUT_SITUATIONS }))).toEqual([]);
  });

  it("is told where it is taken in another", async () => {
    const record = await testProjects(
      { says: true, fault: "archived projects take tasks" },
      { oracles: WITHOUT_SITUATIONS },
    );
    expect(told(record)).toEqual(["WARN documented-statuses-hold POST /tasks"]);
    expect(record.faults[0]?.message).toContain("the status of its project is archived");
  });
});

describe.concurrent("what is unique", () => {
  const unique = (rules: readonly Rule[]) =>
    rules.flatMap((rule) => (rule.kind === "unique" ? [[rule.fields, rule.exceptIn]] : []));

  it("is known with the statuses in which things do not count", async () => {
    expect(unique(await learnProjects({}))).toEqual([[["/name"], ["archived"]]]);
    expect(unique(await learnProjects({ namesStay: true }))).toEqual([[["/name"], undefined]]);
  });

  it("among open things only is still held against an update", async () => {
    const record = await testProjects({ fault: "a rename looks for no other" }, { size: "1" });
    expect(told(record)).toEqual(["ERR unique-on-update PUT /projects/{projectId}"]);
  });

  it("is held against an update that keeps it in capitals", async () => {
    const wish = { size: "1", oracles: only("unique-on-update") };
    expect(told(await testProjects({ capitals: true }, wish))).toEqual([]);
    const record = await testProjects({ capitals: true, fault: "a rename looks for no other" }, wish);
    expect(told(record)).toEqual(["ERR unique-on-update PUT /projects/{projectId}"]);
  });
});

describe.concurrent("a list without what is archived", () => {
  it.each<[string, ProjectStyle]>([
    ["a choice", { asked: "by a choice" }],
    ["nothing", { asked: "never" }],
  ])("is as it should be where %s asks for that", async (_, style) => {
    expect(told(await testProjects(style, { oracles: WITHOUT_SITUATIONS }))).toEqual([]);
  });

  it.each<ProjectStyle>([{ asked: "by a choice" }, { asked: "never" }])(
    "is told where it leaves out what was opened again: %j",
    async (style) => {
      const fault = "reopened projects are not listed";
      const record = await testProjects({ ...style, fault }, { oracles: WITHOUT_SITUATIONS });
      expect(told(record)).toContain("WARN frame POST /projects/{projectId}/reopen");
    },
  );
});
