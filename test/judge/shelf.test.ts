import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ORACLES } from "#judge/oracles";
import { only } from "./only.js";
import type { SHELF_FAULTS } from "./shelf.js";
import { testShelf } from "./test-shelf.js";

const FOUND: Readonly<Record<keyof typeof SHELF_FAULTS, string>> = {
  "put-counts-up": "ERR put-is-idempotent PUT /items/{id}",
  "put-keeps-maker": "WARN put-replaces PUT /items/{id}",
  "refused-put-stored": "ERR refused-has-no-effect PUT /items/{id}",
  "read-spends-label": "ERR reads-change-nothing GET /items/{id}/label",
  "location-off-by-one": "ERR location-leads-to-it POST /items",
  "location-elsewhere": "WARN location-leads-to-it POST /items",
  "delete-by-name": "ERR alike-yet-apart DELETE /items/{id}",
  "fifth-pushes-first-out": "ERR many-side-by-side POST /items",
  "delete-takes-next": "ERR many-side-by-side DELETE /items/{id}",
  "list-shows-old-name": "ERR list-agrees GET /items",
  "total-too-small": "WARN total-counts-items GET /items",
  "offset-off-by-one": "ERR pages-add-up GET /items",
  "order-shuffled": "WARN pages-add-up GET /items",
  "colour-ignored": "WARN filters-filter GET /items",
  "name-shows-newest": "ERR filters-filter GET /items",
  "name-misses-first": "ERR filters-filter GET /items",
  "filtered-after-paging": "ERR filters-filter GET /items",
  "either-filter-will-do": "WARN filters-filter GET /items",
  "two-filters-find-nothing": "ERR filters-filter GET /items",
  "makers-must-be-all": "WARN filters-filter GET /items",
  "total-of-all": "WARN filters-filter GET /items",
  "search-ignored": "WARN search-finds GET /items",
  "search-by-first-name": "WARN search-finds GET /items",
  "search-misses-newest": "WARN search-finds GET /items",
  "search-skips-labels": "WARN search-finds GET /items",
  "least-weight-left-out": "WARN ranges-include GET /items",
  "most-weight-ignored": "WARN ranges-include GET /items",
  "falls-upwards": "ERR sorts-sort GET /items",
  "sort-ignored": "WARN sorts-sort GET /items",
  "stale-etag-taken": "ERR etag-guards-writes PUT /items/{id}",
  "always-unchanged": "ERR conditional-read GET /items/{id}",
  "key-ignored": "ERR idempotency-key POST /items",
  "key-for-any-body": "WARN idempotency-key POST /items",
  "same-body-same-item": "WARN repeated-create POST /items",
  "sold-twice": "WARN action-takes-effect-once POST /items/{id}/sell",
  "refused-sale-counted": "WARN refused-has-no-effect POST /items/{id}/sell",
  "sold-in-words": "WARN action-does-what-it-says POST /items/{id}/sell",
  "no-allow": "WARN undeclared-method PATCH /items/{id}",
  "any-type-taken": "WARN media-types-refused POST /items",
  "any-accept-taken": "WARN media-types-refused GET /items/{id}",
  "head-says-html": "WARN head-agrees HEAD /items/{id}",
  "problem-with-other-status": "WARN problem-details GET /items/{id}",
};

describe.concurrent("a fault of the shelf", () => {
  it.each(Object.entries(FOUND))("%s: %s", async (fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    // What an action leaves is judged by others than the one that plans it.
    const isOfAction = ["refused-has-no-effect", "action-does-what-it-says"].includes(oracle);
    const planners = isOfAction ? ["action-takes-effect-once"] : [];
    const found = await testShelf(fault, { walks: false, oracles: only(oracle, ...planners) });
    expect(found).toEqual([expected]);
  });
});

describe("the shelf without a fault", () => {
  it.each([1, 2])("gives every oracle its situations, and none an objection (seed %i)", async (seed) => {
    expect(await testShelf(undefined, { seed })).toEqual([]);
  });
});

describe("the list of oracles", () => {
  it("has a test for each, somewhere", () => {
    const folders = ["judge", "run"].map((name) => join(import.meta.dirname, "..", name));
    const tests = folders
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(name, "utf8"));
    expect(ORACLES.filter(({ id }) => !tests.some((text) => text.includes(id))).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it("has ids that are unique, and rules that are sentences", () => {
    const ids = ORACLES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ORACLES.filter(({ title }) => !/^[A-Z].*\.$/.test(title))).toEqual([]);
    expect(ORACLES.filter(({ sequences, needs }) => sequences !== undefined && needs === undefined)).toEqual(
      [],
    );
  });
});
