import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import type { Json, JsonObject } from "#base/json";
import { CATALOGUE } from "#contracts/catalogue";
import { startService } from "#services/service";
import { documentPath, overlayPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { DATA, HAS_DATA } from "../glacier/shared-data.js";
import { folderWith, piolet } from "./run-piolet.js";

const spec = documentPath("tournaments");

interface Shown {
  readonly clauses: readonly {
    readonly operation: string | null;
    readonly kind: string;
    readonly text: string;
    readonly origin: "generated" | "yours";
    readonly problems: readonly JsonObject[];
  }[];
  readonly problems: readonly { readonly code: string; readonly pointer?: string; readonly hint: string }[];
}

async function contract(...argv: readonly string[]): Promise<Shown> {
  return JSON.parse((await piolet(["contract", ...argv, "--json"])).out) as Shown;
}

function overlay(actions: Json): string {
  return JSON.stringify({ overlay: "1.0.0", info: { title: "t", version: "1" }, actions });
}

const atPost = "$.paths['/players'].post";
const MINE = "request_body(this){name}.length > 0";

describe("piolet contract --check", () => {
  it("passes the bundled contracts", async () => {
    const ran = await piolet([
      "contract",
      spec,
      "--overlay",
      overlayPath("tournaments"),
      "--check",
      "--json",
    ]);
    const { clauses, problems } = JSON.parse(ran.out) as Shown;
    expect(ran.code).toBe(0);
    expect(problems).toEqual([]);
    expect(clauses.length).toBeGreaterThanOrEqual(2);
    expect(clauses[0]).toMatchObject({ operation: null, kind: "invariant", origin: "yours", problems: [] });
  });

  it("names what is wrong with its place, and exits with 2", async () => {
    const invariants = [
      "for p in response_body(GET /player) :- q.pid != null",
      "for (",
      { use: "capcity", parent: "tournament" },
      { use: "unique", resource: "enrolment", fields: ["pid"] },
      { generate: "T" },
    ];
    const folder = folderWith({
      "o.json": overlay([{ target: "$", update: { "x-invariants": invariants } }]),
    });
    const ran = await piolet(["contract", spec, "--overlay", `${folder}/o.json`, "--check"]);
    expect(ran.code).toBe(2);
    expect(ran.out).toMatch(/error at 1:24 \(.*o\.json:1:130\): .*\/player/);
    expect(ran.out).toMatch(/\/x-invariants\/1/);
    expect(ran.out).toMatch(/"capcity" .*\/x-invariants\/2\/use\) Did you mean "capacity"/);
    expect(ran.out).toMatch(/"enrolment".*\/x-invariants\/3\/resource\) Did you mean "enrollment"/);
    expect(ran.out).toMatch(/neither a text nor .*\/x-invariants\/4/);
  });

  it("knows generated clauses, and leaves out those that were dropped", async () => {
    const kept = "response_code(GET /players/{pid}) == 200";
    const ensures = [{ generated: kept }, { generated: MINE }, { dropped: MINE }];
    const folder = folderWith({ "o.json": overlay([{ target: atPost, update: { "x-ensures": ensures } }]) });
    const { clauses } = await contract(spec, "--overlay", `${folder}/o.json`, "--check");
    expect(clauses).toMatchObject([{ text: kept, origin: "generated" }]);
  });
});

