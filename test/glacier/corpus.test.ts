import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkClauses } from "#glacier/check-clauses";
import { parseContractFile } from "#glacier/parse-contract-file";
import { printFormula } from "#glacier/print-formula";
import { readClauses } from "#glacier/read-clauses";
import { loadApi } from "#openapi/load-api";
import { contractDocuments, DATA, HAS_DATA } from "./shared-data.js";

async function load(name: string) {
  const api = await loadApi(join(DATA, name));
  if (!api.ok) throw new Error(`${name}: ${api.problems[0]?.message}`);
  const read = readClauses(api.value);
  if (!read.ok) throw new Error(`${name}: ${read.problems[0]?.message}`);
  return { api: api.value, clauses: read.value, problems: read.problems };
}

async function findingsIn(name: string): Promise<string[]> {
  const { api, clauses } = await load(name);
  return checkClauses(api, clauses).flatMap(({ clause, problems }) =>
    problems.map((found) => `${found.severity} ${found.code}: ${clause.operation} ${clause.kind}`),
  );
}

describe.skipIf(!HAS_DATA)("the published contracts (skipped where ../shared is absent)", () => {
  it.each([
    ["features-service-tags-responses-glacier.json", 33],
    ["spring-ecommerce-glacier.json", 31],
    ["swagger-petstore-glacier.json", 41],
    ["tournaments-glacier-extended.json", 58],
    ["tournaments-glacier.json", 36],
  ])("%s is read completely: %i clauses", async (name, count) => {
    const { clauses, problems } = await load(name);
    expect(problems).toEqual([]);
    expect(clauses).toHaveLength(count);
  });

  it("covers every document there is", () => {
    expect(contractDocuments()).toHaveLength(5);
  });

  it("finds the faults of the extended tournaments", async () => {
    expect(await findingsIn("tournaments-glacier-extended.json")).toEqual([
      "warning formula-unused-variable: DELETE /tournaments/{tid} requires",
      "error formula-unbound: DELETE /tournaments/{tid} requires",
      "warning formula-must-change: DELETE /tournaments/{tid} ensures",
      "warning formula-must-change: PUT /tournaments/{tid} ensures",
      "error formula-no-body: DELETE /players/{pid} ensures",
      "warning formula-must-change: DELETE /players/{pid} ensures",
      "warning formula-must-change: PUT /players/{pid} ensures",
      "warning formula-strict-bound: POST /enrollments ensures",
      "error formula-no-body: DELETE /enrollments/{eid} ensures",
      "warning formula-must-change: DELETE /enrollments/{eid} ensures",
    ]);
  });

  it("finds names and paths that lead nowhere in the others", async () => {
    const errors = async (name: string) =>
      (await findingsIn(name)).filter((found) => found.startsWith("error"));
    expect(await errors("features-service-tags-responses-glacier.json")).toEqual([
      "error formula-unbound: DELETE /products/{productName} requires",
      "error formula-unbound: DELETE /products/{productName} ensures",
      "error formula-unbound: POST /products/{productName} requires",
      "error formula-unbound: POST /products/{productName} ensures",
    ]);
    expect(await errors("swagger-petstore-glacier.json")).toEqual([
      "error formula-unknown-operation: POST /store/order requires",
      "error formula-unknown-operation: POST /store/order ensures",
      "error formula-no-body: DELETE /pet/{id} ensures",
      "error formula-no-body: DELETE /store/order/{id} ensures",
    ]);
    expect(await errors("spring-ecommerce-glacier.json")).toEqual([]);
  });

  it("reads the contract file", () => {
    const read = parseContractFile(readFileSync(join(DATA, "test1.glc"), "utf8"));
    expect(read.problems).toEqual([]);
    const clauses = read.ok ? read.value : [];
    expect(
      clauses.map((clause) => `${clause.operation ?? "-"} ${clause.kind} ${printFormula(clause.formula)}`),
    ).toEqual([
      "- invariant response_code(this) == 200",
      "POST /orders requires request_body(this){quantity} > 0",
      "POST /orders ensures response_code(this) == 201 && response_body(this){status} != null",
      "GET /orders/{id} requires path_param(this){id} != null",
      'GET /orders/{id} ensures for x in response_body(this) :- x.status == "created"',
    ]);
  });
});

describe("a contract file", () => {
  it("may break lines, and says where it is wrong", () => {
    const text =
      "invariants:\n  - for p in response_body(GET /players) :-\n      p.id > 0\n\nPOST /players:\n  requires:\n    - a ==\n  nonsense\n";
    const read = parseContractFile(`${text}x: y\n`);
    expect(
      read.ok && read.value.map((clause) => [clause.kind, clause.text.split("\n").length, clause.at]),
    ).toEqual([["invariant", 2, { line: 2, column: 5 }]]);
    expect(read.problems.map((found) => [found.code, found.at])).toEqual([
      ["formula-syntax", { line: 9, column: 1 }],
    ]);
    expect(parseContractFile("hello").problems.map((found) => found.code)).toEqual(["contract-file-syntax"]);
  });
});
