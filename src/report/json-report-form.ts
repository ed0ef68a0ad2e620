import {
  anything,
  arrayOf,
  type Decoder,
  exactly,
  nullOr,
  number,
  object,
  oneOf,
  recordOf,
  string,
} from "#base/decode-json";
import { schemaOf } from "#base/decoder-schema";
import {
  decodeAccessRow,
  decodeBystanders,
  decodeClause,
  decodeCleanup,
  decodeOperation,
  decodeRule,
  decodeShrinking,
  decodeVerdicts,
} from "#calls/decode-run-record";
import { decodeSign } from "#calls/fault-file";
import { decodeModelSummary, decodeTransitionCounts } from "#calls/model-record";

const call = object(
  { id: string, operation: string, method: string, url: string, status: nullOr(number) },
  { body: string, response: anything, failure: string },
);

const fault = object({
  id: string,
  key: string,
  operation: string,
  oracle: string,
  clause: string,
  verdict: oneOf("ERR", "WARN", "NOTE"),
  message: string,
  expected: string,
  got: string,
  why: string,
  reproduced: number,
  tried: number,
  count: number,
  operations: arrayOf(string),
  calls: arrayOf(call),
  looks: arrayOf(call),
  cause: nullOr(string),
  alsoShownAs: arrayOf(decodeSign),
  shrunk: nullOr(object({ from: number, attempts: number }, { unfinished: exactly(true) })),
  files: recordOf(string),
});

const faults = arrayOf(fault);

const problem = object(
  { code: string, message: string, hint: string, at: nullOr(object({ line: number, column: number })) },
  { pointer: string, source: string },
);

/** What `piolet test --json` prints, member by member: its names are relied on by other programs. */
export const JSON_REPORT_FORM: Decoder<unknown> = object({
  format: number,
  piolet: string,
  title: string,
  document: string,
  url: string,
  verdicts: decodeVerdicts,
  transitions: decodeTransitionCounts,
  calls: number,
  requests: number,
  shrinking: decodeShrinking,
  seconds: number,
  seed: number,
  faults,
  warnings: faults,
  notes: faults,
  operations: arrayOf(decodeOperation),
  models: arrayOf(decodeModelSummary),
  leftOut: arrayOf(string),
  rules: arrayOf(decodeRule),
  clauses: arrayOf(decodeClause),
  access: arrayOf(decodeAccessRow),
  cleanup: decodeCleanup,
  bystanders: nullOr(decodeBystanders),
  problems: arrayOf(problem),
});

/** The same as a schema, published beside the package. */
export const JSON_REPORT_SCHEMA = schemaOf(JSON_REPORT_FORM, {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "What piolet test --json prints",
});
