import type { Json } from "#base/json";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord } from "#calls/run-record";
import { alsoOf } from "./also.js";
import { renderExchange } from "./render-exchange.js";

/** Lines of operations in the document, counted from 1, by their key. */
export type OperationLines = ReadonlyMap<string, number>;

/**
 * SARIF 2.1.0, as code hosts read it: each fault at the line of its operation in the OpenAPI document. The key of a
 * fault is its fingerprint, so a host knows it again when the document has moved on.
 */
export function renderSarif(record: RunRecord, lines: OperationLines = new Map()): Json {
  const rules = [...new Set(record.faults.map(({ oracle }) => oracle))];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Piolet",
            semanticVersion: record.piolet,
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll("-", " ") } })),
          },
        },
        automationDetails: { id: `piolet/${record.title}` },
        columnKind: "utf16CodeUnits",
        results: record.faults.map((fault) => resultOf(fault, record.document, rules, lines)),
      },
    ],
  };
}

const LEVEL = { ERR: "error", WARN: "warning", NOTE: "note" } as const;

function resultOf(fault: Fault, document: string, rules: readonly string[], lines: OperationLines): Json {
  const calls = relevantExchanges(fault).map(
    (exchange, index) => `${index + 1}. ${renderExchange(exchange)}`,
  );
  const also = alsoOf(fault);
  const text = [
    fault.message,
    `Expected: ${fault.expected}`,
    `Got: ${fault.got}`,
    fault.why,
    ...also.at.map((place) => `Also at: ${place}`),
    ...also.as.map((message) => `Also as: ${message}`),
    ...(calls.length === 0 ? [] : ["Calls:", ...calls]),
  ].join("\n");
  return {
    ruleId: fault.oracle,
    ruleIndex: rules.indexOf(fault.oracle),
    level: LEVEL[fault.verdict],
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(document) },
          region: { startLine: lines.get(fault.operation) ?? 1 },
        },
        logicalLocations: [{ fullyQualifiedName: fault.operation, kind: "function" }],
      },
    ],
    partialFingerprints: { "pioletFaultKey/v1": fault.key },
  };
}

/** Relative paths stay relative, so that they mean a file of the repository. */
function uriOf(document: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(document)) return document;
  const path = document.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${path}` : path.replace(/^(\.\/)+/, "");
}
