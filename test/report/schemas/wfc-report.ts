/**
 * The form of a Web Fuzzing Commons report: members, types and what is required, as the schema of WebFuzzing/Commons
 * (`wfc/schemas/report.yaml`) has them. That schema demands `endpointId` of a found fault, and describes `operationId`.
 */
const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});

const category = object({ code: { type: "integer" }, context: { type: ["string", "null"] } }, ["code"]);

const foundFault = object(
  {
    operationId: text,
    testCaseId: text,
    faultCategories: { type: "array", items: category, minItems: 1, uniqueItems: true },
  },
  ["endpointId", "testCaseId", "faultCategories"],
);

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
        totalHttpCalls: count,
        endpointIds: { type: "array", items: text, uniqueItems: true },
        coveredHttpStatus: { type: "array", items: covered },
      }),
    }),
    totalTests: count,
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
    ...["problemDetails", "totalTests", "testFilePaths", "testCases"],
  ],
);
