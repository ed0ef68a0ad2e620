import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KNOWN_ORACLES } from "#run/known-oracles";
import { persons } from "#services/persons/persons";
import { foundIn, testBundled } from "../run/test-against.js";
import { deleteIsFinal } from "./delete-is-final.js";
import { only } from "./only.js";
import { testShelf } from "./test-shelf.js";

const guide = readFileSync(join(import.meta.dirname, "../../docs/oracles.md"), "utf8");

describe("the guide", () => {
  it("names oracles that there are", () => {
    const [, tables = ""] = guide.split("## Where the checks of others are");
    const named = [...tables.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name]) => name ?? "");
    const known = KNOWN_ORACLES.map(({ id }) => id);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the oracle that the guide adds", () => {
  const wish = { oracles: only(), moreOracles: [deleteIsFinal] };

  it("stands in the guide as it is", () => {
    const code = readFileSync(join(import.meta.dirname, "delete-is-final.ts"), "utf8");
    expect(guide).toContain(code.replaceAll(/"#judge\/([a-z-]+)"/g, '"./$1.js"'));
  });

  it("notes a DELETE that can be repeated", async () => {
    const found = foundIn(await testBundled(persons, { size: "1", ...wish }));
    expect(found).toEqual(["NOTE delete-is-final DELETE /persons/{name}"]);
  });

  it("is silent where it is refused", async () => {
    expect(await testShelf(undefined, wish)).toEqual([]);
  });
});
