import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { persons } from "#services/persons/persons";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { folderWith, piolet } from "./run-piolet.js";

const document = readFileSync(documentPath("persons"), "utf8");
const FAULT = "delete-keeps-person";

async function servedPersons<T>(use: (url: string) => Promise<T>, fault?: string): Promise<T> {
  const started = await startService(persons, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the bundled service does not start");
  try {
    return await use(started.value.url);
  } finally {
    await started.value.close();
  }
}

describe("what is printed while a run goes on", () => {
  const run = (...flags: string[]) => piolet(["demo", "persons", "--fault", FAULT, "--seed", "1", ...flags]);

  it("is each finding once, when it is confirmed, and again with its calls at the end", async () => {
    const { out } = await run();
    const lines = out.split("\n");
    const live = lines.flatMap((line, index) => (/^ {3}(ERR|WARN) /.test(line) ? [{ line, index }] : []));
    const first = lines.findIndex((line) => /^ F1 /.test(line));
    const shrunk = lines.findIndex((line) => line.includes(" shrink "));
    expect(live.length).toBeGreaterThan(0);
    expect(new Set(live.map(({ line }) => line)).size).toBe(live.length);
    expect(live.every(({ index }) => index < first)).toBe(true);
    expect(live[0]?.index).toBeLessThan(shrunk);
    expect(live.map(({ line }) => line.slice(13))).toContain(lines[first]?.slice(5));
  });

  it("marks a stage as faulty only where its line speaks of faults", async () => {
    const { out } = await run();
    const marked = out.split("\n").filter((line) => line.startsWith(" ✗ "));
    expect(marked.length).toBeGreaterThan(0);
    for (const line of marked) expect(line).toMatch(/\d+ faults?$/);
  });

  it("is nothing with --quiet, and the findings are there", async () => {
    const { out, err } = await run("--quiet");
    expect(err).toBe("");
    expect(out.trimStart()).toMatch(/^F1 /);
    expect(out).not.toContain("learn");
  });

  it("is each call with --verbose, on stderr", async () => {
    const { out, err } = await run("--verbose", "--json");
    expect(() => JSON.parse(out)).not.toThrow();
    expect(err).toMatch(/^ {3}POST \/persons \{.*\} → 201$/m);
  });
});

describe("the document of a command", () => {
  it("is that of the config file, from wherever the command is given", async () => {
    const cwd = folderWith({ "piolet.config.yaml": "spec: api/described.yaml\n" });
    mkdirSync(join(cwd, "api"));
    mkdirSync(join(cwd, "below"));
    writeFileSync(join(cwd, "api/described.yaml"), document);
    const below = { cwd: join(cwd, "below") };
    for (const command of [["inspect"], ["contract"], ["model"], ["cover"], ["test", "--dry-run"]]) {
      const ran = await piolet(command, below);
      expect(ran.code, `${command} ${ran.err}`).toBe(0);
    }
    await servedPersons(async (url) => {
      const ran = await piolet(["learn", "--url", url], below);
      expect(ran.out).toContain("POST /persons");
    });
  });

  it("is the one of a usual name, where there is no config", async () => {
    const ran = await piolet(["inspect"], { cwd: folderWith({ "openapi.yaml": document }) });
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("Persons") });
  });

  it("must be named where there is none", async () => {
    const ran = await piolet(["test"], { cwd: folderWith({ ".git": "" }) });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("No OpenAPI document is named");
    expect(ran.err).toContain("piolet test openapi.yaml");
  });
});

describe("the folder of reports", () => {
  it("is kept out of version control, and keeps the last ten logs", async () => {
    const cwd = folderWith({});
    const runs = join(cwd, ".piolet/runs");
    mkdirSync(runs, { recursive: true });
    const old = Array.from({ length: 12 }, (_, day) => `2020-01-${day + 10}T00-00-00-000Z-1.ndjson`);
    for (const name of [...old, "mine.ndjson"]) writeFileSync(join(runs, name), "");
    await piolet(["demo", "persons", "--seed", "1"], { cwd });
    expect(readFileSync(join(cwd, ".piolet/.gitignore"), "utf8")).toBe("*\n");
    const logs = readdirSync(runs).filter((name) => name !== "mine.ndjson");
    expect(logs).toHaveLength(10);
    expect(logs).toEqual(expect.arrayContaining(old.slice(3)));
    expect(existsSync(join(runs, "mine.ndjson"))).toBe(true);
  });

  it("is the user's where the user names it", async () => {
    const cwd = folderWith({});
    await piolet(["demo", "persons", "--seed", "1", "--report-dir", "reports"], { cwd });
    expect(readdirSync(join(cwd, "reports"))).not.toContain(".gitignore");
  });
});

describe("kept examples", () => {
  it("can be compared when the address of their document has gone", async () => {
    const cwd = folderWith({});
    const server = createServer((_, response) => void response.end(document));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`;
    await servedPersons(async (url) => {
      const saved = await piolet(["explore", address, "--url", url, "--save", "kept.json", "--seed", "1"], {
        cwd,
      });
      expect(saved.code, saved.err).toBe(0);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const compared = await piolet(["diff", "kept.json", "--url", url], { cwd });
      expect(compared.err).toContain(`${address} cannot be read any more`);
      expect(compared.out).toMatch(/^\d+ held, 0 gone, 0 new/m);
      expect(compared.code).toBe(0);
      const accepted = await piolet(["diff", "kept.json", "--url", url, "--accept"], { cwd });
      expect(accepted.code).toBe(0);
      expect(JSON.parse(readFileSync(join(cwd, "kept.json"), "utf8"))).toMatchObject({
        texts: { [address]: document },
      });
    });
  });
});
