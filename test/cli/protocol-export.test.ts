import { describe, expect, it } from "vitest";
import { documentPath } from "#services/service-files";
import { shop } from "#services/shop/shop";
import { example, onService } from "./protocol-runs.js";
import { folderWith, piolet } from "./run-piolet.js";

describe("piolet protocol export", () => {
  const LINEAR =
    "S = !addCust(c: NewCustomer).?C201(id = /id).!getCust(id).?C200(d: Customer)<c is part of d>.!deleteCust(id).?C2XX()";
  const write = (format: string, protocol = LINEAR) => {
    const cwd = folderWith({ "p.copen": protocol });
    const argv = ["protocol", "export", "p.copen", "--format", format, "--spec", documentPath("shop")];
    return piolet(argv, { cwd });
  };

  it("draws a protocol", async () => {
    const ran = await write("mermaid", example("shop"));
    expect(ran.out).toContain("sequenceDiagram");
    expect(ran.out).toContain("loop X");
    expect(ran.out).toContain("C->>S: getCust(custId)");
    expect(ran.out.match(/^ +(?:alt|loop)/gm)).toHaveLength(2);
    expect(ran.out.match(/^ +end$/gm)).toHaveLength(2);
  });

  it("writes a workflow, which is read and walked as the same protocol", async () => {
    const { code, out } = await write("arazzo");
    expect(code).toBe(0);
    expect(out).toContain("condition: $statusCode == 201");
    const files = { "flow.arazzo.yaml": out };
    const ran = await onService(shop, undefined, (url) =>
      piolet(
        [
          ...["protocol", "flow.arazzo.yaml", "--spec", documentPath("shop")],
          ...["--url", url, "--seed", "1", "--json"],
        ],
        { cwd: folderWith(files) },
      ),
    );
    expect(JSON.parse(ran.out)).toMatchObject({ failed: 0, calls: 3, problems: [] });
  });

  it("refuses to write choices as a workflow", async () => {
    const ran = await write("arazzo", example("shop"));
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("has a choice or a recursion");
  });

  it("says what of a workflow a protocol cannot say", async () => {
    const flow = `arazzo: 1.0.1
workflows:
  - workflowId: buy
    steps:
      - stepId: add
        operationPath: "{$sourceDescriptions.api.url}#/paths/~1customers/post"
        requestBody: { payload: { username: "u-77", email: u@shop.org } }
        successCriteria: [{ condition: $statusCode == 201 }, { condition: "^x$", type: regex, context: $response.body }]
        outputs: { id: $response.body#/id }
        onFailure: [{ name: again, type: retry }]
      - stepId: read
        operationId: $sourceDescriptions.api.getCust
        parameters: [{ name: customerId, in: path, value: $steps.add.outputs.id }]
        successCriteria: [{ condition: "$response.body#/username == 'u-77'" }]
`;
    const cwd = folderWith({ "flow.yaml": flow });
    const printed = await piolet(["protocol", "format", "flow.yaml"], { cwd });
    expect(printed.out).toBe(
      [
        "buy =",
        '  !POST /customers(/username = "u-77", /email = "u@shop.org").?C201(id = /id).',
        '  !getCust(path.customerId = id).?C2XX()<response_body(this){username} == "u-77">',
        "",
      ].join("\n"),
    );
    expect(printed.err).toContain("`onFailure` of the step add of buy");
    expect(printed.err).toContain("the criterion `^x$` of the step add of buy");
    const asked = ["protocol", "flow.yaml", "--spec", documentPath("shop"), "--json"];
    const ran = await onService(shop, undefined, (url) => piolet([...asked, "--url", url], { cwd }));
    expect(ran.code).toBe(0);
  });
});
