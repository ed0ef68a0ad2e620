import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { persons } from "#services/persons/persons";
import { tournaments } from "#services/tournaments/tournaments";
import { only } from "../judge/only.js";
import { serviceNamed } from "../report/exported.js";
import { serveJson } from "./serve-json.js";
import { apiOf, testAgainst, testBundled } from "./test-against.js";
import { replayedAt, TOLD_APART, toldAgain } from "./told-again.js";

describe("a create that nothing shows", () => {
  it.each(["add-cuts-name", "list-misses-newest"])("is told by its check: %s", async (planted) => {
    const { faults } = await testBundled(persons, { fault: planted, maxShrinks: 60 });
    const [fault] = faults.filter(({ verdict }) => verdict !== "NOTE");
    expect(fault).toMatchObject({ oracle: "created-is-readable", reproduced: 3, tried: 3 });
    expect(fault?.sequence.calls.map(({ operation }) => operation)).toEqual([
      "POST /persons",
      "GET /persons",
    ]);
    expect(await toldAgain("persons", planted, fault)).toEqual(TOLD_APART);
  });

  it("is not made again where nobody could delete it", async () => {
    const api = apiOf(WORDS);
    let made = 0;
    const served = await serveJson((method) => {
      if (method === "POST") made += 1;
      return method === "POST" ? [201] : [200, []];
    });
    const { faults } = await testAgainst(served.url, api, { maxShrinks: 60 });
    const fault = faults.find(({ oracle }) => oracle === "created-is-readable");
    if (fault === undefined) throw new Error("the fault was not found");
    const before = made;
    expect(await replayedAt(served.url, api, fault)).toBe("unclear");
    expect(made).toBe(before);
    await served.close();
  });
});

it("what rests on values that happen to be equal makes them equal", async () => {
  const { faults } = await testBundled(serviceNamed("persons-validating"), {
    fault: "list-merges-same-age",
    maxShrinks: 60,
    oracles: only("contract"),
  });
  const [fault] = faults;
  expect(fault).toMatchObject({ oracle: "contract", reproduced: 3, tried: 3 });
  expect(await toldAgain("persons-validating", "list-merges-same-age", fault)).toEqual(TOLD_APART);
});

describe("a clause about all things is told of those that break it", () => {
  it.each([
    ["capacity-off-by-one", "tournaments=1,players=2,enrollments=2"],
    ["enroll-pair-twice", "tournaments=1,players=1,enrollments=2"],
  ])("%s", async (planted, size) => {
    const oracles = only("contract");
    const { faults } = await testBundled(tournaments, { fault: planted, size, maxShrinks: 60, oracles });
    const [fault] = faults;
    expect(fault?.clause).toMatch(/^for /);
    expect(await toldAgain("tournaments", planted, fault)).toEqual(TOLD_APART);
  });
});

describe("a script tells what the finding says", () => {
  it.each([
    ["what is answered and not kept", "persons", "overwrite-keeps-age", "duplicate-is-refused"],
    ["what a refusal writes", "persons-refusing", "refused-duplicate-stored", "refused-yet-done"],
    ["what a refusal leaves", "persons-validating", "refused-person-stored", "refused-creates-nothing"],
    [
      "a name that is taken twice",
      "persons-validating",
      "duplicate-with-other-age-accepted",
      "duplicate-is-refused",
    ],
    ["several values of a filter", "petstore", "find-by-tags-needs-all", "filters-filter"],
  ])("%s: %s, %s", async (_, service, planted, oracle) => {
    const wish = { walks: false, maxShrinks: 60, oracles: only(oracle, "promised-values-taken") };
    const { faults } = await testBundled(serviceNamed(service), { fault: planted, ...wish });
    const fault = faults.find((one) => one.oracle === oracle);
    const { script, replay } = await toldAgain(service, planted, fault);
    expect({ script, replay }).toEqual({ script: TOLD_APART.script, replay: TOLD_APART.replay });
  });
});

const word: Json = { type: "object", required: ["word"], properties: { word: { type: "string" } } };
const content: Json = { "application/json": { schema: word } };

/** Words that are kept for good. */
const WORDS: Json = {
  openapi: "3.0.3",
  info: { title: "Words", version: "1" },
  paths: {
    "/words": {
      get: {
        responses: {
          "200": {
            description: "",
            content: { "application/json": { schema: { type: "array", items: word } } },
          },
        },
      },
      post: {
        requestBody: { required: true, content },
        responses: { "201": { description: "" } },
      },
    },
  },
};
