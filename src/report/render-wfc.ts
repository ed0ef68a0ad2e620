import type { Json } from "#base/json";
import type { Fault, RunRecord } from "#calls/run-record";

/**
 * The report form of Web Fuzzing Commons, which other fuzzers write and common viewers read. Each finding is a test case in
 * it, with a file where one was written: what was only seen in passing has none.
 */
export function renderWfc(record: RunRecord, created: string): Json {
  const told = record.faults.filter(({ verdict }) => verdict !== "NOTE");
  const cases = told.map(({ id, message, files = {} }) => ({
    id,
    name: message,
    ...(files.test === undefined ? {} : { filePath: besideReport(files.test) }),
  }));
  const paths = cases.flatMap(({ filePath }) => (filePath === undefined ? [] : [filePath]));
  return {
    schemaVersion: SCHEMA_VERSION,
    toolName: "Piolet",
    toolVersion: record.piolet,
    creationTime: created,
    executionTimeInSeconds: Math.round(record.milliseconds / 1_000),
    faults: {
      totalNumber: told.length,
      foundFaults: told.map((fault) => ({
        operationId: endpointOf(fault.operation),
        testCaseId: fault.id,
        faultCategories: [{ ...categoryOf(fault), context: fault.key }],
      })),
    },
    problemDetails: {
      rest: {
        outputHttpCalls: told.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
        evaluatedHttpCalls: record.requests,
        endpointIds: [...new Set(record.operations.map(({ key }) => endpointOf(key)))],
        coveredHttpStatus: told.flatMap(coveredBy),
      },
    },
    totalTests: cases.length,
    testFilePaths: [...new Set(paths)],
    testCases: cases,
    extra: [{ toolName: "Piolet", criteria: criteriaOf(record) }],
  };
}

/** The version of the schema whose form this is. */
const SCHEMA_VERSION = "0.12.1";

interface Category {
  readonly id: string;
  readonly code: number;
}

const SERVER_ERROR: Category = { id: "HTTP_STATUS_500", code: 100 };
const OTHER_SERVER_ERROR: Category = { id: "HTTP_OTHER_STATUS_5XX", code: 121 };
const INVALID_RESPONSE: Category = { id: "SCHEMA_INVALID_RESPONSE", code: 200 };
const WRONG_DATA_TAKEN: Category = { id: "SCHEMA_VALIDATION_BYPASS", code: 206 };

/** The categories of Web Fuzzing Commons that our oracles look for. */
const CATEGORIES: ReadonlyMap<string, Category> = new Map([
  ["response-schema", INVALID_RESPONSE],
  ["undocumented-status", INVALID_RESPONSE],
  ["content-type", INVALID_RESPONSE],
  ["response-headers", INVALID_RESPONSE],
  ["invalid-input-refused", WRONG_DATA_TAKEN],
  ["parameters-checked", WRONG_DATA_TAKEN],
  ["bounds-bind", WRONG_DATA_TAKEN],
  ["promised-values-taken", { id: "SCHEMA_VALID_INPUT_REJECTED", code: 207 }],
  ["no-content-has-none", { id: "HTTP_STATUS_NO_204_IF_CONTENT", code: 105 }],
  ["deleted-is-gone", { id: "HTTP_NONWORKING_DELETE", code: 113 }],
  ["refused-has-no-effect", { id: "HTTP_SIDE_EFFECTS_FAILED_MODIFICATION", code: 114 }],
  ["put-replaces", { id: "HTTP_PARTIAL_UPDATE_PUT", code: 117 }],
  ["put-is-idempotent", { id: "HTTP_NON_IDEMPOTENT_PUT", code: 118 }],
  ["patch-touches-what-it-names", { id: "HTTP_INVALID_MERGE_PATCH", code: 119 }],
  ["location-leads-to-it", { id: "HTTP_INVALID_LOCATION", code: 120 }],
  ["created-is-readable", { id: "HTTP_CREATED_RESOURCE_NOT_FOUND", code: 122 }],
  ["only-writable-sticks", { id: "SECURITY_MASS_ASSIGNMENT", code: 303 }],
  ["others-kept-out", { id: "SECURITY_INCONSISTENT_WRITE_AUTHORIZATION", code: 306 }],
  ["no-internals-shown", { id: "SECURITY_LEAKED_STACK_TRACES", code: 309 }],
  ["credentials-needed", { id: "SECURITY_DECLARED_AUTH_NOT_ENFORCED", code: 311 }],
]);

/** For what no category is made for; the context says what it is. */
const OWN: Category = { id: "PIOLET_FINDING", code: 900 };

function categoryOf({ oracle, exchanges }: Fault): Category {
  if (oracle !== "server-error") return CATEGORIES.get(oracle) ?? OWN;
  const answered500 = exchanges.some(({ outcome }) => outcome.kind === "response" && outcome.status === 500);
  return answered500 ? SERVER_ERROR : OTHER_SERVER_ERROR;
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
