import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** The package as npm would publish it, installed into an empty folder. */
function installPacked(): string {
  const folder = mkdtempSync(join(tmpdir(), "piolet-packed-"));
  writeFileSync(join(folder, "package.json"), '{"name": "empty", "private": true, "type": "module"}');
  // `--ignore-scripts`: the build that `npm test` made is packed, not a second one.
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", `./${tarball}`], {
    cwd: folder,
    stdio: "ignore",
  });
  return folder;
}

const built = existsSync(join(root, "dist/src/cli/main.js"));

describe.skipIf(!built)("the packed package (skipped without a build: npm run build)", () => {
  let folder = "";
  beforeAll(() => {
    folder = installPacked();
  }, 180_000);
  const installed = (...argv: string[]) =>
    spawnSync("node_modules/.bin/piolet", argv, { cwd: folder, encoding: "utf8" });

  it("prints its version", () => {
    expect(installed("--version").stdout.trim()).toBe(version);
  });

  it("runs the demo", () => {
    const ran = installed("demo", "persons", "--json");
    expect(ran.status).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ title: "Persons", faults: [] });
  });

  it("can be imported, with its public names", () => {
    const script = 'import * as piolet from "piolet"; console.log(Object.keys(piolet).sort().join(" "))';
    const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(ran.stdout.trim()).toBe("defineConfig loadApi openTarget renderJson renderText testApi");
  });

  it("holds what it needs and no more", () => {
    const packed = readdirSync(join(folder, "node_modules/piolet"), { recursive: true, encoding: "utf8" });
    expect(packed).toContain("services/tournaments/openapi.yaml");
    expect(packed).toContain("config.schema.json");
    expect(packed.filter((name) => /^(src|test|bench|docs)\/|dist\/bench|dist\/test/.test(name))).toEqual([]);
  });
});
