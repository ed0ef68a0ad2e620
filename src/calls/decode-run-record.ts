import {
  anything,
  arrayOf,
  boolean,
  type Decoder,
  exactly,
  nullOr,
  number,
  object,
  oneOf,
  string,
} from "#base/decode-json";
import type { Problem } from "#base/problem";
import { PROBLEM_CODES, type ProblemCode } from "#base/problem-codes";
import { decodeFault } from "./fault-file.js";
import { decodeModelRecord, decodeTransitionCounts } from "./model-record.js";
import type {
  BystanderRecord,
  ClauseRecord,
  LearnedMeaning,
  OperationRecord,
  RuleRecord,
  RunRecord,
  StageRecord,
  Verdicts,
} from "./run-record.js";

/** The check of a stored run record on the way back in: its form, member by member. */
export const decodeStage: Decoder<StageRecord> = object(
  { name: string, ok: boolean, summary: string, cost: string },
  { partial: exactly(true) },
);

const verdict = oneOf("OK", "WARN", "ERR", "NOT_TESTED");

const learned: Decoder<LearnedMeaning> = object(
  {
    confirmed: boolean,
    hypothesis: string,
    because: string,
    evidence: arrayOf(object({ operation: string, status: nullOr(number) })),
  },
  { hint: string },
);

export const decodeOperation: Decoder<OperationRecord> = object(
  { key: string, semantics: string, resource: nullOr(string), calls: number, verdict },
  { reason: string, leftAlone: exactly(true), learned },
);

export const decodeRule: Decoder<RuleRecord> = object({
  text: string,
  source: oneOf("hypothesis", "learned", "declared"),
  reason: string,
});

export const decodeClause: Decoder<ClauseRecord> = object(
  {
    operation: nullOr(string),
    kind: oneOf("requires", "ensures", "invariant"),
    text: string,
    origin: oneOf("generated", "yours"),
    held: number,
    broken: number,
    open: number,
  },
  { dropped: exactly(true) },
);

export const decodeVerdicts: Decoder<Verdicts> = object({
  OK: number,
  WARN: number,
  ERR: number,
  NOT_TESTED: number,
});

const code = oneOf(...(Object.keys(PROBLEM_CODES) as ProblemCode[]));

const problem: Decoder<Problem> = object(
  { code, message: string, hint: string },
  { pointer: string, source: string, at: object({ line: number, column: number }) },
);

export const decodeAccessRow = object(
  { operation: string, owner: nullOr(number), other: nullOr(number), nobody: nullOr(number) },
  { reason: string },
);

export const decodeShrinking = object({ faults: number, attempts: number, requests: number });

export const decodeCleanup = object({
  deleted: number,
  left: arrayOf(object({ resource: string, id: anything, reason: string })),
});

export const decodeBystanders: Decoder<BystanderRecord> = object({
  looked: number,
  changed: arrayOf(
    object({ resource: string, id: anything, how: oneOf("changed", "gone"), members: arrayOf(string) }),
  ),
});

export const decodeRunRecord: Decoder<RunRecord> = object(
  {
    piolet: string,
    title: string,
    document: string,
    url: string,
    seed: number,
    operations: arrayOf(decodeOperation),
    stages: arrayOf(decodeStage),
    verdicts: decodeVerdicts,
    transitions: decodeTransitionCounts,
    calls: number,
    requests: number,
    shrinking: decodeShrinking,
    milliseconds: number,
    faults: arrayOf(decodeFault),
    cleanup: decodeCleanup,
    problems: arrayOf(problem),
  },
  {
    access: arrayOf(decodeAccessRow),
    models: arrayOf(decodeModelRecord),
    leftOut: arrayOf(string),
    rules: arrayOf(decodeRule),
    clauses: arrayOf(decodeClause),
    bystanders: decodeBystanders,
  },
);
