import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Json } from "#base/json";
import type { Problem } from "#base/problem";
import { folderWith, piolet } from "./run-piolet.js";
import { startTabs, TABS_DOCUMENT } from "./tabs-service.js";

const ITEM = "$.paths['/tabs/{tabId}']";
const LIMIT = "for t in response_body(GET /tabs) :- t.used <= t.limit";

function overlay(target: string, update: Json): string {
  const info = { title: "Ours", version: "1" };
  return stringify({ overlay: "1.0.0", info, actions: [{ target, update }] });
}

/** What a user got wrong, and what is to be said of it: code, hint, and the words in the file at which it points. */
const MISTAKES: readonly (readonly [what: string, code: string, hint: string, at: string, files: Json])[] = [
  [
    "a clause that cannot be read",
    "formula-syntax",
    "Choose a name",
    "(",
    { "ours.yaml": overlay("$", { "x-invariants": ["for ("] }) },
  ],
  [
    "a path",
    "formula-unknown-operation",
    "Did you mean /tabs?",
    "GET /tab)",
    { "ours.yaml": overlay("$", { "x-invariants": ["response_body(GET /tab).length >= 0"] }) },
  ],
  [
    "a value of an enum",
    "formula-unknown-value",
    'Did you mean "closed"?',
    '"clsed"',
    {
      "ours.yaml": overlay(`${ITEM}.delete`, {
        "x-requires": ['response_body(GET /tabs/{tabId}).status == "clsed"'],
      }),
    },
  ],
  [
    "a status in a formula of the catalogue",
    "contract-use-invalid",
    'Did you mean "closed"?',
    "statuses:",
    {
      "ours.yaml": overlay(`${ITEM}.delete`, {
        "x-requires": [{ use: "allowed-in", field: "status", statuses: ["clsed"] }],
      }),
    },
  ],
  [
    "a parameter",
    "formula-unbound",
    'Did you mean "tabId"?',
    "tabID})",
    { "ours.yaml": overlay(`${ITEM}.delete`, { "x-requires": ["response_code(GET /tabs/{tabID}) == 200"] }) },
  ],
  [
    "a formula of the catalogue",
    "contract-formula-unknown",
    'Did you mean "unique"?',
    "uniqe",
    { "ours.yaml": overlay("$", { "x-invariants": [{ use: "uniqe", resource: "tab", fields: ["owner"] }] }) },
  ],
  [
    "what stands beside a clause",
    "formula-syntax",
    'Did you mean "sufficient: true"?',
    "true",
    {
      "ours.yaml": overlay(`${ITEM}.delete`, {
        "x-requires": [{ clause: "response_code(GET /tabs/{tabId}) == 200", sufficent: true }],
      }),
    },
  ],
  [
    "a member",
    "contract-member-unknown",
    'Did you mean "x-ensures"?',
    "x-ensure",
    { "ours.yaml": overlay(`${ITEM}.delete`, { "x-ensure": ["response_code(GET /tabs/{tabId}) == 404"] }) },
  ],
  [
    "a tag",
    "contract-member-unknown",
    'Did you mean "x-crudOperationSemantics"?',
    "DELETE",
    { "ours.yaml": overlay(`${ITEM}.delete`, { "x-crudOperationSemantic": "DELETE" }) },
  ],
  [
    "the place of a list",
    "contract-member-unknown",
    "x-requires or x-ensures",
    "x-invariants",
    { "ours.yaml": overlay(`${ITEM}.delete`, { "x-invariants": [LIMIT] }) },
  ],
  [
    "the target of an overlay",
    "overlay-no-target",
    'Did you mean "/tabs/{tabId}"?',
    "$.paths['/tab/{tabId}']",
    { "ours.yaml": overlay("$.paths['/tab/{tabId}'].delete", { "x-requires": ["T"] }) },
  ],
  [
    "an operation in a contract file",
    "contract-operation-unknown",
    'Did you mean "POST /tabs"?',
    "response_code",
    { "ours.glc": "POST /tbs:\n  ensures:\n    - response_code(this) == 201\n" },
  ],
  [
    "an operation in the config file",
    "contract-operation-unknown",
    'Did you mean "POST /tabs"?',
    "response_code",
    {
      "piolet.config.yaml": stringify({
        contracts: { operations: { "POST /tbs": { ensures: ["response_code(this) == 201"] } } },
      }),
    },
  ],
];

