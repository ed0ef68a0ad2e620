import { describe, expect, it } from "vitest";
import { collectionOf, collectionsAlong, pathShape } from "#semantics/path-template";
import { resourceName, sameName, singular } from "#semantics/singular";

describe("names", () => {
  it.each([
    ["players", "player"],
    ["categories", "category"],
    ["addresses", "address"],
    ["boxes", "box"],
    ["prizes", "prize"],
    ["quizzes", "quiz"],
    ["statuses", "status"],
    ["people", "person"],
    ["status", "status"],
    ["news", "news"],
    ["series", "series"],
    ["bus", "bus"],
    ["data", "data"],
    ["keys", "key"],
  ])("the singular of %s is %s", (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  it.each([
    ["order-items", "order-item"],
    ["orderItems", "order-item"],
    ["API_Keys", "api-key"],
  ])("a thing of /%s is called %s", (segment, name) => {
    expect(resourceName(segment)).toBe(name);
  });

  it("do not depend on how they are written", () => {
    expect(sameName("petId", "pet_id")).toBe(true);
    expect(sameName("petId", "PetID")).toBe(true);
    expect(sameName("petId", "petName")).toBe(false);
  });
});

describe("path templates", () => {
  it("have a collection where they end in an id", () => {
    expect(collectionOf("/a/players/{pid}")).toBe("/a/players");
    expect(collectionOf("/players")).toBeUndefined();
    expect(collectionOf("/{tenant}")).toBeUndefined();
    expect(collectionOf("/x/{a}/{b}")).toBeUndefined();
  });

  it("show the collections they run through", () => {
    expect(collectionsAlong("/shops/{s}/carts/{c}/total")).toEqual([
      { collection: "/shops", parameter: "s" },
      { collection: "/shops/{s}/carts", parameter: "c" },
    ]);
  });

  it("are one place whatever their parameters are called", () => {
    expect(pathShape("/pets/{id}")).toBe(pathShape("/pets/{petId}"));
  });
});
