import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { startNotes } from "./notes-service.js";
import { apiOf, testAgainst } from "./test-against.js";

describe("what was there before", () => {
  it("is there afterwards, unchanged, and nothing else is", async () => {
    const api = await loadApi(documentPath("tournaments"));
    const started = await startService(tournaments);
    if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
    const { url, close } = started.value;
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const everything = async () =>
      Promise.all(
        ["/players", "/tournaments", "/enrollments"].map(async (path) => (await fetch(url + path)).json()),
      );
    try {
      for (let index = 0; index < 30; index++) {
        await post("/players", {
          pid: String(100_000_000 + index),
          name: `Foreign ${index}`,
          email: `f${index}@example.org`,
        });
      }
      await post("/tournaments", { tid: 7, tournamentName: "Foreign cup", capacity: 4 });
      await post("/enrollments", { eid: 1, pid: "100000001", tid: 7 });
      const before = await everything();
      const record = await testAgainst(url, api.value, { size: "1" });
      expect(record.faults).toEqual([]);
      expect(await everything()).toEqual(before);
      expect(before[0]).toHaveLength(30);
    } finally {
      await close();
    }
  });

  it("is not overwritten where a PUT would, since a taken id is seen first", async () => {
    const service = await startNotes("put creates");
    // Every id that a run could draw is taken, except by what is far away.
    for (let id = 1; id <= 2000; id++)
      service.notes.set(id, { id, title: "mine", body: "mine", status: "open" });
    try {
      await testAgainst(service.url, apiOf(service.document));
      expect([...service.notes.values()].every((note) => note.title === "mine")).toBe(true);
      expect(service.notes.size).toBe(2000);
    } finally {
      await service.close();
    }
  });

  it("is what clean-up says it left, where the service has no delete", async () => {
    const service = await startNotes("plain");
    const document = JSON.parse(JSON.stringify(service.document)) as {
      paths: Record<string, Record<string, unknown>>;
    };
    delete document.paths["/notes/{id}"]?.delete;
    try {
      const record = await testAgainst(service.url, apiOf(document as never));
      expect(record.cleanup.left.length).toBe(service.notes.size);
      expect(record.cleanup.left[0]).toMatchObject({
        resource: "note",
        reason: "the API has no operation that deletes it",
      });
    } finally {
      await service.close();
    }
  });
});
