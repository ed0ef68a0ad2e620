import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { LAYERS } from "./layers.js";

const root = join(import.meta.dirname, "../..");
const src = join(root, "src");

/** Static, dynamic and type imports alike: each is an edge that a reader has to follow. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

function layerOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** The layer an import leads to; undefined for packages and for files beside the importing one. */
function targetLayer(from: string, specifier: string): string | undefined {
  if (specifier.startsWith("#services/")) return undefined;
  if (specifier.startsWith("#")) {
    const path = specifier.slice(1);
    return path.includes("/") ? layerOf(path) : `${path}.ts`;
  }
  if (!specifier.startsWith(".")) return undefined;
  const resolved = join("/", from, "..", specifier).slice(1).split(sep).join("/");
  const layer = layerOf(resolved).replace(/\.js$/, ".ts");
  return layer === layerOf(from) ? undefined : `${layer} (by a relative path)`;
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(sep).join("/"))
  .filter((file) => file.endsWith(".ts"));

describe("the house", () => {
  it("has exactly the layers that the array names", () => {
    const present = new Set(files.map(layerOf));
    expect([...present].sort()).toEqual(LAYERS.map((layer) => layer.name).sort());
  });

  it.each(LAYERS.map((layer, index) => ({ ...layer, index })))("$name imports only from above", (layer) => {
    const above = layer.sees ?? LAYERS.slice(0, layer.index).map((other) => other.name);
    const wrong = files
      .filter((file) => layerOf(file) === layer.name)
      .flatMap((file) =>
        importsOf(readFileSync(join(src, file), "utf8"))
          .map((specifier) => ({ specifier, target: targetLayer(file, specifier) }))
          .filter(({ target }) => target !== undefined && target !== layer.name && !above.includes(target))
          .map(({ specifier }) => `${relative(root, join(src, file))} imports ${specifier}`),
      );
    expect(wrong, layer.because ?? "").toEqual([]);
  });

  it("reads every kind of import", () => {
    const text = `import a from "#b/c";\nimport type { D } from "./d.js";\nexport * from "e";\nawait import("#f/g");`;
    expect(importsOf(text)).toEqual(["#b/c", "./d.js", "e", "#f/g"]);
    expect(targetLayer("judge/x.ts", "#http/send")).toBe("http");
    expect(targetLayer("judge/x.ts", "../http/send.js")).toBe("http (by a relative path)");
    expect(targetLayer("judge/x.ts", "./y.js")).toBeUndefined();
  });

  it("is described in ARCHITECTURE.md in the same order", () => {
    const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const named = [...text.matchAll(/^\| `([a-z]+(?:\.ts)?)\/?` \|/gm)].map((match) => match[1]);
    expect(named).toEqual(LAYERS.map((layer) => layer.name));
  });
});
