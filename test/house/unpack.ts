import { execFileSync } from "node:child_process";
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

const root = join(import.meta.dirname, "../..");

/** Whether there is something to pack: `npm test` builds first. */
export const isBuilt = existsSync(join(root, "dist/src/cli/main.js"));

export interface Unpacked {
  readonly folder: string;
  readonly tarball: string;
}

/**
 * The package as npm would publish it, in a folder where nothing else is but the dependencies that it declares, and
 * others that a test needs beside them. They are linked, not installed: installing takes half a minute and a network, and
 * `npm ci` has shown that it works.
 */
export function unpack(beside: readonly string[] = []): Unpacked {
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const folder = mkdtempSync(join(tmpdir(), "piolet-packed-"));
  const modules = join(folder, "node_modules");
  // `--ignore-scripts`: the build that `npm test` made is packed, not a second one.
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", tarball], { cwd: folder });
  mkdirSync(modules);
  renameSync(join(folder, "package"), join(modules, "piolet"));
  for (const name of [...Object.keys(dependencies), ...beside]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  return { folder, tarball: join(folder, tarball) };
}
