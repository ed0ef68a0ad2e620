import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { findService, SERVICES } from "#services/list";
import { type RunningService, type Service, startService } from "#services/service";
import { documentPath, truthPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { withService } from "./client.js";
import { loadDocument } from "./document.js";

describe("starting a bundled service", () => {
  it("gives each start a state of its own", async () => {
    const [first, second] = [await start(tournaments), await start(tournaments)];
    const body = JSON.stringify({ tid: 1, tournamentName: "Cup", capacity: 1 });
    await fetch(`${first.url}/tournaments`, { method: "POST", body });
    expect(await (await fetch(`${first.url}/tournaments`)).json()).toHaveLength(1);
    expect(await (await fetch(`${second.url}/tournaments`)).json()).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  it("stops listening on close, though a client keeps its connection", async () => {
    const { url, close } = await start(tournaments);
    await (await fetch(`${url}/players`)).text();
    await close();
    await expect(fetch(`${url}/players`)).rejects.toThrow();
  });

  it("refuses a fault that it does not have, and names the closest", async () => {
    expect(await startService(tournaments, { fault: "capacity-off-by-two" })).toMatchObject({
      ok: false,
      problems: [{ code: "service-fault-unknown", hint: 'Did you mean "capacity-off-by-one"?' }],
    });
    expect(await startService(tournaments, { fault: "constructor" })).toMatchObject({ ok: false });
    expect(() => tournaments.createApp("constructor")).toThrow("no such fault");
  });

  it("says so when the port is taken", async () => {
    const occupant = createServer();
    const port = await new Promise<number>((resolve) => {
      occupant.listen(0, "127.0.0.1", () => resolve((occupant.address() as { port: number }).port));
    });
    expect(await startService(tournaments, { port })).toMatchObject({
      ok: false,
      problems: [{ code: "service-port-unavailable" }],
    });
    await new Promise((resolve) => occupant.close(resolve));
  });

  it("says so when the port is no port", async () => {
    expect(await startService(tournaments, { port: 70_000 })).toMatchObject({
      ok: false,
      problems: [{ code: "service-port-unavailable" }],
    });
  });
});

describe("the list of services", () => {
  it("finds each by its name, and names the closest where there is none", () => {
    for (const service of SERVICES)
      expect(findService(service.name)).toMatchObject({ ok: true, value: service });
    expect(findService("tournament")).toMatchObject({
      ok: false,
      problems: [{ code: "service-unknown", hint: 'Did you mean "tournaments"?' }],
    });
  });

  it.each(SERVICES)("has document and truth of $name", ({ name }) => {
    expect(existsSync(documentPath(name))).toBe(true);
    expect(existsSync(truthPath(name))).toBe(true);
  });
});

describe.each(SERVICES)("$name", (service) => {
  const { operations } = loadDocument(service.name);

  it("answers 404 to an unknown path and 405 to an unknown method", async () => {
    const known = operations.find(({ path }) => !operations.some(({ key }) => key === `PATCH ${path}`));
    await withService(service, undefined, async (client) => {
      expect(await client.send(["GET /nowhere"])).toMatchObject({ status: 404 });
      expect(await client.send([`PATCH ${filled(known?.path)}`])).toMatchObject({
        status: 405,
        allow: expect.stringContaining(known?.method ?? ""),
      });
    });
  });

  it("refuses a body of more than a megabyte", async () => {
    const taking = operations.find(({ method }) => method === "POST" || method === "PUT");
    await withService(service, undefined, async (client) => {
      expect(await client.sendRaw(filled(taking?.key), { body: "x".repeat(1_000_001) })).toMatchObject({
        status: 413,
      });
    });
  });
});

function filled(template = ""): string {
  return template.replaceAll(/\{\w+\}/g, "1");
}

async function start(service: Service): Promise<RunningService> {
  const started = await startService(service);
  if (!started.ok) throw new Error("a free port is always to be had");
  return started.value;
}
