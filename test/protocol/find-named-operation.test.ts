import { describe, expect, it } from "vitest";
import type { JsonObject } from "#base/json";
import { loadApiFromJson } from "#openapi/load-api";
import { nameOperations } from "#protocol/find-named-operation";
import { inputsOf } from "#protocol/operation-inputs";
import type { OperationName } from "#protocol/protocol";

const nowhere = { offset: 0, line: 1, column: 1 };
const span = { start: nowhere, end: nowhere };
const answers: JsonObject = { responses: { 200: { description: "" } } };
const parameter = (name: string, place: string, required: boolean): JsonObject => ({
  name,
  in: place,
  required,
  schema: { type: "string" },
});

const loaded = loadApiFromJson({
  openapi: "3.0.3",
  info: { title: "Names", version: "1" },
  paths: {
    "/pets": {
      get: { operationId: "list_pets", tags: ["pet"], ...answers },
      post: { operationId: "listPets", tags: ["store"], ...answers },
    },
    "/pets/{petId}": {
      parameters: [parameter("petId", "path", true)],
      get: { operationId: "pets.read", ...answers },
      put: {
        parameters: [parameter("dryRun", "query", false), parameter("X-Run", "header", true)],
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                required: ["b"],
                properties: { a: { type: "string" }, b: { type: "string" } },
              },
            },
          },
        },
        ...answers,
      },
    },
    "/owners/{id}/": { get: { operationId: "readOwner", ...answers } },
  },
});
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const api = loaded.value;

function find(name: string): string {
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(name) ?? [];
  const written: OperationName =
    method === undefined || path === undefined
      ? { kind: "id", id: name, span }
      : { kind: "key", method, path, span };
  const found = nameOperations(api).find(written);
  return found.kind === "found" ? found.operation.key : found.kind;
}

describe("the operation of a call", () => {
  it.each([
    ["list_pets", "GET /pets"],
    ["listPets", "POST /pets"],
    ["PetApi.list_pets", "GET /pets"],
    ["pets.read", "GET /pets/{petId}"],
    ["PetApi.petsRead", "GET /pets/{petId}"],
    ["PetApi.ListPets", "GET /pets"],
    ["StoreApi.ListPets", "POST /pets"],
    ["ListPets", "several"],
    ["DefaultApi.petsPetIdPut", "PUT /pets/{petId}"],
    ["GET /pets/{id}", "GET /pets/{petId}"],
    ["GET /owners/{x}", "GET /owners/{id}/"],
    ["DELETE /pets", "none"],
    ["constructor", "none"],
    ["__proto__", "none"],
  ])("%s is %s", (name, expected) => {
    expect(find(name)).toBe(expected);
  });
});

describe("the order of arguments", () => {
  it("is required before optional, path item before operation, form fields last", () => {
    const operation = api.operations.find(({ key }) => key === "PUT /pets/{petId}");
    if (!operation) throw new Error("no operation");
    expect(inputsOf(operation, api).map(({ name }) => name)).toEqual(["petId", "X-Run", "b", "dryRun", "a"]);
  });
});
