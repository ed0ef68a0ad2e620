import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { documentPath } from "#services/service-files";
import { Editor, isBuilt } from "./editor.js";

const SHOP = readFileSync(documentPath("shop"), "utf8");
const GOOD =
  "S = !addCust(c: NewCustomer).?C201(id = /id).\n  !getCust(id).?C200(d: Customer)<c is part of d>\n";

/** Which problems, and on which lines. */
const told = (found: readonly Diagnostic[]) =>
  found.map(({ code, range }) => ({ code, line: range.start.line }));

describe.skipIf(!isBuilt)("piolet lsp", () => {
  let editor: Editor;
  beforeAll(async () => {
    editor = new Editor();
    editor.write("openapi.yaml", SHOP);
    await editor.start();
  });
  afterAll(async () => {
    expect(await editor.close()).toBe(0);
  });

  it("says nothing of a protocol that is right", async () => {
    expect(await editor.show("good.copen", GOOD)).toEqual([]);
  });

  it("says what piolet protocol check says, at the same place, with the hint", async () => {
    const [found, ...others] = await editor.show("typo.copen", GOOD.replace("getCust", "getCus"));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: "protocol-unknown-operation",
      severity: 1,
      source: "piolet",
      range: { start: { line: 1, character: 3 }, end: { line: 1, character: 9 } },
    });
    expect(found?.message).toContain('Did you mean "getCust"?');
  });

  it("shows an operation's summary, what it takes and what it answers", async () => {
    const said = await editor.hover("hover.copen", GOOD.replace("getCust", "get|Cust"));
    expect(said).toContain("**GET /customers/\\{customerId\\}**");
    expect(said).toContain("`customerId` path");
    expect(said).toMatch(/Answers 200 `Customer/);
  });

  it.each([
    ["S = !ad|", "addCust", "S = !addCust"],
    ["S = !|", "getCust", "S = !getCust"],
    ["S = !addCust().?|", "C201", "S = !addCust().?C201"],
    ["S = !addCust().?C2|", "C201", "S = !addCust().?C201"],
    ["S = !getCust(|", "customerId", "S = !getCust(customerId = "],
    ["S = !addCust(/us|", "/username", "S = !addCust(/username = "],
    ["S = !addCust(c: New|", "NewCustomer", "S = !addCust(c: NewCustomer"],
    ["S = !addCust(c: NewCustomer(|", "constant", "S = !addCust(c: NewCustomer(constant"],
    [
      "S = !addCust(c: NewCustomer).?C201(id = /id).!getCust(|",
      "id",
      "S = !addCust(c: NewCustomer).?C201(id = /id).!getCust(id",
    ],
    ["S = !listCusts().?C200()<resp|", "response_body", "S = !listCusts().?C200()<response_body"],
    ["S = !listCusts().?C200().|\nT = !listCusts().?C200()", "T", "S = !listCusts().?C200().T"],
  ])("offers in %j %s", async (text, label, line) => {
    expect((await editor.complete("half.copen", text)).get(label)).toBe(line);
  });

  it.each(["# a comment !|", 'S = !addCust(/username = "!|', "S = !getCust().?C200(x|"])(
    "offers nothing in %j",
    async (text) => {
      expect([...(await editor.complete("quiet.copen", text))]).toEqual([]);
    },
  );

  const lineWith = (text: string) => SHOP.split("\n").findIndex((line) => line.includes(text)) + 1;

  it("goes to the operation and to the type in the document", async () => {
    const operation = await editor.definition("go.copen", GOOD.replace("getCust", "get|Cust"));
    expect(operation?.file).toBe("openapi.yaml");
    const id = lineWith("operationId: getCust");
    expect(operation?.line).toBeGreaterThan(id - 4);
    expect(operation?.line).toBeLessThanOrEqual(id);
    const type = await editor.definition("go.copen", GOOD.replace(": NewCustomer", ": New|Customer"));
    expect(type).toEqual({ file: "openapi.yaml", line: lineWith("    NewCustomer:") });
  });

  it("goes to where a variable gets its value, and to where a name is defined", async () => {
    const variable = await editor.definition("go.copen", GOOD.replace("getCust(id)", "getCust(i|d)"));
    expect(variable).toEqual({ file: "go.copen", line: 1 });
    const jump = await editor.definition(
      "go.copen",
      "S = !listCusts().?C200().En|d\nEnd = !listCusts().?C200()",
    );
    expect(jump).toEqual({ file: "go.copen", line: 2 });
  });

  it("formats a protocol, and leaves alone what it cannot read", async () => {
    await editor.show("form.copen", "S=!listCusts().?C200");
    expect(await editor.format("form.copen")).toBe("S = !listCusts().?C200()\n");
    await editor.show("form.copen", "S=!listCusts(");
    expect(await editor.format("form.copen")).toBeUndefined();
  });

  it("checks contract files, and knows the operations in them", async () => {
    const text =
      "GET /customers/{customerId}:\n  ensures:\n    - response_code(GET /customer) == 200\n    - (\nDELETE /nothing:\n  requires:\n    - true\n";
    const found = told(await editor.show("rules.glc", text));
    expect(found.map(({ code }) => code)).toEqual([
      "formula-syntax",
      "contract-operation-unknown",
      "formula-unknown-operation",
    ]);
    const said = await editor.hover("rules.glc", "GET /cust|omers:\n  ensures:\n    - T\n");
    expect(said).toContain("**GET /customers**");
    const offered = await editor.complete(
      "rules.glc",
      "GET /customers:\n  ensures:\n    - response_code(GET /|",
    );
    expect(offered.get("/customers")).toBe("    - response_code(GET /customers");
  });

  it("checks the clauses in an OpenAPI document where they stand", async () => {
    const document = SHOP.replace(
      /( +)operationId: getCust\n/,
      "$1operationId: getCust\n$1x-ensures:\n$1  - response_code(this) == 200 &&\n$1  - |\n$1    true\n$1    && nobody == 1\n",
    );
    const found = told(await editor.show("contract.yaml", document));
    const lines = document.split("\n");
    const at = (text: string) => lines.findIndex((line) => line.includes(text));
    expect(found.map(({ line }) => line)).toEqual([
      at("response_code(this) == 200 &&"),
      at("&& nobody == 1"),
    ]);
  });

  it("tells a member that nothing reads, where it stands", async () => {
    const document = SHOP.replace(
      /( +)operationId: getCust\n/,
      "$1operationId: getCust\n$1x-ensure:\n$1  - response_code(this) == 200\n",
    );
    const [found, ...others] = told(await editor.show("misspelt.yaml", document));
    expect(others).toEqual([]);
    expect(found?.code).toBe("contract-member-unknown");
    const lines = document.split("\n");
    expect(found?.line).toBe(lines.findIndex((line) => line.includes("x-ensure:")));
  });

  it("says once that there is no document, and checks what it can without one", async () => {
    const lost = new Editor();
    await lost.start();
    const found = told(await lost.show("alone.copen", "S = !addCust()..\n"));
    expect(found.map(({ code }) => code)).toEqual(["protocol-document-missing", "protocol-syntax"]);
    const asked = "# spec: http://127.0.0.1:1/openapi.json\nS = !addCust().?C201()";
    expect(told(await lost.show("alone.copen", asked))).toMatchObject([
      { code: "protocol-document-missing" },
    ]);
    lost.write("spec.json", "{ this is no JSON");
    expect(told(await lost.show("alone.copen", "# spec: spec.json\nS = !addCust().?C201()"))).toHaveLength(1);
    lost.write("spec.yaml", SHOP);
    expect(await lost.show("alone.copen", "// spec: spec.yaml\nS = !addCust().?C201()")).toEqual([]);
    const changed = await lost.changeOnDisk(
      "spec.yaml",
      SHOP.replaceAll("addCust", "newCust"),
      "alone.copen",
    );
    expect(told(changed)).toMatchObject([{ code: "protocol-unknown-operation" }]);
    expect(await lost.close()).toBe(0);
  });

  it("takes the document that the editor's setting names", async () => {
    const other = new Editor();
    other.write("mine.yaml", SHOP);
    await other.start({ document: "mine.yaml" });
    expect(await other.show("a.copen", GOOD)).toEqual([]);
    expect(await other.close()).toBe(0);
  });

  it("bears a text that is far too long", async () => {
    const found = await editor.show("huge.copen", `S = ${"!listCusts().?C200().".repeat(30_000)}`);
    expect(told(found)).toMatchObject([{ code: "protocol-too-large" }]);
    expect(await editor.hover("huge.copen", `|${"x".repeat(600_000)}`)).toBe("");
  });
});
