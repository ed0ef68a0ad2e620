import {
  anything,
  arrayOf,
  boolean,
  type Decoder,
  mismatch,
  number,
  object,
  oneOf,
  string,
  tagged,
} from "#base/decode-json";
import type { Problem } from "#base/problem";
import { PROBLEM_CODES, type ProblemCode } from "#base/problem-codes";
import { decodeExchange } from "./decode-record.js";
import type { Exchange } from "./exchange.js";
import { decodeFault } from "./fault-file.js";
import type { Fault, OperationRecord, RunRecord, StageRecord, Verdicts } from "./run-record.js";

/**
 * What a run tells while it goes on, one line of JSON each. The last event holds the whole record; where it is missing
 * the run was ended from outside, and the others say what had happened until then.
 */
export type RunEvent =
  | {
      readonly event: "run-started";
      readonly format: typeof RECORD_FORMAT;
      readonly piolet: string;
      readonly title: string;
      readonly document: string;
      readonly url: string;
      readonly seed: number;
      /** ISO 8601. */
      readonly time: string;
    }
  | { readonly event: "stage-finished"; readonly stage: StageRecord }
  | { readonly event: "call-made"; readonly exchange: Exchange }
  | { readonly event: "fault-found"; readonly fault: Fault }
  | { readonly event: "run-finished"; readonly record: RunRecord };

/** The form has a number; a file of another one is refused instead of being misread. */
export const RECORD_FORMAT = 1;

const format: Decoder<typeof RECORD_FORMAT> = (json, at) =>
  json === RECORD_FORMAT
    ? { ok: true, value: RECORD_FORMAT }
    : mismatch(at, `${RECORD_FORMAT} is expected, the form that this version of Piolet reads`);

const stage: Decoder<StageRecord> = object({ name: string, ok: boolean, summary: string, cost: string });

const verdict = oneOf("OK", "WARN", "ERR", "NOT_TESTED");

const stringOrNull: Decoder<string | null> = (json, at) =>
  json === null ? { ok: true, value: null } : string(json, at);

const operation: Decoder<OperationRecord> = object(
  { key: string, semantics: string, resource: stringOrNull, calls: number, verdict },
  { reason: string },
);

const verdicts: Decoder<Verdicts> = object({ OK: number, WARN: number, ERR: number, NOT_TESTED: number });

const code = oneOf(...(Object.keys(PROBLEM_CODES) as ProblemCode[]));

const problem: Decoder<Problem> = object(
  { code, message: string, hint: string },
  { pointer: string, source: string, at: object({ line: number, column: number }) },
);

const statusOrNull: Decoder<number | null> = (json, at) =>
  json === null ? { ok: true, value: null } : number(json, at);

const access = object({ operation: string, owner: statusOrNull, other: statusOrNull, nobody: statusOrNull });

export const decodeRunRecord: Decoder<RunRecord> = object(
  {
    piolet: string,
    title: string,
    document: string,
    url: string,
    seed: number,
    operations: arrayOf(operation),
    stages: arrayOf(stage),
    verdicts,
    transitions: object({ total: number, covered: number, failed: number, unreached: number }),
    calls: number,
    requests: number,
    shrinking: object({ faults: number, attempts: number, requests: number }),
    milliseconds: number,
    faults: arrayOf(decodeFault),
    cleanup: object({
      deleted: number,
      left: arrayOf(object({ resource: string, id: anything, reason: string })),
    }),
    problems: arrayOf(problem),
  },
  { access: arrayOf(access) },
);

export const decodeRunEvent: Decoder<RunEvent> = tagged<RunEvent>("event", {
  "run-started": object({
    event: oneOf("run-started"),
    format,
    piolet: string,
    title: string,
    document: string,
    url: string,
    seed: number,
    time: string,
  }),
  "stage-finished": object({ event: oneOf("stage-finished"), stage }),
  "call-made": object({ event: oneOf("call-made"), exchange: decodeExchange }),
  "fault-found": object({ event: oneOf("fault-found"), fault: decodeFault }),
  "run-finished": object({ event: oneOf("run-finished"), record: decodeRunRecord }),
});
