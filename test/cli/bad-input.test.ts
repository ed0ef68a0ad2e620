import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentPath } from "#services/service-files";
import { folderWith, piolet } from "./run-piolet.js";

const spec = documentPath("tournaments");
const files = folderWith({
  "broken.yaml": "openapi: 3.0.0\npaths: [unclosed\n",
  "broken.json": '{"openapi": "3.0.0", "paths": ["',
  "other.yaml": "hello: world\n",
  "empty.yaml": "openapi: 3.0.0\ninfo: {title: t, version: '1'}\npaths: {}\n",
});
const at = (name: string) => join(files, name);
const nobody = "http://127.0.0.1:1";

/** One message that names the place, one hint, the right exit code, and no stack. */
describe.each([
  ["a missing file", ["inspect", at("missing.yaml")], 2, /missing\.yaml/],
  ["a file that is not YAML", ["inspect", at("broken.yaml")], 2, /broken\.yaml:\d+:\d+/],
  ["a file that is not JSON", ["inspect", at("broken.json")], 2, /broken\.json.*line 1/],
  ["a file that is not OpenAPI", ["inspect", at("other.yaml")], 2, /OpenAPI/],
  ["a document without operations", ["inspect", at("empty.yaml")], 2, /no operation/i],
  ["a URL where nobody listens", ["test", spec, "--url", nobody], 3, /127\.0\.0\.1:1/],
  ["a URL that is none", ["test", spec, "--url", "localhost"], 2, /localhost/],
  [
    "a document behind a URL where nobody listens",
    ["inspect", `${nobody}/openapi.json`],
    2,
    /127\.0\.0\.1:1/,
  ],
  ["an unknown flag", ["test", spec, "--ulr", nobody], 2, /--ulr[\s\S]*--url/],
  ["an unknown command", ["tset", spec], 2, /tset[\s\S]*test/],
  ["no document", ["test"], 2, /spec/],
  ["a seed that is no number", ["test", spec, "-u", nobody, "--seed", "abc"], 2, /--seed/],
  ["a header without a colon", ["test", spec, "-u", nobody, "-H", "nonsense"], 2, /Header 1/],
  [
    "a shard that is none of so many",
    ["test", spec, "-u", nobody, "--shard", "5/4"],
    2,
    /--shard[\s\S]*1\/4/,
  ],
  ["no workers", ["test", spec, "-u", nobody, "--workers", "0"], 2, /--workers/],
  ["walks by nothing known", ["test", spec, "-u", nobody, "--walk-by", "luck"], 2, /--walk-by/],
  ["a nonsensical rate limit", ["test", spec, "-u", nobody, "--rate-limit", "fast"], 2, /fast/],
  [
    "an auth file that is missing",
    ["test", spec, "-u", nobody, "--auth-file", at("no.yaml")],
    2,
    /--auth-file/,
  ],
  ["filters that leave nothing", ["test", spec, "-u", nobody, "--include-tag", "nothing"], 2, /filter/i],
  ["an unknown service", ["demo", "tournament"], 2, /tournaments/],
  ["an unknown fault", ["demo", "--fault", "delete-player-keeps-it"], 2, /delete-player-keeps-player/],
  ["a port that is none", ["demo", "--serve", "--port", "99999999"], 2, /port/i],
])("%s", (_, argv, code, says) => {
  it(`exits with ${code} and says what to do`, async () => {
    const ran = await piolet(argv);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(says);
    expect(ran.err).not.toMatch(/^\s+at /m);
    expect(ran.out).toBe("");
  });
});

describe("with --json", () => {
  it("a refusal is one JSON document with the problems", async () => {
    const ran = await piolet(["inspect", at("empty.yaml"), "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toMatchObject({ problems: [{ code: "document-no-operations" }] });
  });
});

describe("a broken config file", () => {
  it.each([
    ["piolet.config.json", '{"sede": 4}', /"sede"[\s\S]*"seed"/],
    ["piolet.config.json", '{"seed": "four"}', /seed must be integer/],
    ["piolet.config.json", "{", /cannot be read/],
    ["piolet.config.yaml", "seed: [", /cannot be read/],
    ["piolet.config.yaml", `headers: {"x-key": "\${PIOLET_MISSING}"}`, /PIOLET_MISSING/],
    ["piolet.config.ts", "export default { seed: -1 }", /seed/],
    ["piolet.config.js", "throw new Error('boom')", /boom/],
  ])("%s with %s", async (name, text, says) => {
    const ran = await piolet(["test", spec, "--url", nobody], { cwd: folderWith({ [name]: text }) });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(says);
  });

  it("that was named and is missing", async () => {
    const ran = await piolet(["test", spec, "--url", nobody, "--config", "nowhere.json"]);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/nowhere\.json/);
  });
});
