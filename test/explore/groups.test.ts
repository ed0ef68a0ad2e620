import { beforeAll, describe, expect, it } from "vitest";
import type { Exploration } from "#explore/explore-api";
import { renderPage } from "#explore/render-page";
import { groups } from "#services/groups/groups";
import { exploreService, keysOf, linesOf } from "./explore-against.js";

let found: Exploration;

beforeAll(async () => {
  // The three operations of the paper.
  const operations = ["listGroups", "createGroup", "deleteGroup"];
  found = await exploreService(groups, { seed: 5, operations });
});

describe("groups, as in figures 12 to 18 of the paper", () => {
  it("has one query operation", () => {
    expect(found.queryOperations).toEqual(["GET /groups"]);
  });

  it.each([
    // Figure 14.
    "MP-R-2 GET /groups: GET /groups 200, POST /groups 201, GET /groups 200",
    "MP-R-2 POST /groups: POST /groups 201, POST /groups 400",
    "MP-R-1 DELETE /groups/{id}: DELETE /groups/{id} 404, DELETE /groups/{id} 404",
    "MP-R-1 POST /groups: POST /groups 400, POST /groups 400",
    "MP-R-1 GET /groups: GET /groups 200, GET /groups 200",
    // Figure 15.
    "MP-S-1 DELETE /groups/{id}: DELETE /groups/{id} 404",
    "MP-S-1 POST /groups: POST /groups 400",
    "MP-S-1 GET /groups: GET /groups 200",
    // Figures 16 to 18, and the decrease.
    "MP-S-2 POST /groups: POST /groups 201",
    "MP-S-3 DELETE /groups/{id}: POST /groups 201, DELETE /groups/{id} 202",
    "MP-S-4 POST /groups: POST /groups 201",
    "MP-S-5 DELETE /groups/{id}: DELETE /groups/{id} 202",
    // What the authors found out on the way.
    "delayed-effect DELETE /groups/{id}: DELETE /groups/{id} 202",
    "paging-boundary GET /groups: GET /groups 200 (20 of 21)",
  ])("shows %s", (key) => {
    expect(keysOf(found)).toContain(key);
  });

  it("makes groups of the smallest name and path", () => {
    expect(linesOf(found, "MP-S-4")).toEqual(['POST /groups {"name":"0","path":"00"} 201']);
  });

  it("tells where an id comes from, and what is waited for", () => {
    const example = found.examples.find(({ metaProperty }) => metaProperty === "MP-S-3");
    expect(example?.sentences.map((sentence) => sentence.replace(/with \d+,/, "with 7,"))).toEqual([
      "State S = response of GET /groups",
      'a = response of POST /groups with {"name":"0","path":"00"}, answered 201',
      "execute DELETE /groups/{id} with 7, selected from /id of a, answered 202, and wait a moment",
      "the state was another in between, and equals S again",
    ]);
  });
});

describe("the page", () => {
  it.each(["text", "markdown", "html"] as const)("has every operation, as %s", (format) => {
    const page = renderPage(found, format);
    for (const operation of ["GET /groups", "POST /groups", "DELETE /groups/"])
      expect(page).toContain(operation);
    expect(page).toContain("of 21 things that were made it shows 20");
  });

  it("makes no markup of what a service says", () => {
    const title = "<script>alert(1)</script>";
    expect(renderPage({ ...found, title }, "html")).not.toContain("<script>");
    expect(renderPage({ ...found, title }, "markdown")).not.toContain("<script>");
  });
});

it("leaves nothing behind", () => {
  expect(found.cleanup.left).toEqual([]);
});
