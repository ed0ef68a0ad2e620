import { describe, expect, test } from "vitest";
import { mergeRecords } from "#calls/merge-records";
import { parseRunLog } from "#calls/parse-run-log";
import { RECORD_FORMAT, type RunEvent } from "#calls/run-event";
import { RUN_LOG_SCHEMA } from "#calls/run-log-schema";
import type { RunRecord } from "#calls/run-record";
import { filterSecrets } from "#http/filter-secrets";
import { createRedactor } from "#http/redactor";
import { REPORT_FORMATS } from "#report/formats";
import { JSON_REPORT_SCHEMA } from "#report/json-report-form";
import { sampleRecord } from "./sample-record.js";
import { HAR } from "./schemas/har.js";
import { junitMistakes } from "./schemas/junit.js";
import { SARIF } from "./schemas/sarif.js";
import { validatorOf } from "./schemas/validator-of.js";
import { WFC_REPORT } from "./schemas/wfc-report.js";

const around = { lines: new Map(), started: "2026-01-01T00:00:00.000Z" };

const validEvent = validatorOf(RUN_LOG_SCHEMA);
const HOSTILE = `</failure>]]>&amp;<x a="\u0000\uffff">`;
const RECORDS: readonly (readonly [string, RunRecord])[] = [
  ["an ordinary one", sampleRecord()],
  ["one of hostile texts", sampleRecord({ text: HOSTILE })],
  ["one that found nothing", { ...sampleRecord(), faults: [] }],
  ["one of two shards", mergeRecords([sampleRecord(), sampleRecord()])],
];

const without = <T extends object>(data: T) => filterSecrets(data, createRedactor());

describe.each(RECORDS)("of a record, %s,", (_, record) => {
  test.each([
    ["json", JSON_REPORT_SCHEMA],
    ["wfc", WFC_REPORT],
    ["sarif", SARIF],
  ] as const)("the %s report has the form that is published for it", (name, schema) => {
    expect(validatorOf(schema)(JSON.parse(REPORT_FORMATS[name].render(record, around)))).toEqual([]);
  });

  test("the JUnit report is well-formed and has the form that build servers read", () => {
    expect(junitMistakes(REPORT_FORMATS.junit.render(record))).toEqual([]);
  });

  test("the log has the published form, and comes back as it was", () => {
    const { piolet, title, document, url, seed } = record;
    const time = around.started;
    const events: readonly RunEvent[] = [
      { event: "run-started", format: RECORD_FORMAT, piolet, title, document, url, seed, time },
      ...record.faults.map((fault) => ({ event: "fault-found", fault: without(fault) }) as const),
      { event: "run-finished", record: without(record) },
      { event: "faults-written", files: { F1: { json: "faults/F1.json" } } },
    ];
    expect(events.flatMap((event) => validEvent(event))).toEqual([]);
    const parsed = parseRunLog(events.map((event) => JSON.stringify(event)).join("\n"), "log");
    const [fault, ...others] = record.faults;
    const faults = fault === undefined ? [] : [{ ...fault, files: { json: "faults/F1.json" } }, ...others];
    expect(parsed.ok && parsed.value).toEqual({ ...record, faults });
  });
});

test("the HAR report has the form of HAR 1.2", () => {
  const har = JSON.parse(REPORT_FORMATS.har.render(sampleRecord({ text: "a-text" }), around));
  expect(validatorOf(HAR)(har)).toEqual([]);
});

test("a log whose graph leads nowhere is refused, not drawn", () => {
  const record = sampleRecord();
  const broken = JSON.stringify({ event: "run-finished", record }).replace('"from":0', '"from":77');
  const parsed = parseRunLog(broken, "log");
  expect(parsed.ok ? "" : parsed.problems[0]?.message).toContain("a transition leads out of the graph");
});

test.each(["text", "markdown", "html", "json"] as const)(
  "a report as %s shows the answers in which a fault was seen",
  (name) => {
    const { faults, ...rest } = sampleRecord();
    const [fault] = faults;
    const exchange = fault?.exchanges[0];
    if (fault === undefined || exchange === undefined) throw new Error("the sample has no fault");
    const request = { ...exchange.request, method: "GET", url: "http://127.0.0.1:1/boxes/of/7" };
    const seen = { ...rest, faults: [{ ...fault, looks: [{ ...exchange, request }] }] };
    const render: (record: RunRecord, about: typeof around) => string = REPORT_FORMATS[name].render;
    const [without, with_] = [{ ...rest, faults }, seen].map((record) => render(record, around));
    expect(without).not.toContain("/boxes/of/7");
    expect(with_).toContain("/boxes/of/7");
  },
);
