import { execFileSync } from "node:child_process";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import { canonicalJson } from "#report/canonical-json";
import { withOwnNames } from "#report/fresh-form";
import { renderExports } from "#report/render-exports";
import { SHELL_RUNTIME } from "#report/shell-runtime";
import { against, runShell, runVitest } from "./exported.js";
import { exportsOf, FOUND, faultIn } from "./found-faults.js";
import { runArazzo } from "./run-arazzo.js";

describe("a script tells whether a fault shows", () => {
  // A fault shows only after some looks with pauses between them: side by side the scripts wait together.
  test.concurrent.each(FOUND)("%s", async (name) => {
    const [service = "", fault = ""] = name.split("--");
    const { sh } = exportsOf(faultIn(name));
    const [faulty, correct] = await Promise.all([
      against(service, fault, (url) => runShell(sh, url)),
      against(service, undefined, (url) => runShell(sh, url)),
    ]);
    expect([faulty.told, correct.told], faulty.output + correct.output).toEqual(["shows", "gone"]);
  });

  test("it cannot tell where nobody answers", async () => {
    const [name = ""] = FOUND;
    expect((await runShell(exportsOf(faultIn(name)).sh, "http://127.0.0.1:1")).told).toBe("cannot tell");
  });

  test("it cannot tell what is not said as a check", async () => {
    const [name = ""] = FOUND;
    const { check: _, ...fault } = faultIn(name);
    const [service = ""] = name.split("--");
    const ran = await against(service, undefined, (url) => runShell(exportsOf(fault).sh, url));
    expect(ran.told).toBe("cannot tell");
  });
});

describe("a test of vitest tells the same", () => {
  const some = FOUND.filter((_, index) => index % 3 === 0);
  const [service = ""] = some[0]?.split("--") ?? [];
  const tests = Object.fromEntries(some.map((name) => [name, exportsOf(faultIn(name)).test]));

  test("on the correct service every one passes", async () => {
    const told = await against(service, undefined, (url) => runVitest(tests, { API_URL: url }));
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(some.map((name) => [name, "gone"])));
  });

  test("on the faulty service it fails", async () => {
    const [name = ""] = some;
    const fault = name.split("--")[1] ?? "";
    const told = await against(service, fault, (url) =>
      runVitest({ [name]: tests[name] ?? "" }, { API_URL: url }),
    );
    expect(told.get(name)).toBe("shows");
  });
});

test.each(FOUND)("%s as a workflow: every step names an operation, every value an earlier step", (name) => {
  const workflow = parse(exportsOf(faultIn(name)).arazzo ?? "").workflows[0];
  const seen = new Set<string>();
  for (const step of workflow.steps) {
    expect(step.operationPath).toMatch(/^\{\$sourceDescriptions\.api\.url\}#\/paths\/~1/);
    const used = [...JSON.stringify(step).matchAll(/\$steps\.(s\d+)\.outputs\.(\w+)/g)];
    for (const [, from, output] of used) expect(seen).toContain(`${from} ${output}`);
    for (const output of Object.keys(step.outputs ?? {})) seen.add(`${step.stepId} ${output}`);
  }
});

describe("a workflow tells the same, or says that it cannot", () => {
  test.concurrent.each(FOUND)("%s", async (name) => {
    const [service = "", fault = ""] = name.split("--");
    const { arazzo = "" } = exportsOf(faultIn(name));
    const [faulty, correct] = await Promise.all([
      against(service, fault, (url) => runArazzo(arazzo, url)),
      against(service, undefined, (url) => runArazzo(arazzo, url)),
    ]);
    const isSaid = !arazzo.includes("The steps only make the calls");
    const told = isSaid ? ["shows", "gone"] : ["cannot tell", "cannot tell"];
    expect([faulty.told, correct.told], faulty.output + correct.output).toEqual(told);
  });

  test("most of them can", () => {
    const said = FOUND.filter((name) => !exportsOf(faultIn(name)).arazzo?.includes("The steps only make"));
    expect(said.length).toBeGreaterThan(FOUND.length / 2);
  });
});

property.prop([fc.array(fc.json({ noUnicodeString: false } as object), { minLength: 20, maxLength: 40 })], {
  numRuns: 3,
  endOnFailure: true,
})("the script spells JSON as Piolet does", (texts) => {
  const script = `base=x\n${SHELL_RUNTIME}\nwhile IFS= read -r line; do printf '%s' "$line" | flatten | awk -F '\\t' '$1 == "" { print substr($0, 2) }'; done`;
  const spelt = execFileSync("bash", ["-c", script], { input: `${texts.join("\n")}\n`, encoding: "utf8" });
  expect(spelt.trimEnd().split("\n")).toEqual(texts.map((text) => canonicalJson(JSON.parse(text) as Json)));
});

test("an id that is a part of a Location cannot be said in a workflow", () => {
  const [name = ""] = FOUND.filter((one) => one.includes("update-player"));
  const fault = faultIn(name);
  const [create] = fault.sequence.calls.filter(({ operation }) => operation.startsWith("POST "));
  const made = { kind: "reference", call: create?.id ?? "", source: { in: "location" } } as const;
  const last = { ...fault.sequence.calls.at(-1), path: { pid: made } } as Call;
  const calls = [...fault.sequence.calls.slice(0, -1), last];
  expect(exportsOf(fault).arazzo).toBeDefined();
  const exported = exportsOf({ ...fault, sequence: { ...fault.sequence, calls } });
  expect(exported.arazzo).toBeUndefined();
  expect(exported.sh).toMatch(/\$\(location s/);
  const numbered = {
    ...last,
    path: { pid: { ...made, source: { in: "location", isNumber: true } } },
  } as Call;
  const again = exportsOf({
    ...fault,
    sequence: { ...fault.sequence, calls: [...calls.slice(0, -1), numbered] },
  });
  expect(again.sh).toMatch(/\$\(number_of_location s/);
  expect(again.test).toContain("function numberOfLocation(");
});

test("a fault that nobody else can run says why", () => {
  const [name = ""] = FOUND;
  const { replay: _, ...passing } = faultIn(name);
  const exported = renderExports({ fault: passing, url: "http://127.0.0.1:1", document: "openapi.yaml" });
  expect(exported).toEqual({ why: "it was seen in passing, on things that need not be the run's own" });
});

test("what a generator of the user drew is sent again as it was", () => {
  const fresh = {
    kind: "fresh",
    name: "id",
    sample: "abc123456",
    generator: { name: "ids", literals: [] },
  } as const;
  const call = { id: "c1", operation: "POST /boxes", path: { id: fresh }, query: {}, header: {}, cookie: {} };
  const [form] = withOwnNames([call], []).forms;
  expect([form?.before, form?.moved]).toEqual(["abc123456", ""]);
});

test("text of a document or an answer cannot run in a script", async () => {
  const [name = ""] = FOUND;
  const evil = "x'; exit 7; '\n`exit 7` $(exit 7)";
  const fault = { ...faultIn(name), message: evil, expected: evil, got: evil, why: evil };
  expect((await runShell(exportsOf(fault).sh, "http://127.0.0.1:1")).told).toBe("cannot tell");
});
