import type { Json } from "#base/json";
import type { Fault, RunRecord } from "#calls/run-record";

/**
 * The report form of Web Fuzzing Commons, which other fuzzers write and common viewers read. Its test cases are files,
 * so only findings that were written as tests are test cases; the others have the fault's id alone.
 */
export function renderWfc(record: RunRecord, created: string): Json {
  const told = record.faults.filter(({ verdict }) => verdict !== "NOTE");
  const tests = told.flatMap(({ id, message, files = {} }) =>
    files.test === undefined ? [] : [{ id, name: message, filePath: besideReport(files.test) }],
  );
  return {
    schemaVersion: SCHEMA_VERSION,
    toolName: "Piolet",
    toolVersion: record.piolet,
    creationTime: created,
    faults: {
      totalNumber: told.length,
      foundFaults: told.map((fault) => ({
        operationId: endpointOf(fault.operation),
        // The schema demands a member of this name, although it describes the one above.
        endpointId: endpointOf(fault.operation),
        testCaseId: fault.id,
        faultCategories: [{ code: codeOf(fault), context: fault.key }],
      })),
    },
    problemDetails: {
      rest: {
        totalHttpCalls: record.requests,
        endpointIds: [...new Set(record.operations.map(({ key }) => endpointOf(key)))],
        coveredHttpStatus: told.flatMap(coveredBy),
      },
    },
    totalTests: tests.length,
    testFilePaths: [...new Set(tests.map(({ filePath }) => filePath))],
    testCases: tests,
    extra: [{ toolName: "Piolet", criteria: criteriaOf(record) }],
  };
}

/** The version of the schema whose form this is. */
const SCHEMA_VERSION = "0.1.0";

/** The categories of Web Fuzzing Commons that our oracles look for. */
const CODES: ReadonlyMap<string, number> = new Map([
  ["server-error", 100],
  ["response-schema", 101],
  ["undocumented-status", 101],
  ["content-type", 101],
  ["response-headers", 101],
  ["invalid-input-refused", 102],
  ["parameters-checked", 102],
  ["bounds-bind", 102],
  ["deleted-is-gone", 103],
  ["refused-creates-nothing", 104],
  ["only-writable-sticks", 203],
  ["others-kept-out", 206],
  ["credentials-needed", 206],
]);

/** For what no category is made for; the context says what it is. */
const OWN_CODE = 900;

function codeOf({ oracle }: Fault): number {
  return CODES.get(oracle) ?? OWN_CODE;
}

/** `GET:/users/{id}`. */
function endpointOf(operation: string): string {
  return operation.replace(" ", ":");
}

/** Paths are meant from where the report stands, which is beside the folder of the faults. */
function besideReport(path: string): string {
  return path.split(/[\\/]/).slice(-2).join("/");
}

function coveredBy({ id, exchanges }: Fault): readonly Json[] {
  const statuses = new Map<string, Set<number>>();
  for (const { call, outcome } of exchanges) {
    const seen = statuses.get(call.operation) ?? new Set();
    if (outcome.kind === "response") seen.add(outcome.status);
    statuses.set(call.operation, seen);
  }
  return [...statuses].map(([operation, seen]) => ({
    endpointId: endpointOf(operation),
    testCaseId: id,
    httpStatus: [...seen],
  }));
}

function criteriaOf({ operations, transitions, models = [] }: RunRecord): readonly Json[] {
  const tested = operations.filter(({ verdict }) => verdict !== "NOT_TESTED").length;
  return [
    { name: "operations", covered: tested, total: operations.length },
    ...(models.length === 0
      ? []
      : [{ name: "model transitions", covered: transitions.covered, total: transitions.total }]),
  ];
}
