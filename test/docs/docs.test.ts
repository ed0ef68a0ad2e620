import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { loadConfig } from "#config/load-config";
import { folderWith, piolet } from "../cli/run-piolet.js";
import { GENERATED } from "./generated.js";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Times differ from run to run, ports too; everything else is decided by the seed. */
function masked(text: string): string {
  return text
    .replace(/\d+\.\d s/g, "0.0 s")
    .replace(/piolet \d\S*/g, "piolet 0.0.0")
    .trimEnd();
}

function sessionsIn(page: string): { command: string; output: string }[] {
  return [...read(page).matchAll(/```console\n\$ piolet (.*)\n([\s\S]*?)```/g)].map(
    ([, command = "", output = ""]) => ({ command, output }),
  );
}

describe("sessions shown in the docs", () => {
  const sessions = pages.flatMap((page) => sessionsIn(page).map((session) => ({ page, ...session })));

  it("are there", () => {
    expect(sessions.length).toBeGreaterThanOrEqual(2);
  });

  it.each(sessions)("$page: piolet $command", async ({ command, output }) => {
    const { out } = await piolet(command.split(" "), { cwd: root });
    const shown = masked(output).replace(/\n…$/, "");
    if (output.includes("\n…")) expect(masked(out).startsWith(shown)).toBe(true);
    else expect(masked(out)).toBe(shown);
  });
});

describe("commands named in the docs", () => {
  it("of npm are scripts of the package", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1] ?? ""),
    );
    expect(named.length).toBeGreaterThan(1);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });

  it("of CI are the README's", () => {
    expect(read("README.md")).toContain("npm ci && npm run check");
    expect(read(".ci/run")).toMatch(/^npm ci .*\nnpm run check$/m);
  });

  it("of piolet exist, with their flags", async () => {
    const lines = pages.flatMap((page) =>
      [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? "").split("\n")),
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
    for (const [, target = ""] of read(page).matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
    }
  });
});

describe("the config file in the guide", () => {
  it("is one that Piolet takes", async () => {
    const text = /```yaml\n([\s\S]*?)```/.exec(read("docs/guide.md"))?.[1] ?? "";
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
    expect(read(name)).toBe(generate());
  });
});
