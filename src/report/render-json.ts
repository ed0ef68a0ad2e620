import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { relevantExchanges } from "#calls/relevant-exchanges";
import { RECORD_FORMAT } from "#calls/run-event";
import type { Fault, RunRecord } from "#calls/run-record";

/** The document that `piolet test --json` prints. Its names are relied on by other programs. */
export function renderJson(record: RunRecord): Json {
  const of = (verdict: Fault["verdict"]) =>
    record.faults.filter((fault) => fault.verdict === verdict).map(renderFault);
  const document = {
    format: RECORD_FORMAT,
    piolet: record.piolet,
    title: record.title,
    document: record.document,
    url: record.url,
    verdicts: { ...record.verdicts },
    transitions: { ...record.transitions },
    calls: record.calls,
    requests: record.requests,
    shrinking: { ...record.shrinking },
    seconds: Math.round(record.milliseconds) / 1000,
    seed: record.seed,
    faults: of("ERR"),
    warnings: of("WARN"),
    notes: of("NOTE"),
    operations: record.operations.map((operation) => ({ ...operation })),
    // The graphs are for looking at; the log of the run and the page have them.
    models: (record.models ?? []).map(({ graph: _, ...model }) => model),
    leftOut: record.leftOut ?? [],
    rules: record.rules ?? [],
    clauses: record.clauses ?? [],
    access: (record.access ?? []).map((row) => ({ ...row })),
    cleanup: { deleted: record.cleanup.deleted, left: record.cleanup.left.map((thing) => ({ ...thing })) },
    bystanders: record.bystanders ?? null,
    problems: record.problems.map((problem) => ({
      ...problem,
      at: problem.at === undefined ? null : { ...problem.at },
    })),
  };
  // Interfaces have no index signature, so the compiler cannot see that a record of plain data is JSON.
  return document as unknown as Json;
}

const SHOWN = [
  "id",
  "key",
  "operation",
  "oracle",
  "clause",
  "verdict",
  "message",
  "expected",
  "got",
  "why",
  "reproduced",
  "tried",
  "count",
] as const;

function renderFault(fault: Fault): Json {
  return {
    ...Object.fromEntries(SHOWN.map((name) => [name, fault[name]])),
    operations: [...fault.operations],
    calls: relevantExchanges(fault).map(renderCall),
    looks: (fault.looks ?? []).map(renderCall),
    cause: fault.cause ?? null,
    alsoShownAs: (fault.alsoShownAs ?? []).map((other) => ({ ...other })),
    shrunk: fault.shrunk === undefined ? null : { ...fault.shrunk },
    files: { ...fault.files },
  };
}

function renderCall(exchange: Exchange): Json {
  const { call, request, outcome } = exchange;
  const answer = outcome.kind === "none" ? { status: null, failure: outcome.message } : answerOf(outcome);
  return {
    id: call.id,
    operation: call.operation,
    method: request.method,
    url: request.url,
    ...(request.bodyText === undefined ? {} : { body: request.bodyText }),
    ...answer,
  };
}

function answerOf(outcome: Extract<Exchange["outcome"], { kind: "response" }>): {
  status: number;
  response?: Json;
} {
  const { body, status } = outcome;
  if (body.kind === "json") return { status, response: body.value };
  return body.kind === "text" ? { status, response: body.text } : { status };
}
