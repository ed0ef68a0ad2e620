import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legacy } from "#services/legacy/legacy";
import { type RunningService, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { folderWith, piolet } from "./run-piolet.js";

const SPEC = documentPath("legacy");
let service: RunningService;

beforeAll(async () => {
  const started = await startService(legacy);
  if (!started.ok) throw new Error(started.problems[0]?.message);
  service = started.value;
});

afterAll(() => service.close());

describe("piolet learn", () => {
  it("prints one JSON document with operations, resources and relations", async () => {
    const { code, out } = await piolet(["learn", SPEC, "-u", service.url, "--seed", "1", "--json"]);
    const learned = JSON.parse(out);
    expect(code).toBe(0);
    expect(Object.keys(learned)).toEqual([
      "operations",
      "resources",
      "relations",
      "lifecycles",
      "rules",
      "deviations",
      "requests",
      "seed",
    ]);
    expect(learned.operations["GET /parts/{partNo}/remove"]).toMatchObject({
      operationId: "removePart",
      semantics: "DELETE",
      resource: "part",
      confirmed: true,
      hypothesis: "DELETE",
    });
    expect(learned.operations["POST /parts/{partNo}/take"]).toMatchObject({
      semantics: "OTHER",
      kind: "action",
    });
    expect(learned.resources.part).toEqual({
      idField: "partNo",
      idSource: "client",
      create: ["PUT /parts"],
      read: ["GET /parts/{partNo}"],
      list: ["POST /parts/list"],
      update: ["POST /parts/{partNo}"],
      delete: ["GET /parts/{partNo}/remove"],
      parents: ["supplier"],
    });
    expect(learned.relations).toEqual([
      { child: "part", parent: "supplier", via: "supplier", onParentDelete: "restrict" },
    ]);
  });

  it("writes an overlay that a test goes by without trying anything again, and a dry run to the call", async () => {
    const folder = folderWith({});
    const file = join(folder, "semantics.yaml");
    const learned = await piolet(["learn", SPEC, "-u", service.url, "--seed", "1", "-o", file]);
    expect(learned.code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("x-crudOperationSemantics: read-multi");
    const wish = ["-u", service.url, "--seed", "1", "--json", "--semantics", file, "--size", "1"];
    const plan = JSON.parse((await piolet(["test", SPEC, ...wish, "--dry-run"])).out);
    const tested = await piolet(["test", SPEC, ...wish]);
    const record = JSON.parse(tested.out);
    expect(tested.code).toBe(0);
    expect(record.faults).toEqual([]);
    expect(tested.err).toMatch(/10 of 10 operations confirmed, \d+ rules +\d requests?\n/);
    expect(record.transitions).toMatchObject({
      total: plan.transitions.total,
      covered: plan.transitions.total,
    });
    expect(record.calls).toBe(plan.calls);
  });

  it("refuses a file in which what was learned is no longer what Piolet wrote", async () => {
    const overlay = {
      overlay: "1.0.0",
      info: { title: "Learned", version: "1" },
      actions: [{ target: "$", update: { "x-piolet": { learned: { rules: "none" } } } }],
    };
    const cwd = folderWith({ "semantics.json": JSON.stringify(overlay) });
    const file = join(cwd, "semantics.json");
    const ran = await piolet(["test", SPEC, "-u", service.url, "--semantics", file]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("/x-piolet/learned/rules");
    expect(ran.err).toContain("piolet learn -o FILE");
  });

  it("believes what the config file says, with that as the reason", async () => {
    const does = { "POST /parts/{partNo}/take": { does: "update", resource: "part" } };
    const cwd = folderWith({ "piolet.config.json": JSON.stringify({ semantics: does }) });
    const { out } = await piolet(["learn", SPEC, "-u", service.url, "--seed", "1", "--json"], { cwd });
    expect(JSON.parse(out).operations["POST /parts/{partNo}/take"]).toMatchObject({
      semantics: "UPDATE",
      reason: "the config file says so",
    });
  });

  it("refuses a config file that speaks of an operation that is not there", async () => {
    const cwd = folderWith({
      "piolet.config.json": JSON.stringify({ semantics: { "GET /part": { does: "read" } } }),
    });
    const { code, err } = await piolet(["learn", SPEC, "-u", service.url], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('"GET /part"');
  });

  it("shows what is open and what would help", async () => {
    const { out } = await piolet(["learn", SPEC, "-u", service.url, "--seed", "1", "--read-only"]);
    expect(out).toContain("✓ POST /parts/list");
    expect(out).toContain("? PUT /parts");
    expect(out).toContain("2 of 10 operations confirmed");
  });
});

describe("a target that tells nothing", () => {
  it.each<[string, RequestListener, number, string]>([
    ["401", (_, response) => response.writeHead(401).end("{}"), 3, "Give credentials"],
    ["500", (_, response) => response.writeHead(500).end("boom"), 3, "No call succeeded"],
    [
      "web pages",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>"),
      3,
      "web page",
    ],
    ["empty", (_, response) => response.writeHead(200).end(), 3, "is empty"],
  ])("that is %s to everything is diagnosed, and nothing is concluded", async (_, answer, exitCode, said) => {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { code, out, err } = await piolet(["learn", SPEC, "-u", url, "--seed", "1", "--json"]);
      expect(code).toBe(exitCode);
      expect(err).toContain(said);
      const { operations } = JSON.parse(out) as { operations: Record<string, { confirmed: boolean }> };
      expect(Object.values(operations).filter(({ confirmed }) => confirmed)).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
