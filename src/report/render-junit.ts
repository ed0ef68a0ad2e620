import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, OperationRecord, RunRecord } from "#calls/run-record";
import { alsoOf } from "./also.js";
import { renderExchange } from "./render-exchange.js";

/**
 * JUnit XML. One test case per operation: operations are the same in every run, so a build server can show how each
 * fares over time; sequences change with the model and the seed. A fault stands at the operation that is to blame.
 * Warnings are output, not failures, since they do not fail a run either.
 */
export function renderJunit(record: RunRecord): string {
  const cases = record.operations.map((operation) => renderCase(operation, record));
  const named = new Set(record.operations.map(({ key }) => key));
  const others = record.faults.filter(({ operation, verdict }) => verdict === "ERR" && !named.has(operation));
  const extra = [...new Set(others.map(({ operation }) => operation))].map((key) =>
    renderCase({ key, semantics: "OTHER", resource: null, calls: 0, verdict: "ERR" }, record),
  );
  const failures = [...cases, ...extra].filter(({ failed }) => failed).length;
  const skipped = cases.filter(({ isSkipped }) => isSkipped).length;
  const counts = `tests="${cases.length + extra.length}" failures="${failures}" errors="0"`;
  const time = `time="${(record.milliseconds / 1000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="piolet" ${counts} ${time}>`,
    // Only a suite says how many were skipped: the schema of Jenkins has it nowhere else.
    `  <testsuite name="${escapeXml(record.title)}" ${counts} skipped="${skipped}" ${time}>`,
    ...[...cases, ...extra].flatMap(({ lines }) => lines),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function renderCase(operation: OperationRecord, record: RunRecord) {
  const own = record.faults.filter((fault) => fault.operation === operation.key);
  const errors = own.filter(({ verdict }) => verdict === "ERR");
  const warnings = own.filter(({ verdict }) => verdict === "WARN");
  const isSkipped = errors.length === 0 && operation.verdict === "NOT_TESTED";
  const parts = [
    ...(isSkipped ? [`      <skipped message="${escapeXml(operation.reason ?? "not tested")}"/>`] : []),
    // One failure per case is what the schema of most readers allows.
    ...(errors.length === 0
      ? []
      : [
          `      <failure type="${escapeXml(errors[0]?.oracle ?? "")}" message="${escapeXml(errors[0]?.message ?? "")}">${escapeXml(errors.map(describe).join("\n\n"))}</failure>`,
        ]),
    ...(warnings.length === 0
      ? []
      : [`      <system-out>${escapeXml(warnings.map(describe).join("\n\n"))}</system-out>`]),
  ];
  const head = `    <testcase classname="${escapeXml(operation.resource ?? record.title)}" name="${escapeXml(operation.key)}" time="0"`;
  const lines = parts.length === 0 ? [`${head}/>`] : [`${head}>`, ...parts, "    </testcase>"];
  return { lines, failed: errors.length > 0, isSkipped };
}

function describe(fault: Fault): string {
  const calls = relevantExchanges(fault).map(
    (exchange, index) => `  ${index + 1}. ${renderExchange(exchange)}`,
  );
  const also = alsoOf(fault);
  const files = Object.values(fault.files ?? {}).map((file) => `  ${file}`);
  return [
    `${fault.id} ${fault.message}`,
    `expected: ${fault.expected}`,
    `got: ${fault.got}`,
    `why: ${fault.why}`,
    ...also.at.map((place) => `also at: ${place}`),
    ...also.as.map((message) => `also as: ${message}`),
    ...calls,
    ...files,
  ].join("\n");
}

/** XML 1.0 has no place for most control characters, however they are written. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
