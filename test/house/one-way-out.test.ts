import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "../../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(sep).join("/"))
  .filter((file) => file.endsWith(".ts"));

/** Who may write, and why no secret goes out there. */
const WRITERS: Readonly<Record<string, string>> = {
  "cli/terminal.ts": "it filters every line",
  "cli/write-files.ts": "it filters every file",
  "cli/run-log.ts": "it filters every event",
  "cli/run-cli.ts": "help and usage, before anything has been opened",
  "cli/main.ts": "the version, before anything has been opened",
  "graph/run-tlc.ts": "a model for TLC in a folder that is removed",
  "graph/serve-tlc.ts": "a model for TLC in a folder that is removed",
  "cli/lsp.ts": "diagnostics of texts that the editor has sent",
  "lsp/server.ts": "diagnostics of texts that the editor has sent",
};

const WRITES =
  /\b(?:writeFile|writeFileSync|appendFile\w*|createWriteStream|writeSync)\(|process\.std(?:out|err)|streams\.std(?:out|err)\.write|\bconsole\.\w+\(/;

it("nothing writes around the filter of secrets", () => {
  const found = files.filter((file) => WRITES.test(readFileSync(join(src, file), "utf8")));
  expect(found.sort()).toEqual(Object.keys(WRITERS).sort());
});

it("a command that opens a service hides its secrets from what it writes", () => {
  const opening = files.filter((file) => /\bopenTarget\(/.test(readFileSync(join(src, file), "utf8")));
  expect(opening.filter((file) => file.startsWith("cli/"))).toEqual(["cli/open-hidden.ts"]);
});

it("nothing inside a run filters: what is judged is what came", () => {
  // Each of them hands something out of the run; where another one does so, it belongs here.
  const ways = [
    "pipeline.ts",
    "run/run-listener.ts",
    "run/replay-fault.ts",
    "run/protocol/test-protocol.ts",
    "explore/explore-api.ts",
    "cli/learn.ts",
  ];
  const filtering = files.filter(
    (file) =>
      !file.startsWith("http/") &&
      /\bfilterSecrets\(|\bredactJson\(/.test(readFileSync(join(src, file), "utf8")),
  );
  expect(filtering.sort()).toEqual(ways.sort());
});
