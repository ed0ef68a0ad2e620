import { describe, expect, it } from "vitest";
import { alsoOf } from "#report/also";
import { type PartsHabit, startParts } from "./parts-service.js";
import { apiOf, type RunWish, testAgainst } from "./test-against.js";

async function tested(habit: PartsHabit | undefined, wish: RunWish = {}, version?: "2.0") {
  const service = await startParts(habit, version);
  try {
    return await testAgainst(service.url, apiOf(service.document), wish);
  } finally {
    await service.close();
  }
}

async function told(habit: PartsHabit | undefined, wish: RunWish = {}, version?: "2.0") {
  const { faults } = await tested(habit, wish, version);
  return faults
    .filter(({ verdict }) => verdict !== "NOTE")
    .map((fault) => ({ said: `${fault.verdict} ${fault.message}`, at: alsoOf(fault).at, fault }));
}

describe("one cause is one finding", () => {
  it("and none on a service without a fault", async () => {
    expect(await told(undefined)).toEqual([]);
  });

  it("where null is shown in many places", async () => {
    const [finding, ...others] = await told("nulls");
    expect(others).toEqual([]);
    expect(finding?.said).toBe(
      "ERR POST /parts answers 201 with null at /shelf, where the document says string",
    );
    expect(finding?.at).toHaveLength(6);
    expect(finding?.at.slice(0, 2)).toEqual(["POST /parts: /owner", "GET /parts/{id}: /shelf"]);
    expect(finding?.at.at(-1)).toBe("10 more");
    expect(finding?.fault.operations).toContain("PUT /bins/{id}");
  });

  it("and a warning where the document has no word for null", async () => {
    const [finding, ...others] = await told("nulls", {}, "2.0");
    expect(others).toEqual([]);
    expect(finding?.said).toMatch(/^WARN POST \/parts answers 201 with null/);
  });

  it("where operations fail with the same words, and their bodies are not held to a schema", async () => {
    const [finding, ...others] = await told("clock");
    expect(others).toEqual([]);
    expect(finding?.said).toBe("ERR GET /reports/stock answers 500");
    expect(finding?.fault.got).toMatch(/^500: Clock 0x\w+ is not set$/);
    expect(finding?.at).toEqual(["GET /reports/orders"]);
  });

  it("but two where nothing says that two failures have the same", async () => {
    expect((await told("apart")).map(({ said }) => said)).toEqual([
      "ERR GET /reports/stock answers 500",
      "ERR GET /reports/orders answers 500",
    ]);
  });

  it("where an unknown id makes reads fail, as a number or not", async () => {
    const [finding, ...others] = await told("absent");
    expect(others).toEqual([]);
    expect(finding?.said).toBe("WARN GET /parts/{id} answers 500 when asked for something that is not there");
    expect(finding?.fault.operations).toEqual(expect.arrayContaining(["GET /parts/{id}", "GET /bins/{id}"]));
    const signs = finding?.fault.alsoShownAs?.map(({ operation, place }) => `${operation}: ${place}`);
    expect(signs).toContain("GET /bins/{id}: an id that is no number");
  });

  it("where bounds are not checked", async () => {
    const [finding, ...others] = await told("bounds");
    expect(others).toEqual([]);
    expect(finding?.said).toBe("WARN POST /parts accepts a weight past the maximum of 90 (91 → 201)");
    expect(finding?.at).toContain("PUT /parts/{id}: a weight past the maximum of 90 (91 → 200)");
  });

  it("where an encoding loses letters", async () => {
    const [finding, ...others] = await told("ascii");
    expect(others).toEqual([]);
    expect(finding?.said).toBe(
      'ERR POST /parts accepts text in other scripts as name, but "Zoë 東京 🎲" reads back as "Zo? ?? ?"',
    );
    expect(finding?.at).toContain("PUT /bins/{id}: /name");
  });
});

describe("what is accepted", () => {
  it("by the key of one place is silent there, and the others are told", async () => {
    const [first] = await told("clock");
    const rest = await told("clock", { accepted: [first?.fault.key ?? ""] });
    expect(rest.map(({ said }) => said)).toEqual(["ERR GET /reports/orders answers 500"]);
    const [other] = rest;
    const left = await told("clock", { accepted: [other?.fault.key ?? ""] });
    expect(left.map(({ said, at }) => [said, at])).toEqual([["ERR GET /reports/stock answers 500", []]]);
  });

  it("by its cause is silent everywhere", async () => {
    const [first] = await told("clock");
    expect(await told("clock", { accepted: [first?.fault.cause ?? ""] })).toEqual([]);
  });
});
