import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { features } from "#services/features/features";
import { SERVICES } from "#services/list";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { startNotes } from "../run/notes-service.js";
import { folderWith, piolet, type RunOptions } from "./run-piolet.js";

const spec = documentPath("tournaments");

async function withTournaments<T>(use: (url: string) => Promise<T>, fault?: string): Promise<T> {
  const started = await startService(tournaments, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(started.problems[0]?.message);
  try {
    return await use(started.value.url);
  } finally {
    await started.value.close();
  }
}

describe("piolet inspect --json", () => {
  it("prints one document with operations, resources and problems", async () => {
    const ran = await piolet(["inspect", spec, "--json"]);
    const shown = JSON.parse(ran.out);
    expect(ran.code).toBe(0);
    expect(Object.keys(shown)).toEqual([
      "title",
      "version",
      "openapi",
      "operations",
      "resources",
      "problems",
    ]);
    expect(shown.operations).toHaveLength(19);
    expect(shown.operations[0]).toMatchObject({
      key: expect.stringMatching(/^[A-Z]+ \//),
      operationId: expect.any(String),
      resource: expect.any(String),
    });
  });
});

// Runs on faulty services wait for slow effects: side by side they wait together.
describe.concurrent("piolet test", () => {
  /** A third of the service shows the same in a tenth of the time. */
  const PLAYERS = ["--include-tag", "players"];
  const test = (url: string, more: readonly string[] = [], options: RunOptions = {}) =>
    piolet(["test", spec, "--url", url, "--seed", "5", "--size", "1", ...more], options);

  it("exits with 0 on a correct service, and says so in plain lines", async () => {
    const ran = await withTournaments((url) => test(url));
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(
      /^piolet .* seed 5\n ✓ learn .*\n ✓ contract .*\n ✓ model .*\n ✓ cover .*\n ✓ run .*\n\n 0 faults, 0 warnings, 0 notes {3}19 of 19 operations tested/,
    );
    expect(ran.out).not.toContain("\u001b");
  });

  it("exits with 1 on a fault, and prints the JSON that the design promises", async () => {
    const ran = await withTournaments((url) => test(url, ["--json"]), "update-player-ignored");
    expect(ran.code).toBe(1);
    const shown = JSON.parse(ran.out);
    expect(shown).toMatchObject({
      verdicts: { OK: expect.any(Number), WARN: 0, ERR: expect.any(Number), NOT_TESTED: 0 },
      transitions: { total: expect.any(Number), covered: expect.any(Number), failed: 0, unreached: 0 },
      calls: expect.any(Number),
      requests: expect.any(Number),
      seconds: expect.any(Number),
      seed: 5,
      warnings: [],
      notes: [],
      cleanup: { left: [] },
      faults: [
        {
          id: "F1",
          operation: "PUT /players/{pid}",
          oracle: "written-is-read",
          verdict: "ERR",
          reproduced: 3,
          tried: 3,
          files: { json: ".piolet/faults/F1.json" },
        },
      ],
    });
    expect(shown.faults[0].calls.map((call: { status: number }) => call.status)).toEqual([201, 200, 200]);
    expect(ran.err).toMatch(/^piolet .*\n ✓ learn/);
  });

  it("takes its settings from a config file, and the command line wins", async () => {
    const cwd = (url: string) =>
      folderWith({ "piolet.config.yaml": `url: ${url}\nseed: 9\nincludeTag: [players]\n` });
    const ran = await withTournaments((url) =>
      piolet(["test", spec, "--json", "--seed", "8"], { cwd: cwd(url) }),
    );
    const shown = JSON.parse(ran.out);
    expect(shown.seed).toBe(8);
    expect(shown.operations.length).toBeLessThan(19);
  });

  it("sends what a generator of the config file says", async () => {
    const config = 'export default { generators: { name: () => "Given by the user" } };';
    const ran = await withTournaments(
      (url) =>
        test(url, [...PLAYERS, "--no-shrink", "--json"], { cwd: folderWith({ "piolet.config.ts": config }) }),
      "delete-player-keeps-player",
    );
    const { faults } = JSON.parse(ran.out);
    expect(faults[0].calls[0].body).toContain("Given by the user");
  });

  it("leaves an accepted finding out", async () => {
    const key = "PUT /players/{pid} · written-is-read · a successful update takes effect";
    const cwd = folderWith({ "piolet.config.json": JSON.stringify({ accept: [{ key, reason: "known" }] }) });
    const ran = await withTournaments((url) => test(url, PLAYERS, { cwd }), "update-player-ignored");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("0 faults");
  });

  it.each([
    ["--exclude-path", "/player/{pid}", "exclude-path", "/players/{pid}"],
    ["--include-path", "/enrolments*", "include-path", "/enrollments"],
    ["--exclude-tag", "player", "exclude-tag", "players"],
    ["--exclude-operation", "deletePlayers", "exclude-operation", "deletePlayer"],
  ])("sends nothing where %s %s matches nothing, and names the nearest", async (flag, word, name, near) => {
    const calls: string[] = [];
    const service = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end();
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const { port } = service.address() as AddressInfo;
    const ran = await test(`http://127.0.0.1:${port}`, [flag, word]);
    service.close();
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(`The filter ${name} "${word}" matches no operation.`);
    expect(ran.err).toContain(`The nearest: ${near}`);
    expect(calls).toEqual([]);
  });

  it("takes the filters of the config file as seriously", async () => {
    const cwd = folderWith({ "piolet.config.json": JSON.stringify({ excludePath: ["/player"] }) });
    const ran = await withTournaments((url) => test(url, [], { cwd }));
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("The nearest: /players") });
  });

  it("stops at its budget of requests, and says what was not tested", async () => {
    const ran = await withTournaments((url) => test(url, ["--max-requests", "30", "--json"]));
    const shown = JSON.parse(ran.out);
    // What was created goes, whatever the budget.
    expect(shown.requests).toBeLessThanOrEqual(40);
    expect(shown.cleanup.left).toEqual([]);
    expect(shown.verdicts.NOT_TESTED).toBeGreaterThan(0);
  });

  it("keeps secrets out of everything it prints", async () => {
    const secret = "s3cret-token-0123456789";
    const service = await startNotes("plain", "delete keeps");
    const folder = folderWith({ "openapi.json": JSON.stringify(service.document) });
    try {
      const argv = [
        "test",
        `${folder}/openapi.json`,
        "--url",
        service.url,
        "--json",
        "-H",
        `Authorization: Bearer ${secret}`,
      ];
      const ran = await piolet(argv);
      expect(ran.code).toBe(1);
      expect(ran.out + ran.err).not.toContain(secret);
    } finally {
      await service.close();
    }
  });

  it("reports what it had found when the service goes away, and exits with 3", async () => {
    let requests = 0;
    const app = features.createApp();
    let close = (): unknown => undefined;
    const dying = await startService({
      ...features,
      createApp: () => ({
        fetch: (request) => {
          if (++requests === 500) setImmediate(() => close());
          return app.fetch(request);
        },
      }),
    });
    if (!dying.ok) throw new Error("the service does not start");
    close = dying.value.close;
    const ran = await piolet([
      "test",
      documentPath("features"),
      "--url",
      dying.value.url,
      "--json",
      "--seed",
      "1",
    ]);
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.out).calls).toBeGreaterThan(0);
    expect(ran.err).toMatch(/stopped answering/);
  });
});

describe("piolet demo", () => {
  it("finds a fault that is switched on", async () => {
    const argv = ["demo", "petstore", "--fault", "delete-pet-keeps-pet", "--max-failures", "1", "--json"];
    const ran = await piolet(argv);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out).faults).toMatchObject([{ operation: "DELETE /pet/{petId}" }]);
  });

  it("names services and faults", async () => {
    const ran = await piolet(["demo", "--list", "--json"]);
    const services = JSON.parse(ran.out) as { name: string; faults: Record<string, string> }[];
    expect(services.map((service) => service.name)).toEqual(SERVICES.map(({ name }) => name));
    for (const { faults } of services) expect(Object.keys(faults).length).toBeGreaterThanOrEqual(6);
  });
});
