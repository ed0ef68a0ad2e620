import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { startNotes } from "./notes-service.js";
import { type ProjectStyle, type Projects, startProjects } from "./projects-of-others.js";
import { apiOf, testAgainst } from "./test-against.js";

async function runAgainst(
  style: ProjectStyle,
  tell: (record: RunRecord, projects: Projects["projects"]) => void,
): Promise<void> {
  const service = await startProjects(style);
  for (const id of ["f1", "f2"]) service.projects.set(id, { id, name: `of somebody else: ${id}` });
  try {
    const api = apiOf(service.document);
    tell(await testAgainst(service.url, api, { walks: false }), service.projects);
  } finally {
    await service.close();
  }
}

describe("what an action makes", () => {
  it("is found in the list and deleted, although no answer named it", () =>
    runAgainst("keeps what it says", ({ cleanup }, projects) => {
      expect([...projects.keys()]).toEqual(["f1", "f2"]);
      expect(cleanup.left).toEqual([]);
    }));

  it("is told from what another client makes meanwhile: that stays, and is named", () =>
    runAgainst("is in use", ({ cleanup }, projects) => {
      expect([...projects.keys()]).toEqual(["f1", "f2", "late"]);
      expect(cleanup.left).toMatchObject([{ resource: "project", id: "late" }]);
      expect(cleanup.left[0]?.reason).toMatch(/^it appeared during the run, perhaps made by POST \/projects/);
    }));
});

describe("what counts as deleted", () => {
  it("is not what never was", () =>
    runAgainst("stores nothing", ({ cleanup }) => {
      expect(cleanup).toEqual({ deleted: 0, left: [] });
    }));

  it.each(["deletes nothing, says 404", "deletes nothing, says 204"] as const)(
    "is not what the list still shows: a service that %s",
    (style) =>
      runAgainst(style, ({ cleanup }, projects) => {
        expect(cleanup.deleted).toBe(0);
        const ours = [...projects.keys()].filter((id) => id.startsWith("p"));
        expect(cleanup.left.map(({ id }) => id).sort()).toEqual(ours.sort());
        const copies = cleanup.left.filter(({ reason }) =>
          reason.includes("and GET /projects still shows it"),
        );
        expect(copies.length).toBe(cleanup.left.length);
      }),
  );

  it("is not what a read still shows, where no list tells", async () => {
    const service = await startNotes("plain", "delete keeps");
    const document = structuredClone(service.document) as { paths: Record<string, Record<string, unknown>> };
    delete document.paths["/notes"]?.get;
    try {
      const { cleanup } = await testAgainst(service.url, apiOf(document as never), { walks: false });
      expect(cleanup.left.length).toBe(service.notes.size);
      expect(cleanup.deleted).toBe(0);
    } finally {
      await service.close();
    }
  });
});

describe("what others have", () => {
  it("is looked at before and after", () =>
    runAgainst("keeps what it says", ({ bystanders, problems }) => {
      expect(bystanders).toEqual({ looked: 2, changed: [] });
      expect(problems).toEqual([]);
    }));

  it("is told by name where it is not as it was", () =>
    runAgainst("counts in the first", ({ bystanders, problems }) => {
      const changed = { resource: "project", id: "f1", how: "changed", members: ["others"] };
      expect(bystanders).toEqual({ looked: 2, changed: [changed] });
      expect(problems.map(({ code, message }) => [code, message])).toEqual([
        [
          "bystanders-changed",
          'Of 2 things that this run has not made, 1 is not as before: project "f1" (others).',
        ],
      ]);
    }));
});