function folderFor(files: Json): { readonly folder: string; readonly flags: readonly string[] } {
  const all = files as Readonly<Record<string, string>>;
  const folder = folderWith({ "tabs.json": JSON.stringify(TABS_DOCUMENT), ...all });
  const has = (name: string) => Object.hasOwn(all, name);
  return {
    folder,
    flags: [
      ...(has("ours.yaml") ? ["--overlay", `${folder}/ours.yaml`] : []),
      ...(has("ours.glc") ? ["--contract", "ours.glc"] : []),
    ],
  };
}

describe("what is misspelt in clauses of the user's ends the run before it begins", () => {
  it.each(MISTAKES)("%s", async (_, code, hint, at, files) => {
    const tabs = await startTabs();
    const { folder, flags } = folderFor(files);
    try {
      const argv = ["test", `${folder}/tabs.json`, "--url", tabs.url, ...flags, "--json"];
      const ran = await piolet(argv, { cwd: folder });
      expect(ran.code).toBe(2);
      const { problems } = JSON.parse(ran.out) as { problems: readonly Problem[] };
      const found = problems.find((problem) => problem.code === code);
      expect(problems.map((problem) => problem.code)).toContain(code);
      expect(found?.hint).toContain(hint);
      const source = found?.source ?? "";
      const text = readFileSync(source.startsWith("/") ? source : `${folder}/${source}`, "utf8");
      const line = text.split("\n")[(found?.at?.line ?? 0) - 1] ?? "";
      expect(line.slice((found?.at?.column ?? 0) - 1)).toContain(at);
    } finally {
      await tabs.close();
    }
  });

  const MISSPELT = MISTAKES.find(([what]) => what === "a path")?.[4] ?? {};
  it.each(["learn", "explore", "contract", "model", "cover"])("so does %s", async (command) => {
    const { folder, flags } = folderFor(MISSPELT);
    const url = ["learn", "explore"].includes(command) ? ["--url", "http://127.0.0.1:9"] : [];
    const ran = await piolet([command, `${folder}/tabs.json`, ...url, ...flags], { cwd: folder });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/no path \/tab\. \(.*ours\.yaml:\d+:\d+/);
    expect(ran.err).toContain("Did you mean /tabs?");
  });
});

describe("what is not the user's stops nobody", () => {
  const published = {
    ...TABS_DOCUMENT,
    invariants: ["for t in response_body(GET /tab) :- e.used > 0"],
    "x-required": ["owner", "limit"],
  };
  const stale = overlay(`${ITEM}.patch`, { "x-ensures": [{ generated: "T" }] });

  it("a published document with broken clauses, and an action that has lost what it described", async () => {
    const folder = folderWith({ "tabs.json": JSON.stringify(published), "stale.yaml": stale });
    const flags = ["--overlay", `${folder}/stale.yaml`];
    const ran = await piolet(["model", `${folder}/tabs.json`, ...flags], { cwd: folder });
    expect(ran.code).toBe(0);
  });

  it("--check tells both, and an overlay action that selects nothing", async () => {
    const folder = folderWith({ "tabs.json": JSON.stringify(published), "stale.yaml": stale });
    const flags = ["--overlay", `${folder}/stale.yaml`, "--check"];
    const ran = await piolet(["contract", `${folder}/tabs.json`, ...flags], { cwd: folder });
    expect(ran.code).toBe(2);
    expect(ran.out).toMatch(/no path \/tab\b/);
    expect(ran.out).toMatch(/warning The target .*patch selects nothing.*stale\.yaml:\d+:\d+/);
    expect(ran.out).toMatch(/1 clause, 2 errors, 2 warnings/);
  });

  it("--check fails for an action that was to bring clauses", async () => {
    const folder = folderWith({
      "tabs.json": JSON.stringify(TABS_DOCUMENT),
      "ours.yaml": overlay("$.paths['/tab'].post", { "x-ensures": ["response_code(this) == 201"] }),
    });
    const flags = ["--overlay", `${folder}/ours.yaml`, "--check"];
    const ran = await piolet(["contract", `${folder}/tabs.json`, ...flags], { cwd: folder });
    expect(ran.code).toBe(2);
    expect(ran.out).toMatch(/error The target .*Did you mean "\/tabs"/);
  });
});
