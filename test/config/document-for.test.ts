import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentFor } from "#config/document-for";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "piolet-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Wish {
  readonly text?: string;
  readonly named?: string;
  readonly spec?: string;
}

/** Which document `api/flows/p.copen` is about, in a project with these files; or the code of the problem. */
async function found(files: readonly string[], { text = "S = end", named, spec }: Wish = {}) {
  for (const name of [".git/HEAD", "api/flows/p.copen", ...files]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "");
  }
  const result = await documentFor({
    file: join(root, "api/flows/p.copen"),
    text,
    config: { config: spec === undefined ? {} : { spec }, file: join(root, "piolet.config.json") },
    ...(named === undefined ? {} : { named }),
  });
  return result.ok ? relative(root, result.value) : result.problems[0]?.code;
}

describe("documentFor", () => {
  it.each<[string, readonly string[], Wish, string]>([
    ["beside the file", ["api/flows/openapi.yaml"], {}, "api/flows/openapi.yaml"],
    ["the next one upward", ["openapi.json", "api/swagger.yml"], {}, "api/swagger.yml"],
    ["named by the file", ["openapi.yaml"], { text: "# spec: ../v2.yaml\nS = end" }, "api/v2.yaml"],
    [
      "named by the file, after other comments",
      [],
      { text: "// a\n\n// spec: v2.yaml" },
      "api/flows/v2.yaml",
    ],
    ["of the config file", ["openapi.yaml"], { spec: "docs/api.yaml" }, "docs/api.yaml"],
    [
      "named by the file, before the config file",
      [],
      { text: "# spec: a.yaml", spec: "b.yaml" },
      "api/flows/a.yaml",
    ],
    [
      "not named by a comment further down",
      ["openapi.yaml"],
      { text: "S = end\n# spec: a.yaml" },
      "openapi.yaml",
    ],
    ["none", [], {}, "protocol-document-missing"],
    ["one of several", ["openapi.yaml", "swagger.json"], {}, "protocol-document-missing"],
  ])("finds the document: %s", async (_, files, wish, document) => {
    expect(await found(files, wish)).toBe(document);
  });

  it("takes the one that is named outright, as it is", async () => {
    const named = "https://example.org/openapi.json";
    const wish = { file: join(root, "p.copen"), text: "# spec: other.yaml", named, config: { config: {} } };
    expect(await documentFor(wish)).toMatchObject({ ok: true, value: named });
  });

  it("does not leave the project", async () => {
    mkdirSync(join(root, "inner/.git"), { recursive: true });
    writeFileSync(join(root, "openapi.yaml"), "");
    const wish = { file: join(root, "inner/p.copen"), text: "", config: { config: {} } };
    expect((await documentFor(wish)).ok).toBe(false);
  });
});