describe("piolet contract", () => {
  it.each(["tournaments", "petstore", "features"])(
    "prints an overlay for %s that checks without a word",
    async (name) => {
      const ran = await piolet(["contract", documentPath(name)]);
      expect(ran).toMatchObject({ code: 0, err: "" });
      const folder = folderWith({ "contracts.yaml": ran.out });
      const checked = await piolet([
        "contract",
        documentPath(name),
        "--overlay",
        `${folder}/contracts.yaml`,
        "--check",
      ]);
      expect(checked).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^\d+ clauses, 0 errors, 0 warnings\n$/),
      });
    },
  );

  it("writes one generated clause per line", async () => {
    const { out } = await piolet(["contract", spec]);
    expect(out).toContain("        - generated: response_code(GET /players/{pid}) == 404\n");
    const { clauses } = await contract(spec);
    expect(out.match(/- generated: /g)).toHaveLength(clauses.length);
  });

  it("has a user's clause once, as the user's, in whatever spelling", async () => {
    const update = { "x-requires": ["res_code(GET /players/req_body(@){pid}) = 404"] };
    const folder = folderWith({ "o.json": overlay([{ target: atPost, update }]) });
    const { clauses } = await contract(spec, "--overlay", `${folder}/o.json`);
    expect(
      clauses.filter(({ operation, kind }) => operation === "POST /players" && kind === "requires"),
    ).toMatchObject([{ origin: "yours", text: "res_code(GET /players/req_body(@){pid}) = 404" }]);
  });

  it("adds what follows from a rule that the user states", async () => {
    const rule = { use: "unique", resource: "enrollment", fields: ["pid", "tid"] };
    const folder = folderWith({ "o.json": overlay([{ target: "$", update: { "x-invariants": [rule] } }]) });
    const { clauses } = await contract(spec, "--overlay", `${folder}/o.json`);
    const yours = clauses.filter(({ origin }) => origin === "yours").map(({ operation }) => operation);
    expect(yours).toEqual([null, "POST /enrollments"]);
  });

  it("takes clauses from the config file and from contract files", async () => {
    const config = {
      contracts: {
        invariants: [{ use: "capacity", parent: "tournament", child: "enrollment", field: "capacity" }],
        operations: { "post /players": { requires: [MINE] } },
      },
    };
    const folder = folderWith({
      "piolet.config.json": JSON.stringify(config),
      "more.glc": `PUT /players/{pid}:\n  requires:\n    - ${MINE}\n`,
    });
    const ran = await piolet(["contract", spec, "--contract", "more.glc", "--json"], { cwd: folder });
    const { clauses, problems } = JSON.parse(ran.out) as Shown;
    const yours = clauses.filter(({ origin }) => origin === "yours");
    expect(yours.map(({ operation, text }) => [operation, text])).toContainEqual(["POST /players", MINE]);
    expect(yours.map(({ operation, text }) => [operation, text])).toContainEqual([
      "PUT /players/{pid}",
      MINE,
    ]);
    expect(yours.filter(({ text }) => text.includes("capacity"))).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  it.skipIf(!HAS_DATA)("reads the authors' own format (skipped where ../shared is absent)", async () => {
    const { clauses } = await contract(join(DATA, "tournaments-glacier.json"));
    expect(clauses.filter(({ origin }) => origin === "yours")).toHaveLength(36);
    expect(clauses.filter(({ origin }) => origin === "generated").length).toBeGreaterThan(20);
  });

  it("prints the catalogue", async () => {
    const ran = await piolet(["contract", "--catalogue"]);
    expect(ran.code).toBe(0);
    for (const { name } of CATALOGUE) expect(ran.out).toContain(`\`${name}\``);
  });

  it("needs a document", async () => {
    expect(await piolet(["contract"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/No OpenAPI document is named/),
    });
  });
});

describe("piolet test --contract", () => {
  it("judges by the clauses of the file and of the config", async () => {
    const folder = folderWith({
      "piolet.config.json": JSON.stringify({
        contracts: { operations: { postTournament: { ensures: ["response_code(this) == 298"] } } },
      }),
      "wrong.glc": "POST /players:\n  ensures:\n    - response_code(this) == 299\n",
    });
    const started = await startService(tournaments);
    if (!started.ok) throw new Error(started.problems[0]?.message);
    const flags = ["--url", started.value.url, "--contract", "wrong.glc", "--seed", "1", "--json"];
    const soon = ["--size", "1", "--no-shrink", "--max-failures", "2"];
    try {
      const ran = await piolet(["test", spec, ...flags, ...soon], { cwd: folder });
      const { faults } = JSON.parse(ran.out) as { faults: { clause: string }[] };
      expect(ran.code).toBe(1);
      const clauses = faults.map(({ clause }) => clause);
      expect(clauses).toContain("response_code(this) == 299");
      expect(clauses).toContain("response_code(this) == 298");
    } finally {
      await started.value.close();
    }
  });
});

