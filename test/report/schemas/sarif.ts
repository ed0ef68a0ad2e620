/**
 * What SARIF 2.1.0 (the OASIS standard) says of the objects that we write. It is as strict as the standard's schema is:
 * a member that the standard does not know is an error. Members that we do not write are left out here.
 */
const text = { type: "string" };
const message = { type: "object", properties: { text }, required: ["text"], additionalProperties: false };

const closed = (properties: object, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const location = closed(
  {
    physicalLocation: closed(
      {
        artifactLocation: closed({ uri: { type: "string", format: "uri-reference" } }, []),
        region: closed({ startLine: { type: "integer", minimum: 1 } }, []),
      },
      [],
    ),
    logicalLocations: {
      type: "array",
      uniqueItems: true,
      items: closed({ fullyQualifiedName: text, kind: text }, []),
    },
  },
  [],
);

const result = closed(
  {
    ruleId: text,
    ruleIndex: { type: "integer", minimum: -1 },
    level: { enum: ["none", "note", "warning", "error"] },
    message,
    locations: { type: "array", items: location },
    partialFingerprints: { type: "object", additionalProperties: text },
  },
  ["message"],
);

const driver = closed(
  {
    name: text,
    semanticVersion: text,
    rules: {
      type: "array",
      uniqueItems: true,
      items: closed({ id: text, shortDescription: message }, ["id"]),
    },
  },
  ["name"],
);

const run = closed(
  {
    tool: closed({ driver }, ["driver"]),
    automationDetails: closed({ id: text }, []),
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    results: { type: ["array", "null"], items: result },
  },
  ["tool"],
);

export const SARIF = closed(
  {
    $schema: { type: "string", format: "uri" },
    version: { enum: ["2.1.0"] },
    runs: { type: ["array", "null"], items: run },
  },
  ["version", "runs"],
);
