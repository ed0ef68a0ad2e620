/**
 * The form of a Web Fuzzing Commons report: members, types and what is required, as the schema of WebFuzzing/Commons
 * (`wfc/schemas/report.yaml`, 0.12.1) has them.
 */
const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});

const between = (minimum: number, maximum: number) => ({ minimum, maximum });

const code = {
  type: "integer",
  anyOf: [between(100, 122), between(200, 207), between(300, 312), between(900, 999)],
};

const category = object({ id: text, code, context: { type: ["string", "null"] } }, ["id", "code"]);

const foundFault = object({
  operationId: text,
  testCaseId: text,
  faultCategories: { type: "array", items: category, minItems: 1, uniqueItems: true },
});

const status = { type: "integer", minimum: 0, maximum: 599 };

const covered = object({
  endpointId: text,
  testCaseId: text,
  httpStatus: { type: ["array", "null"], items: status, uniqueItems: true },
});

const criterion = object({ name: text, covered: count, total: { type: ["integer", "null"], minimum: 0 } }, [
  "name",
  "covered",
]);

export const WFC_REPORT = object(
  {
    schemaVersion: text,
    toolName: text,
    toolVersion: text,
    creationTime: { type: "string", format: "date-time" },
    faults: object({ totalNumber: count, foundFaults: { type: "array", items: foundFault } }),
    problemDetails: object({
      rest: object({
        outputHttpCalls: count,
        evaluatedHttpCalls: count,
        endpointIds: { type: "array", items: text, uniqueItems: true },
        coveredHttpStatus: { type: "array", items: covered },
      }),
    }),
    totalTests: count,
    executionTimeInSeconds: count,
    testFilePaths: { type: "array", items: text, uniqueItems: true },
    testCases: {
      type: "array",
      items: object({ id: text, filePath: text, name: text, startLine: count, endLine: count }, []),
    },
    extra: {
      type: ["array", "null"],
      items: object({ toolName: text, criteria: { type: "array", items: criterion } }),
    },
  },
  [
    ...["schemaVersion", "toolName", "toolVersion", "creationTime", "faults"],
    ...["problemDetails", "totalTests", "testFilePaths", "testCases", "executionTimeInSeconds"],
  ],
);
