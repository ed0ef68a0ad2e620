import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeRecords } from "#calls/merge-records";
import { parseRunLog } from "#calls/parse-run-log";
import { RUN_LOG_SCHEMA } from "#calls/run-log-schema";
import type { RunRecord } from "#calls/run-record";
import { gateCode } from "#cli/gates";
import { REPORT_FORMATS } from "#report/formats";
import { JSON_REPORT_SCHEMA } from "#report/json-report-form";
import { PLAIN } from "#report/paint";
import { renderAnnotations } from "#report/render-annotations";
import { escapeXml } from "#report/render-junit";
import { renderText } from "#report/render-text";
import { REPORT_NAMES } from "#report/report-names";
import { documentPath } from "#services/service-files";
import { piolet, type Ran } from "../cli/run-piolet.js";
import { against } from "./exported.js";
import { validatorOf } from "./schemas/validator-of.js";

const SERVICE = "tournaments";
const folder = mkdtempSync(join(tmpdir(), "piolet-reports-"));
const around = { lines: new Map(), started: "2026-01-01T00:00:00.000Z" };
let ran: Ran;
let log: string;
let record: RunRecord;

beforeAll(async () => {
  ran = await against(SERVICE, "delete-player-keeps-player", (url) =>
    piolet(
      [
        ...["test", documentPath(SERVICE), "--url", url, "--seed", "1", "--size", "1", "--no-shrink"],
        ...["--include-path", "/players*", "--report", REPORT_NAMES.join(",")],
        ...["--report-dir", "out", "--max-requests", "400"],
      ],
      { cwd: folder },
    ),
  );
  const [name = ""] = readdirSync(join(folder, "out/runs"));
  log = readFileSync(join(folder, "out/runs", name), "utf8");
  const parsed = parseRunLog(log, name);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  record = parsed.value;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a run writes every report that was asked for, and finds the fault", () => {
  expect(ran.code).toBe(1);
  const written = readdirSync(join(folder, "out"));
  for (const name of REPORT_NAMES) expect(written).toContain(REPORT_FORMATS[name].file);
});

test("what a real run writes for programs has the published form", () => {
  const validate = validatorOf(RUN_LOG_SCHEMA);
  const events = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(new Set(events.map(({ event }) => event)).size).toBe(8);
  expect(events.flatMap((event) => validate(event))).toEqual([]);
  const result = JSON.parse(readFileSync(join(folder, "out/report.json"), "utf8"));
  expect(validatorOf(JSON_REPORT_SCHEMA)(result)).toEqual([]);
});

test("the log names the files of faults, which are written after the record", () => {
  const [fault] = record.faults;
  expect(existsSync(join(folder, fault?.files?.json ?? "nowhere"))).toBe(true);
});

test("the record says of every transition what became of it, and of every clause how often it was judged", () => {
  expect(record.models?.length).toBeGreaterThan(0);
  for (const { transitions, actions, graph } of record.models ?? []) {
    for (const fate of ["covered", "failed", "unreached"] as const) {
      expect(graph?.transitions.filter((one) => one.fate === fate).length).toBe(transitions[fate]);
      expect(actions.reduce((sum, action) => sum + action[fate], 0)).toBe(transitions[fate]);
    }
    for (const { fate, made } of graph?.transitions ?? [])
      if (fate === "covered") expect(graph?.made[made ?? -1]?.status).toBeTypeOf("number");
  }
  expect(record.clauses?.some(({ held }) => held > 0)).toBe(true);
  expect(record.rules?.every(({ text }) => text.endsWith("."))).toBe(true);
  expect(record.operations.some(({ learned }) => (learned?.evidence.length ?? 0) > 0)).toBe(true);
});

test("a run without findings that left something out does not look as if all were well", () => {
  const untested = { ...record, faults: [] };
  const text = renderText(untested, { ...PLAIN, good: () => "GOOD", warn: () => "WARN" });
  expect(text.split("\n").at(-1)).toContain("WARN");
  expect(REPORT_FORMATS.markdown.render(untested)).toContain("not everything was tested");
  expect(REPORT_FORMATS.html.render(untested)).toContain('class="headline warn"');
});

test("a fault that was not made as small as it could be says so", () => {
  const faults = record.faults.map((fault) => ({
    ...fault,
    shrunk: { from: 9, attempts: 3, unfinished: true as const },
  }));
  expect(renderText({ ...record, faults }, PLAIN)).toContain("as far as there were requests for it: ");
  expect(renderText(record, PLAIN)).not.toContain("as far as");
});

