import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { apiOf as smallApi } from "../model/small-api.js";
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

  it("is not removed by a GET that removes, where there is nothing but what others made", async () => {
    const boxes = new Map([1, 2, 3].map((id) => [id, { id, label: `box ${id}` }]));
    const server = createServer((request, response) => {
      const [, id, verb] = /^\/boxes(?:\/(\d+))?(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
      const box = id === undefined ? [...boxes.values()] : boxes.get(Number(id));
      if (verb !== undefined) boxes.delete(Number(id));
      response.writeHead(box === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(box ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const ways = [
      "GET /boxes",
      "GET /boxes/{boxId} {label}",
      "GET /boxes/{boxId}/remove",
      "GET /boxes/{boxId}/archive",
    ];
    try {
      const { port } = server.address() as AddressInfo;
      const record = await testAgainst(`http://127.0.0.1:${port}`, smallApi(...ways));
      expect([...boxes.keys()]).toEqual([1, 2, 3]);
      expect(
        record.operations.filter(({ verdict }) => verdict === "NOT_TESTED").map(({ key }) => key),
      ).toEqual(ways.slice(2));
    } finally {
      server.closeAllConnections();
      server.close();
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
