import { describe, expect, it } from "vitest";
import { namesAuthor } from "#semantics/author-member";
import { cornerOf, meansWho } from "#semantics/corner-path";
import { nextExisting } from "#semantics/next-existing";
import { repeats } from "#semantics/repeated-member";

describe("a corner of one's own", () => {
  it.each([
    ["/cart", "/cart"],
    ["/api/v1/me", "/api/v1/me"],
    ["/users/me/settings", "/users/me"],
    ["/shopping-cart/items/{sku}", "/shopping-cart"],
    ["/basket/courses/{courseId}", "/basket"],
    ["/my-orders", "/my-orders"],
    ["/wish-list/{sku}", "/wish-list"],
    ["/account/preferences", "/account/preferences"],
  ])("%s is in %s", (path, corner) => {
    expect(cornerOf(path)).toBe(corner);
  });

  it.each([
    ["of whoever the path names", "/users/{id}/cart"],
    ["one of several", "/cart/{cartId}"],
    ["one of several, by a plain id", "/baskets/{id}"],
    ["one of many profiles", "/profile/{name}"],
    ["not by a word in another", "/media/{id}"],
    ["not by a longer name", "/cart-price-rules"],
    ["not at all", "/orders/{orderId}"],
  ])("is none where it is %s: %s", (_, path) => {
    expect(cornerOf(path)).toBeUndefined();
  });

  it("ends with who has it, or only empties", () => {
    expect(["me", "myself", "profile"].filter(meansWho)).toEqual(["me", "myself", "profile"]);
    expect(["cart", "members", "theme"].filter(meansWho)).toEqual([]);
  });
});

describe("what is asked for twice", () => {
  it.each([
    ["confirmPassword", "password"],
    ["password_confirmation", "password"],
    ["passphraseAgain", "passphrase"],
    ["repeat-email", "email"],
  ])("%s repeats %s", (name, other) => {
    expect([repeats(name, other), repeats(other, name)]).toEqual([true, false]);
  });

  it.each([
    ["password", "password"],
    ["confirmed", "password"],
    ["confirmPassword", "email"],
    ["confirmPassword", "confirmPassword"],
    ["newPassword", "password"],
    ["verifyEmail", "password"],
  ])("%s does not repeat %s", (name, other) => {
    expect(repeats(name, other)).toBe(false);
  });
});

describe("another one of what is only looked up", () => {
  const listed = (pointer: string) => ({
    resource: "berth",
    operation: "GET /berths",
    inputs: { path: {}, query: {}, header: {}, cookie: {} },
    identity: { in: "response body", pointer } as const,
    needs: [],
    found: true as const,
  });

  it.each([
    ["/0/id", "/1/id"],
    ["/data/items/0/berthId", "/data/items/1/berthId"],
    ["/0/ids/0", "/0/ids/1"],
  ])("for %s is %s", (first, second) => {
    expect(nextExisting(listed(first))?.identity).toEqual({ in: "response body", pointer: second });
  });

  it("is nothing where there is no list, or where the first was made", () => {
    const { found: _, ...made } = listed("/0/id");
    expect([nextExisting(listed("/id")), nextExisting(made)]).toEqual([undefined, undefined]);
  });
});

describe("who has made a thing", () => {
  it("is named by some members, and not by ids", () => {
    const names = ["author", "userName", "user_name", "createdBy", "owner", "authorName", "reviewer"];
    expect(names.filter((name) => !namesAuthor(name))).toEqual([]);
    const others = ["authorId", "userId", "name", "title", "created", "authority", "userRoleName"];
    expect(others.filter(namesAuthor)).toEqual([]);
  });
});
