import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const { version, bin, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly bin: { readonly piolet: string };
  readonly dependencies: Readonly<Record<string, string>>;
};

/**
 * The package as npm would publish it, in a folder where nothing else is but the dependencies that it declares. They
 * are linked, not installed: installing takes half a minute and a network, and `npm ci` has shown that it works.
 */
function unpack(): string {
  const folder = mkdtempSync(join(tmpdir(), "piolet-packed-"));
  const modules = join(folder, "node_modules");
  // `--ignore-scripts`: the build that `npm test` made is packed, not a second one.
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", tarball], { cwd: folder });
  mkdirSync(modules);
  renameSync(join(folder, "package"), join(modules, "piolet"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  return folder;
}

const built = existsSync(join(root, "dist/src/cli/main.js"));

describe.skipIf(!built)("the packed package (skipped without a build: npm run build)", () => {
  let folder = "";
  beforeAll(() => {
    folder = unpack();
  });
  const command = () => join(folder, "node_modules/piolet", bin.piolet);
  const piolet = (...argv: string[]) =>
    spawnSync(process.execPath, [command(), ...argv], { cwd: folder, encoding: "utf8" });

  it("has a command that Node runs", () => {
    expect(readFileSync(command(), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("prints its version", () => {
    expect(piolet("--version").stdout.trim()).toBe(version);
  });

  it("runs the demo", () => {
    const ran = piolet("demo", "persons", "--json");
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
