import { describe, expect, it } from "vitest";
import { mayKeep } from "#semantics/placed-operation";
import { apiOf } from "../run/test-against.js";

function operation(method: string, path: string, operationId?: string) {
  const described = {
    ...(operationId === undefined ? {} : { operationId }),
    responses: { "200": { description: "ok" } },
  };
  const api = apiOf({
    openapi: "3.0.3",
    info: { title: "One", version: "1" },
    paths: { [path]: { [method]: described } },
  });
  const [only] = api.operations;
  if (only === undefined) throw new Error("no operation");
  return only;
}

describe("what an operation is called tells whether it may keep what it is sent", () => {
  it.each([
    ["post", "/requests", undefined, true],
    ["post", "/requests/add", undefined, true],
    ["put", "/parts", "upsertPart", true],
    ["post", "/waiting-list", "joinWaitingList", true],
    ["post", "/waiting-list", "join_waiting_list", true],
    ["post", "/waiting-list", "listWaitingList", false],
    ["post", "/requests/remove", undefined, false],
    ["post", "/requests/remove-by-metadata", "removeRequestsByMetadata", false],
    ["post", "/requests/reset", undefined, false],
    ["post", "/requests/find", undefined, false],
    ["post", "/requests", "deleteOldRequests", false],
  ] as const)("%s %s (%s): %s", (method, path, operationId, keeps) => {
    expect(mayKeep(operation(method, path, operationId))).toBe(keeps);
  });
});
