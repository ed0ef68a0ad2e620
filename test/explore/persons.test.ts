import { beforeAll, describe, expect, it } from "vitest";
import type { Exploration } from "#explore/explore-api";
import { persons, personsRefusing, personsValidating } from "#services/persons/persons";
import { differences, exploreService, keysOf, linesOf } from "./explore-against.js";

/** The services wait more than they work: side by side they take as long as the slowest. */
let found: { readonly [name in "first" | "again" | "refusing" | "validating"]: Exploration };

beforeAll(async () => {
  const [first, again, refusing, validating] = await Promise.all([
    exploreService(persons, { seed: 1 }),
    exploreService(persons, { seed: 2 }),
    exploreService(personsRefusing, { seed: 3 }),
    exploreService(personsValidating, { seed: 4 }),
  ]);
  found = { first, again, refusing, validating };
});

describe("persons, as in figures 8 to 10 of the paper", () => {
  it("overwrites a name that is taken", () => {
    expect(linesOf(found.first, "MP-R-2")).toEqual([
      'GET /persons 200, POST /persons {"name":"0","age":1} 201, GET /persons 200',
    ]);
    expect(linesOf(found.first, "MP-R-1")).toEqual([
      "GET /persons 200, GET /persons 200",
      'POST /persons {"name":"0","age":1} 201, POST /persons {"name":"0","age":1} 201',
      'DELETE /persons/{name} "0" 204, DELETE /persons/{name} "0" 204',
    ]);
  });

  it("refuses a name that is taken", () => {
    expect(linesOf(found.refusing, "MP-R-2")).toEqual([
      'GET /persons 200, POST /persons {"name":"0","age":1} 201, GET /persons 200',
      'POST /persons {"name":"0","age":1} 201, POST /persons {"name":"0","age":1} 409',
    ]);
    expect(linesOf(found.refusing, "MP-R-1")).toEqual([
      "GET /persons 200, GET /persons 200",
      'DELETE /persons/{name} "0" 204, DELETE /persons/{name} "0" 204',
    ]);
  });

  it("lets in who is above 64", () => {
    expect(linesOf(found.validating, "MP-R-2")).toEqual([
      'GET /persons 200, POST /persons {"name":"0","age":65} 201, GET /persons 200',
      'POST /persons {"name":"0","age":65} 201, POST /persons {"name":"0","age":65} 409',
    ]);
    expect(linesOf(found.validating, "MP-R-1")).toEqual([
      "GET /persons 200, GET /persons 200",
      'POST /persons {"name":"0","age":1} 400, POST /persons {"name":"0","age":1} 400',
      'DELETE /persons/{name} "0" 204, DELETE /persons/{name} "0" 204',
    ]);
    expect(linesOf(found.validating, "validation-boundary")).toContain(
      'POST /persons {"name":"0","age":64} 400, POST /persons {"name":"0","age":65} 201',
    );
  });

  it("takes back what it made", () => {
    expect(linesOf(found.first, "MP-S-3")).toEqual([
      'POST /persons {"name":"0","age":1} 201, DELETE /persons/{name} "0" 204',
    ]);
  });

  it("finds the same with another seed", () => {
    expect(keysOf(found.again)).toEqual(keysOf(found.first));
  });

  it("differs between the variants in exactly what was changed", () => {
    const changed = (from: Exploration, to: Exploration) => {
      const { gone, new: came } = differences(from, to);
      return { gone: gone.map(({ key }) => key), came: came.map(({ key }) => key) };
    };
    expect(changed(found.first, found.refusing)).toEqual({
      gone: [
        "MP-R-1 POST /persons: POST /persons 201, POST /persons 201",
        "idempotent POST /persons: POST /persons 201, POST /persons 201",
      ],
      came: [
        "MP-R-2 POST /persons: POST /persons 201, POST /persons 409",
        "idempotent POST /persons: POST /persons 201, POST /persons 409",
        "uniqueness-boundary POST /persons: POST /persons 201, POST /persons 409, POST /persons 201 (name)",
      ],
    });
    expect(changed(found.refusing, found.validating)).toEqual({
      gone: ["validation-boundary POST /persons: POST /persons 400, POST /persons 201 (/age least, 0 and 1)"],
      came: [
        "MP-R-1 POST /persons: POST /persons 400, POST /persons 400",
        "MP-S-1 POST /persons: POST /persons 400",
        "validation-boundary POST /persons: POST /persons 400, POST /persons 201 (/age least, 64 and 65)",
      ],
    });
  });
});

it("leaves nothing behind", () => {
  for (const { cleanup } of Object.values(found)) expect(cleanup.left).toEqual([]);
});
