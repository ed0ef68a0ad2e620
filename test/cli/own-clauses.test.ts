import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { runShell } from "../report/exported.js";
import { folderWith, piolet } from "./run-piolet.js";
import { startTabs, TABS_DOCUMENT, type TabsStyle } from "./tabs-service.js";

interface Shown {
  readonly faults: readonly {
    readonly verdict: string;
    readonly oracle: string;
    readonly operation: string;
    readonly clause: string;
    readonly message: string;
    readonly got: string;
  }[];
  readonly clauses: readonly {
    readonly text: string;
    readonly origin: string;
    readonly held: number;
    readonly broken: number;
  }[];
}

const LIST = "$";
const DELETE = "$.paths['/tabs/{tabId}'].delete";
const CLOSE = "$.paths['/tabs/{tabId}/close'].post";

function stating(target: string, update: Json): string {
  return JSON.stringify({
    overlay: "1.0.0",
    info: { title: "Ours", version: "1" },
    actions: [{ target, update }],
  });
}

/** `piolet test --overlay` against a service that runs. */
async function test(style: TabsStyle, target: string, update: Json, more = ["--no-shrink"]) {
  const folder = folderWith({
    "tabs.json": JSON.stringify(TABS_DOCUMENT),
    "ours.json": stating(target, update),
  });
  const tabs = await startTabs(style);
  const flags = ["--url", tabs.url, "--overlay", `${folder}/ours.json`, "--seed", "1", "--json", ...more];
  try {
    const ran = await piolet(["test", `${folder}/tabs.json`, ...flags], { cwd: folder });
    const { faults, clauses } = JSON.parse(ran.out) as Shown;
    return {
      folder,
      code: ran.code,
      told: faults.filter(({ oracle }) => oracle === "contract"),
      errors: faults.filter(({ verdict }) => verdict === "ERR"),
      yours: clauses.filter(({ origin }) => origin === "yours"),
      all: faults,
    };
  } finally {
    await tabs.close();
  }
}

/** What the first fault's script says of a service. */
async function scriptSays(folder: string, style: TabsStyle): Promise<string> {
  const tabs = await startTabs(style);
  const { told } = await runShell(readFileSync(join(folder, ".piolet", "faults", "F1.sh"), "utf8"), tabs.url);
  await tabs.close();
  return told;
}

describe("an invariant of the user's", () => {
  const LIMIT = "for t in response_body(GET /tabs) :- t.used <= t.limit";
  const invariant = { "x-invariants": [LIMIT] };

  it("holds where the service keeps it", async () => {
    const { code, told, yours } = await test({ before: [{ id: "old", used: 3 }] }, LIST, invariant);
    expect({ code, told }).toEqual({ code: 0, told: [] });
    expect(yours[0]).toMatchObject({ text: LIMIT, broken: 0 });
    expect(yours[0]?.held).toBeGreaterThan(0);
  });

  it("is told once, with the thing, where it did not hold before the run", async () => {
    const before = [
      { id: "old", used: 11 },
      { id: "older", used: 12 },
    ];
    const { code, errors, yours } = await test({ before }, LIST, invariant);
    expect(code).toBe(1);
    expect(errors).toMatchObject([{ oracle: "contract", operation: "GET /tabs", clause: LIMIT }]);
    expect(errors[0]?.message).toContain('"id":"old"');
    expect(errors[0]?.message).toContain("and 1 more");
    expect(errors[0]?.message).toContain("before the first call that is judged");
    // It is kept by the things of the run.
    expect(yours[0]).toMatchObject({ broken: 1 });
    expect(yours[0]?.held).toBeGreaterThan(0);
  });

  it("is replayed on what is there then", async () => {
    const { folder } = await test({ before: [{ id: "old", used: 11 }] }, LIST, invariant);
    const replay = async (used: number) => {
      const tabs = await startTabs({ before: [{ id: "old", used }] });
      const ran = await piolet(["replay", "F1", "--url", tabs.url, "--seed", "2"], { cwd: folder });
      await tabs.close();
      return ran;
    };
    expect(await replay(11)).toMatchObject({ code: 1, out: expect.stringContaining("still failing") });
    expect(await replay(3)).toMatchObject({ code: 0, out: expect.stringContaining("fixed") });
  });

  it.each([
    ["a new tab is overdrawn", "POST /tabs"],
    ["closing overdraws the tab", "POST /tabs/{tabId}/close"],
  ] as const)("is held against the call that breaks it, whatever others have left: %s", async (fault, by) => {
    const before = [{ id: "old", used: 999 }];
    const { code, told } = await test({ before, fault }, LIST, invariant);
    expect(code).toBe(1);
    expect(told).toMatchObject([{ verdict: "ERR", operation: by, clause: LIMIT }]);
    expect(told[0]?.got).not.toContain("999");
  });
});

describe("a precondition of the user's", () => {
  const there = "response_code(GET /tabs/{tabId}) == 200";
  const open = 'response_body(GET /tabs/{tabId}).status == "open"';

  it("does not say that the call must be accepted", async () => {
    const { errors, yours } = await test({}, DELETE, { "x-requires": [there] });
    expect(errors).toEqual([]);
    expect(yours[0]?.held).toBeGreaterThan(0);
  });

  it("says so where it is marked sufficient", async () => {
    const { told } = await test({}, DELETE, { "x-requires": [{ clause: there, sufficient: true }] });
    expect(told).toMatchObject([{ verdict: "ERR", operation: "DELETE /tabs/{tabId}" }]);
    expect(told[0]?.message).toContain("although its preconditions hold");
  });

  it("tells a refusal that it excludes, on a service with that fault alone", async () => {
    const update = { "x-requires": [{ clause: open, sufficient: true }] };
    expect((await test({}, CLOSE, update)).errors).toEqual([]);
    const fault = "no tab is closed while there is another one";
    const { told } = await test({ fault }, CLOSE, update);
    expect(told).toMatchObject([{ verdict: "ERR", operation: "POST /tabs/{tabId}/close" }]);
  });
});

describe("a postcondition of the user's", () => {
  const gone =
    'previous(response_body(GET /tabs/{tabId}).status) == "open" => response_code(GET /tabs/{tabId}) == 404';
  const same = "response_body(GET /tabs/{tabId}) == previous(response_body(GET /tabs/{tabId}))";

  it("says nothing of a refusal", async () => {
    expect((await test({}, DELETE, { "x-ensures": [gone] })).errors).toEqual([]);
  });

  it("speaks of refusals where it says so", async () => {
    const update = { "x-ensures": [{ clause: same, on: "refused" }] };
    const { errors, yours } = await test({}, DELETE, update);
    expect(errors).toEqual([]);
    expect(yours[0]?.held).toBeGreaterThan(0);
    const fault = "a refused delete closes the tab";
    const { told, folder } = await test({ fault }, DELETE, update, []);
    expect(told).toMatchObject([{ verdict: "ERR", operation: "DELETE /tabs/{tabId}", clause: same }]);
    // The script says the same.
    expect(await scriptSays(folder, { fault })).toBe("shows");
    expect(await scriptSays(folder, {})).toBe("gone");
  });
});
