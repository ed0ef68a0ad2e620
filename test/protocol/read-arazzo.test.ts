import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { readArazzo } from "#protocol/read-arazzo";

/** The protocol that some steps (and whatever else, in YAML) of a workflow are, on one line, and what was left out. */
function read(steps: string, rest = "") {
  const { text, problems } = readArazzo(
    parse(`arazzo: 1.0.0\nworkflows:\n- workflowId: w\n  steps:\n${steps}\n${rest}`),
  );
  const parsed = parseProtocol(text);
  if (!parsed.ok) throw new Error(text);
  const line = printProtocol(parsed.value).replaceAll(/\s+/g, " ").trim();
  return { line, left: problems.map(({ message }) => message.replace(/^.*left out: /, "")) };
}

const step = (more: string) => `  - { stepId: a, operationId: getIt, ${more} }`;
const criteria = (...conditions: readonly string[]) => step(`successCriteria: [${conditions.join(", ")}]`);

describe("readArazzo", () => {
  it.each([
    ["one status", ["{ condition: $statusCode == 200 }"], "w = !getIt().?C200()"],
    ["a class", ['{ condition: "$statusCode >= 200 && $statusCode < 300" }'], "w = !getIt().?C2XX()"],
    [
      "one of two",
      ['{ condition: "$statusCode == 200 || $statusCode == 201" }'],
      "w = !getIt().&{ ?C200(), ?C201() }",
    ],
    [
      "a value in the body",
      [`{ condition: "$response.body#/data/0/name == 'x'" }`],
      'w = !getIt().?C2XX()<response_body(this){data}[0].name == "x">',
    ],
    [
      "a value in the body, with dots",
      ["{ condition: $response.body.eligible == false }"],
      "w = !getIt().?C2XX()<response_body(this){eligible} == false>",
    ],
    [
      "a plain JSONPath",
      ['{ context: $response.body, condition: "$.access_token != null", type: jsonpath }'],
      "w = !getIt().?C2XX()<response_body(this){access_token} != null>",
    ],
  ])("reads the criterion of %s", (_, conditions, line) => {
    expect(read(criteria(...conditions))).toEqual({ line, left: [] });
  });

  it.each([
    ['{ condition: "^x$", type: regex, context: $response.body }', "the criterion `^x$` of the step a of w."],
    [
      '{ context: $response.body, condition: "$[?count(@.x) > 0]", type: jsonpath }',
      "the criterion `$[?count(@.x) > 0]` of the step a of w.",
    ],
    [
      '{ condition: "$response.body#/first-name == 1" }',
      "the criterion `$response.body#/first-name == 1` of the step a of w.",
    ],
  ])("leaves out %s, and says so", (condition, said) => {
    expect(read(criteria(condition))).toEqual({ line: "w = !getIt().?C2XX()", left: [said] });
  });

  it("knows parameters and inputs that stand among the components", () => {
    const steps = step(
      "parameters: [{ reference: $components.parameters.page, value: 2 }, { name: tag, in: query, value: $inputs.tag }]",
    );
    const rest = `  inputs: { $ref: "#/components/inputs/own" }
components:
  parameters: { page: { name: page, in: query, value: 1 } }
  inputs: { own: { type: object, properties: { tag: { type: string } } } }`;
    expect(read(steps, rest)).toEqual({
      line: "w = !getIt(query.page = 2, query.tag = tag: String).?C2XX()",
      left: [],
    });
  });

  it("says that what a workflow is given by another is drawn", () => {
    const rest = "- workflowId: other\n  steps:\n  - { stepId: b, operationId: getIt }";
    const { line, left } = read(
      "  - { stepId: a, workflowId: other, parameters: [{ name: x, value: 1 }] }",
      rest,
    );
    expect(line).toBe("w = other other = !getIt().?C2XX()");
    expect(left).toEqual(["`parameters` of the step a of w: the inputs of other are drawn."]);
  });

  it.each([
    ["$response.body#/id", "id = /id"],
    ["$response.body.data.id", "id = /data/id"],
    ["$response.header.ETag", "id = header.ETag"],
    ["$response.headers.Location", "id = header.Location"],
  ])("takes the output %s", (expression, capture) => {
    const steps = `  - { stepId: a, operationId: makeIt, outputs: { id: "${expression}" } }
  - { stepId: b, operationId: getIt, parameters: [{ name: id, in: path, value: $steps.a.outputs.id }] }`;
    expect(read(steps).line).toBe(`w = !makeIt().?C2XX(${capture}). !getIt(path.id = id).?C2XX()`);
  });
});
