import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isBuilt, unpack } from "./unpack.js";

const root = join(import.meta.dirname, "../..");
const { version, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly version: string;
  readonly bin: { readonly piolet: string };
};

const tools = process.env.PIOLET_PACKAGE_TOOLS;

function runTool(name: string, ...argv: string[]) {
  return spawnSync(join(tools ?? "", "node_modules/.bin", name), argv, { encoding: "utf8" });
}

describe.skipIf(!isBuilt)("the packed package (skipped without a build: npm run build)", () => {
  let folder = "";
  let tarball = "";
  beforeAll(() => {
    ({ folder, tarball } = unpack());
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
    expect(ran.stdout.trim()).toBe(
      "defineConfig loadApi loadApiFromJson noGenerators openTarget orThrow parseAuthFile readGenerators renderJson renderText testApi",
    );
  });

  it("holds what it needs and no more", () => {
    const packed = readdirSync(join(folder, "node_modules/piolet"), { recursive: true, encoding: "utf8" });
    expect(packed).toContain("services/tournaments/openapi.yaml");
    expect(packed).toContain("config.schema.json");
    expect(packed.filter((name) => /^(src|test|bench|docs)\/|dist\/bench|dist\/test/.test(name))).toEqual([]);
  });

  // Installed by .ci/run, which says where: they come with a TypeScript and more of their own.
  it.skipIf(tools === undefined)(
    "is found to be sound by publint (skipped without PIOLET_PACKAGE_TOOLS)",
    () => {
      const ran = runTool("publint", "--strict", join(folder, "node_modules/piolet"));
      expect(ran.status, ran.stdout + ran.stderr).toBe(0);
    },
  );

  it.skipIf(tools === undefined)(
    "has types that are found, as attw sees it (skipped without PIOLET_PACKAGE_TOOLS)",
    () => {
      const ran = runTool("attw", tarball, "--profile", "esm-only", "--no-emoji", "--no-color");
      expect(ran.status, ran.stdout + ran.stderr).toBe(0);
    },
  );
});