describe("the log of a run", () => {
  test("renders to the same reports later", async () => {
    const [name = ""] = readdirSync(join(folder, "out/runs"));
    const later = await piolet(["report", join("out/runs", name), "--format", "markdown"], { cwd: folder });
    expect(later.code).toBe(0);
    expect(later.out).toContain(`## Piolet: ${record.title}`);
  });

  test("that was cut off at any place still tells what had happened", () => {
    const start = log.indexOf("\n") + 1;
    fc.assert(
      fc.property(fc.integer({ min: start, max: log.length }), (length) => {
        const parsed = parseRunLog(log.slice(0, length), "log");
        expect(parsed.ok && parsed.value.seed).toBe(1);
      }),
      { numRuns: 10 },
    );
  });

  test("that is no log is refused with its line", async () => {
    const parsed = parseRunLog('{"event":"lunch"}\n{}\n', "log");
    expect(parsed.ok ? "" : parsed.problems[0]?.message).toMatch(/^Line 1 is no event of a run/);
    expect((await piolet(["report", "nowhere.ndjson"], { cwd: folder })).code).toBe(2);
  });
});

test("the records of two shards are one: counts are summed, a fault that both have is one", () => {
  const merged = mergeRecords([record, record]);
  expect(merged.requests).toBe(2 * record.requests);
  expect(merged.transitions.total).toBe(2 * record.transitions.total);
  expect(merged.faults.map(({ key }) => key)).toEqual(record.faults.map(({ key }) => key));
  expect(merged.operations.length).toBe(record.operations.length);
});

test("JUnit has one case per operation, and fails those with faults", () => {
  const xml = REPORT_FORMATS.junit.render(record);
  expect(xml.match(/<testcase /g)?.length).toBe(record.operations.length);
  const blamed = new Set(
    record.faults.flatMap(({ verdict, operation }) => (verdict === "ERR" ? [operation] : [])),
  );
  expect(xml.match(/<failure /g)?.length).toBe(blamed.size);
});

property.prop([fc.string({ unit: "binary" })])("text in XML is neither markup nor forbidden", (text) => {
  const forbidden = [...escapeXml(text)].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return (code < 32 && ![9, 10, 13].includes(code)) || code === 0xfffe || code === 0xffff;
  });
  expect(forbidden).toEqual([]);
  expect(escapeXml(text)).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot);)/);
});

test("SARIF points at the line of the operation in the document", () => {
  const sarif = JSON.parse(readFileSync(join(folder, "out/report.sarif"), "utf8"));
  const lines = readFileSync(documentPath(SERVICE), "utf8").split("\n");
  const [result] = sarif.runs[0].results;
  const { region } = result.locations[0].physicalLocation;
  const method = result.locations[0].logicalLocations[0].fullyQualifiedName.split(" ")[0].toLowerCase();
  expect(sarif.version).toBe("2.1.0");
  expect(lines[region.startLine - 1]?.trim()).toBe(`${method}:`);
  expect(sarif.runs[0].tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
});

test("HAR has every call of every fault, with the members that its readers need", () => {
  const har = JSON.parse(REPORT_FORMATS.har.render(record, around));
  expect(har.log.version).toBe("1.2");
  expect(har.log.entries.length).toBe(record.faults.reduce((sum, fault) => sum + fault.exchanges.length, 0));
  for (const { request, response, timings, cache } of har.log.entries)
    expect([typeof request.url, typeof response.status, typeof timings.wait, typeof cache]).toEqual([
      "string",
      "number",
      "number",
      "object",
    ]);
});

test.each([
  [{ covered: 5, total: 10 }, { minTransitionCoverage: 50 }, 0],
  [{ covered: 4, total: 10 }, { minTransitionCoverage: 50 }, 1],
  [{ covered: 0, total: 0 }, { minTransitionCoverage: 1 }, 1],
  [{ covered: 0, total: 0 }, {}, 0],
] as const)("a run that covers %j passes the gate %j with %i", (transitions, gate, code) => {
  const passed = { ...record, faults: [], transitions: { ...record.transitions, ...transitions } };
  expect(gateCode(passed, gate, { err: () => {}, paint: PLAIN })).toBe(code);
});

test("warnings fail a run only where that is asked for", () => {
  const warned = {
    ...record,
    faults: record.faults.map((fault) => ({ ...fault, verdict: "WARN" as const })),
  };
  const codes = (["err", "warn"] as const).map((failOn) =>
    gateCode(warned, { failOn }, { err: () => {}, paint: PLAIN }),
  );
  expect(codes).toEqual([0, 1]);
});

test("the page has every finding and operation, loads nothing, and takes no markup from answers", () => {
  const html = REPORT_FORMATS.html.render({ ...record, title: "<img src=x onerror=alert(1)>" });
  for (const { id } of record.faults) expect(html).toContain(`<article id="${id}"`);
  for (const { key } of record.operations) expect(html).toContain(`<code>${escapeXml(key)}</code>`);
  for (const { resources } of record.models ?? []) expect(html).toContain(`<h3>${resources.join(", ")}</h3>`);
  expect(html).not.toContain("<img");
  expect(html).not.toMatch(/<(link|script|img|iframe)[^>]*(src|href)=/);
});

test("remarks for GitHub are one line each", () => {
  const fault = record.faults.map((one) => ({ ...one, message: "a\n::error::b" }));
  const lines = renderAnnotations({ ...record, faults: fault }, new Map());
  for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) file=[^\n]*$/);
});