describe("piolet contract --output", () => {
  const generate = (folder: string, ...more: readonly string[]) =>
    piolet(["contract", spec, "-o", "contracts.yaml", ...more], { cwd: folder });
  const read = (folder: string) => readFileSync(join(folder, "contracts.yaml"), "utf8");

  it("writes the same file twice", async () => {
    const folder = folderWith({});
    expect(await generate(folder)).toMatchObject({
      code: 0,
      out: "54 clauses, 0 yours, written to contracts.yaml\n",
    });
    const first = read(folder);
    await generate(folder);
    expect(read(folder)).toBe(first);
  });

  it("replaces generated clauses and keeps all else", async () => {
    const dropped = "response_code(GET /players/{pid}) == 200";
    const folder = folderWith({
      "contracts.yaml": [
        "# Ours.",
        "overlay: 1.0.0",
        "info: { title: Contracts, version: 2.0.0 }",
        "actions:",
        "  - target: $.info",
        "    update: { contact: { name: us } }",
        `  - target: $["paths"]["/players"]["post"]`,
        "    update:",
        "      x-ensures:",
        "        # Nobody is nameless.",
        `        - "${MINE}"`,
        `        - generated: 'response_code(GET /players/{pid}) == 299'`,
        `        - dropped: ${dropped}`,
        "        - { use: echo, except: [email] }",
        "",
      ].join("\n"),
    });
    expect((await generate(folder)).code).toBe(0);
    const text = read(folder);
    expect(text).toMatch(/^# Ours\./);
    expect(text).toContain("# Nobody is nameless.");
    expect(text).toContain("contact");
    const { actions } = parseYaml(text) as { actions: { target: string; update: Record<string, Json[]> }[] };
    const ensures = actions[1]?.update["x-ensures"] ?? [];
    expect(ensures.slice(0, 3)).toEqual([MINE, { dropped }, { use: "echo", except: ["email"] }]);
    expect(ensures).not.toContainEqual({ generated: "response_code(GET /players/{pid}) == 299" });
    expect(ensures).not.toContainEqual({ generated: dropped });
    expect(ensures).toContainEqual({ generated: "exists p in response_body(GET /players) :- p.pid == pid" });
    expect(
      actions.filter(({ target }) => target.includes("post") && target.includes("/players")),
    ).toHaveLength(1);
    const again = text;
    await generate(folder);
    expect(read(folder)).toBe(again);
  });

  it("keeps an overlay in JSON in JSON", async () => {
    const folder = folderWith({
      "contracts.yaml": overlay([{ target: atPost, update: { "x-ensures": [MINE] } }]),
    });
    await generate(folder);
    const { actions } = JSON.parse(read(folder)) as { actions: { update: Record<string, Json[]> }[] };
    expect(actions[0]?.update["x-ensures"]?.[0]).toBe(MINE);
  });

  it.each([
    ["is no overlay", "openapi: 3.0.0\npaths: {}\n"],
    ["cannot be read", "overlay: [1.0.0\nactions: {"],
    ["is something else", "Dear diary\n"],
  ])("does not touch a file that %s", async (_, text) => {
    const folder = folderWith({ "contracts.yaml": text });
    const ran = await generate(folder, "--json");
    expect(ran.code).toBe(2);
    expect((JSON.parse(ran.out) as Shown).problems).not.toEqual([]);
    expect(read(folder)).toBe(text);
  });

  it("does not write where a folder is", async () => {
    const folder = folderWith({});
    mkdirSync(join(folder, "contracts.yaml"));
    expect(await generate(folder)).toMatchObject({ code: 2, err: expect.stringMatching(/cannot be read/) });
  });
});

describe("piolet contract --format document", () => {
  const documentOf = (folder: string, name: string, ...more: readonly string[]) =>
    piolet(["contract", name, "--format", "document", ...more], { cwd: folder });
  const document = {
    openapi: "3.0.3",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes/{id}": {
        get: { responses: { 200: { description: "" } } },
        delete: { responses: { 204: { description: "" } }, "x-ensures": ["T"] },
      },
    },
  };
  const gone = { generated: "response_code(GET /notes/{id}) == 404" };

  it("writes JSON for JSON", async () => {
    const folder = folderWith({ "notes.json": JSON.stringify(document) });
    const ran = await documentOf(folder, join(folder, "notes.json"));
    expect(JSON.parse(ran.out)).toEqual({
      ...document,
      paths: {
        "/notes/{id}": {
          ...document.paths["/notes/{id}"],
          delete: {
            ...document.paths["/notes/{id}"].delete,
            "x-requires": [{ generated: "response_code(GET /notes/{id}) == 200" }],
            "x-ensures": ["T", gone],
          },
        },
      },
    });
  });

  it("writes YAML for YAML, with its comments, and in place", async () => {
    const folder = folderWith({ "tournaments.yaml": `# Ours.\n${readFileSync(spec, "utf8")}` });
    const file = join(folder, "tournaments.yaml");
    expect((await documentOf(folder, file, "-o", file)).code).toBe(0);
    const first = readFileSync(file, "utf8");
    expect(first).toMatch(/^# Ours\./);
    expect(first).toContain("- generated: response_code(GET /players/{pid}) == 404");
    await documentOf(folder, file, "-o", file);
    expect(readFileSync(file, "utf8")).toBe(first);
    expect(await piolet(["contract", file, "--check"])).toMatchObject({ code: 0 });
  });

  it("carries the user's clauses of an earlier output over", async () => {
    const folder = folderWith({ "notes.json": JSON.stringify(document) });
    const [input, output] = [join(folder, "notes.json"), join(folder, "out.json")];
    await documentOf(folder, input, "-o", output);
    const edited = JSON.parse(readFileSync(output, "utf8"));
    edited.paths["/notes/{id}"].delete["x-ensures"] = [
      "T",
      "response_code(this) == 204",
      { dropped: gone.generated },
    ];
    writeFileSync(output, JSON.stringify(edited));
    await documentOf(folder, input, "-o", output);
    const again = JSON.parse(readFileSync(output, "utf8"));
    expect(again.paths["/notes/{id}"].delete["x-ensures"]).toEqual([
      "T",
      "response_code(this) == 204",
      { dropped: gone.generated },
    ]);
  });

  it("does not touch a file that is no document", async () => {
    const folder = folderWith({ "notes.json": JSON.stringify(document), "out.json": "{}" });
    const ran = await documentOf(folder, join(folder, "notes.json"), "-o", "out.json");
    expect(ran.code).toBe(2);
    expect(readFileSync(join(folder, "out.json"), "utf8")).toBe("{}");
  });
});
