import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { isBuilt, unpack } from "../house/unpack.js";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/library.md"), "utf8");
const files = [...page.matchAll(/```ts\n\/\/ (\S+\.test\.ts)\n[\s\S]*?```/g)].map(([block, name = ""]) => ({
  name,
  text: block.slice("```ts\n".length, -"```".length),
}));

describe.skipIf(!isBuilt)("the page about the library (skipped without a build: npm run build)", () => {
  let folder = "";
  beforeAll(() => {
    ({ folder } = unpack(["vitest", "typescript", "@types/node"]));
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    copyFileSync(documentPath("tournaments"), join(folder, "openapi.yaml"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  });

  /** The service answers in this process, so the child must not be waited for in a blocking way. */
  const run = (program: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ readonly status: number | null; readonly said: string }>((resolve) => {
      const argvOfNode = [join(folder, "node_modules", program), ...argv];
      const child = spawn(process.execPath, argvOfNode, { cwd: folder, env: { ...process.env, ...env } });
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (part: Buffer) => (said += part.toString()));
      child.on("close", (status) => resolve({ status, said }));
    });

  const runTests = async (names: readonly string[], fault?: string) => {
    const started = await startService(tournaments, fault === undefined ? {} : { fault });
    if (!started.ok) throw new Error("the bundled service does not start");
    try {
      const where = { SERVICE_URL: started.value.url, VITEST: "", NO_COLOR: "1" };
      return await run("vitest/vitest.mjs", ["run", ...names], where);
    } finally {
      await started.value.close();
    }
  };

  it("shows tests", () => {
    expect(files.map(({ name }) => name)).toEqual(["service.test.ts", "live.test.ts"]);
  });

  it("has types, also without skipLibCheck", async () => {
    const flags =
      "--noEmit --strict --module nodenext --target es2023 --types node --exactOptionalPropertyTypes";
    const ran = await run("typescript/bin/tsc", [...flags.split(" "), ...files.map(({ name }) => name)]);
    expect(ran).toEqual({ status: 0, said: "" });
  });

  it("shows tests that pass on a correct service", async () => {
    const { status, said } = await runTests([]);
    expect(status, said).toBe(0);
    expect(said).toMatch(/Tests +2 passed/);
  });

  it("shows a test that fails on a faulty one, and says why", async () => {
    const { status, said } = await runTests(["service.test.ts"], "update-player-ignored");
    expect(status).toBe(1);
    expect(said).toContain("PUT /players/{pid}");
  });
});
