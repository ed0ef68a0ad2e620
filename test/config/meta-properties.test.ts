import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "#config/load-config";
import { folderWith } from "../cli/run-piolet.js";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function read(entry: string) {
  const folder = folderWith({ "piolet.config.mjs": `export default { metaProperties: { own: ${entry} } };` });
  folders.push(folder);
  return loadConfig({ cwd: folder, env: {} });
}

describe("properties of the user's", () => {
  it("are read", async () => {
    const loaded = await read('{ title: "mine", shapes: ["once"], shows: () => undefined }');
    expect(loaded.ok && Object.keys(loaded.value.config.metaProperties ?? {})).toEqual(["own"]);
  });

  it.each([
    "{}",
    '{ title: "mine", shapes: ["never"], shows: () => undefined }',
    '{ title: "mine", shapes: ["once"], shows: "text" }',
  ])("are refused as %s", async (entry) => {
    const loaded = await read(entry);
    expect(loaded.ok ? "read" : loaded.problems[0]?.code).toBe("config-invalid");
  });
});
