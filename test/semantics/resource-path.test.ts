import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Operation } from "#openapi/api";
import { intentOfId } from "#semantics/intent";
import { collectionOf } from "#semantics/path-template";
import { resourcePath } from "#semantics/resource-path";

describe("a path without its verbs", () => {
  it.each([
    ["/parts/list", "/parts", "list"],
    ["/parts/{no}/remove", "/parts/{no}", "delete"],
    ["/ratings/delete/{id}", "/ratings/{id}", "delete"],
    ["/pet/findByStatus", "/pet", "search"],
    ["/user/createWithList", "/user", "create"],
    ["/api/getUser/{id}", "/api/user/{id}", "read"],
    ["/api/listUsers", "/api/user", "list"],
    ["/create-user", "/user", "create"],
    ["/users.list", "/user", "list"],
    ["/things/{id}:delete", "/things/{id}", "delete"],
    ["/auth/accountVerification/{token}", "/auth/{token}", "action"],
    ["/players/{pid}", "/players/{pid}", undefined],
    ["/lists/{id}/cards", "/lists/{id}/cards", undefined],
    ["/change-requests/{id}", "/change-requests/{id}", undefined],
    ["/search", "/search", "search"],
    ["/api/v1/list/{id}", "/api/v1/list/{id}", "list"],
  ])("%s is %s", (path, things, intent) => {
    expect(resourcePath(path)).toMatchObject({ path: things });
    expect(resourcePath(path).intent).toBe(intent);
  });

  it("says whether a verb speaks of one thing", () => {
    expect(resourcePath("/orders/{id}/submit").onThing).toBe(true);
    expect(resourcePath("/ratings/submit").onThing).toBe(false);
  });

  test.prop([fc.array(fc.stringMatching(/^(\{[a-z]+\}|[a-zA-Z._-]{1,12})$/), { maxLength: 8 })])(
    "keeps every parameter, in order, and says the same when asked again",
    (segments) => {
      const path = segments.map((segment) => `/${segment}`).join("");
      const parameters = (text: string) => text.match(/\{[^{}]+\}/g) ?? [];
      expect(parameters(resourcePath(path).path)).toEqual(parameters(path));
      expect(resourcePath(path)).toEqual(resourcePath(path));
    },
  );

  it("picks from the collection, whatever verb stands between", () => {
    expect(collectionOf("/ratings/delete/{id}")).toBe("/ratings");
  });
});

describe("an operationId", () => {
  it.each([
    ["addPart", "PUT", "create"],
    ["readAllProductsUsingGET", "GET", "list"],
    ["UserController_findAll", "GET", "list"],
    ["players_destroy", "POST", "delete"],
    ["loginUser", "GET", "login"],
    ["signUp", "POST", "signup"],
    ["getPlayer", "GET", "read"],
    ["cancelOrder", "DELETE", undefined],
    ["addForm", "GET", undefined],
    ["placeOrder", "POST", undefined],
  ])("%s of a %s says %s", (operationId, method, intent) => {
    const operation: Pick<Operation, "operationId" | "method" | "path"> = {
      operationId,
      method,
      path: "/things",
    };
    expect(intentOfId(operation as Operation)).toBe(intent);
  });
});
