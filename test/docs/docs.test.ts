import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { loadConfig } from "#config/load-config";
import { folderWith, piolet } from "../cli/run-piolet.js";
import { LAYERS } from "../house/layers.js";
import { GENERATED } from "./generated.js";
import { comparable, fileOn, readPage, runSession, sessionsIn, updateSession } from "./sessions.js";

const root = join(import.meta.dirname, "../..");
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

describe("sessions shown in the docs", () => {
  const sessions = pages.flatMap(sessionsIn);

  it("are there", () => {
    expect(sessions.length).toBeGreaterThanOrEqual(2);
  });

  // Some wait for slow effects: side by side they wait together.
  // Where they are written down, each has the machine to itself: the times are part of what they print.
  const each = process.env.UPDATE_DOCS === undefined ? it.concurrent.each(sessions) : it.each(sessions);
  each("$page: piolet $title", async (session) => {
    const printed = await runSession(session);
    if (process.env.UPDATE_DOCS !== undefined) return updateSession(session, printed);
    for (const [index, { output }] of session.commands.entries()) {
      const [now, shown] = comparable(printed[index] ?? "", output);
      expect(now).toBe(shown);
    }
  });
});

describe("commands named in the docs", () => {
  it("of npm are scripts of the package", () => {
    const { scripts } = JSON.parse(readPage("package.json")) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...readPage(page).matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1] ?? ""),
    );
    expect(named.length).toBeGreaterThan(1);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  it("of CI are the README's", () => {
    expect(readPage("README.md")).toContain("npm ci && npm run check");
    expect(readPage(".ci/run")).toMatch(/^npm ci .*\nnpm run check$/m);
  });

  it("of piolet exist, with their flags", async () => {
    const lines = pages.flatMap((page) =>
      [...readPage(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? "").split("\n")),
    );
    const commands = lines
      .flatMap((line) => /^piolet ([a-z]+)([^#]*)/.exec(line) ?? [])
      .filter((_, index) => index % 3 !== 0);
    expect(commands.length).toBeGreaterThan(0);
    for (let index = 0; index < commands.length; index += 2) {
      const help = (await piolet([commands[index] ?? "", "--help"])).out;
      expect(help).toContain(`Usage: piolet ${commands[index]}`);
      for (const [flag] of (commands[index + 1] ?? "").matchAll(/--[a-z-]+/g)) expect(help).toContain(flag);
    }
  });
});

describe("links between the docs", () => {
  it.each(pages)("of %s lead somewhere", (page) => {
    for (const [, target = ""] of readPage(page).matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
    }
  });
});

describe("the architecture page", () => {
  it("lists the rooms in their order", () => {
    const rooms = [...readPage("ARCHITECTURE.md").matchAll(/^\| `([a-z.]+)\/?` \|/gm)].map(
      (match) => match[1],
    );
    expect(rooms).toEqual(LAYERS.map(({ name }) => name));
  });

  it("names files that are there", () => {
    const named = [...readPage("ARCHITECTURE.md").matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.ts)`/g)];
    expect(named.length).toBeGreaterThan(15);
    for (const [, path = ""] of named)
      expect(existsSync(join(root, "src", path)) || existsSync(join(root, path)), path).toBe(true);
  });
});

describe("the config file in the guide", () => {
  it("is one that Piolet takes", async () => {
    const text = fileOn("docs/guide.md", "piolet.config.yaml") ?? "";
    expect(Object.keys(parseYaml(text) as object)).toContain("generators");
    const loaded = await loadConfig({
      cwd: folderWith({ "piolet.config.yaml": text }),
      env: { API_KEY: "k" },
    });
    expect(loaded).toMatchObject({ ok: true, value: { config: { headers: { "X-Api-Key": "k" } } } });
  });
});

describe("generated pages", () => {
  it.each(Object.entries(GENERATED))("%s is up to date", (name, generate) => {
    if (process.env.UPDATE_DOCS !== undefined) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), generate());
    }
    expect(readPage(name)).toBe(generate());
  });
});
