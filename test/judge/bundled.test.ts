import { describe, expect, it } from "vitest";
import { findService } from "#services/list";
import { type BundledWish, foundIn, testBundled } from "../run/test-against.js";
import { only } from "./only.js";

async function testService(name: string, wish: BundledWish): Promise<readonly string[]> {
  const service = findService(name);
  if (!service.ok) throw new Error(name);
  return foundIn(await testBundled(service.value, { size: "1", walks: false, ...wish }));
}

/** Runs wait for slow effects more than they compute: side by side they wait together. */
describe.concurrent("a fault of a bundled service", () => {
  it.each([
    ["books", "patch-clears-author", "ERR patch-touches-what-it-names PATCH /books/{bookId}"],
    ["books", "total-counts-trash", "WARN total-counts-items GET /books"],
    ["tasks", "patch-drops-notes", "ERR patch-touches-what-it-names PATCH /tasks/{task}"],
    ["tasks", "stale-etag-accepted", "ERR etag-guards-writes PUT /tasks/{task}"],
    ["tasks", "etag-not-renewed", "ERR etag-guards-writes PATCH /tasks/{task}"],
    ["tasks", "create-ignores-parent", "WARN trees-stay-whole POST /tasks"],
    ["tasks", "delete-takes-siblings", "WARN trees-stay-whole DELETE /tasks/{task}"],
    ["tasks", "delete-keeps-subtasks", "WARN trees-stay-whole DELETE /tasks/{task}"],
    ["groups", "page-size-ignored", "WARN pages-add-up GET /groups"],
    ["groups", "name-taken-by-update", "ERR unique-on-update PUT /groups/{id}"],
    ["groups", "update-clears-description", "WARN put-replaces PUT /groups/{id}"],
    ["groups", "search-misses-paths", "WARN search-finds GET /groups"],
    ["groups", "path-stays-taken", "WARN freed-when-deleted POST /groups"],
    ["nested", "card-count-not-lowered", "WARN undo-restores DELETE /cards/{cardId}"],
    [
      "nested",
      "list-read-through-any-project",
      "WARN path-names-the-parent GET /projects/{projectId}/lists/{listId}",
    ],
    [
      "nested",
      "cards-of-whole-project",
      "ERR lists-keep-to-their-parent GET /projects/{projectId}/lists/{listId}/cards",
    ],
    [
      "features",
      "activation-leaks",
      "ERR lists-keep-to-their-parent GET /products/{productName}/configurations/{configurationName}/features",
    ],
    ["nested", "move-card-copies", "WARN moved-leaves-its-place POST /cards/{cardId}/move"],
    ["persons", "list-merges-same-age", "ERR alike-yet-apart GET /persons"],
    ["persons", "delete-removes-namesakes", "ERR alike-yet-apart DELETE /persons/{name}"],
    ["persons", "add-cuts-name", "WARN created-is-readable POST /persons"],
    ["persons-refusing", "name-stays-taken", "WARN freed-when-deleted POST /persons"],
    ["persons-refusing", "refused-duplicate-stored", "ERR refused-yet-done POST /persons"],
    ["shop", "addresses-of-everyone", "ERR lists-keep-to-their-parent GET /customers/{customerId}/addresses"],
    ["accounts", "transfer-creates-money", "WARN amount-is-conserved POST /transfers"],
    ["accounts", "transfer-loses-a-cent", "WARN amount-is-conserved POST /transfers"],
    ["accounts", "transfers-only-outgoing", "WARN both-sides-are-listed GET /transfers"],
    ["accounts", "self-transfer-credits", "WARN amount-is-conserved POST /transfers"],
    ["accounts", "reverse-not-debited", "WARN amount-is-conserved POST /transfers/{transferId}/reverse"],
    ["accounts", "idempotency-key-reused", "WARN idempotency-key POST /transfers"],
    ["accounts", "rename-resets-balance", "WARN update-keeps-the-rest PUT /accounts/{accountId}"],
    ["accounts", "withdraw-keeps-a-cent", "WARN action-moves-its-amount POST /accounts/{accountId}/withdraw"],
    ["lifecycle", "pay-any-amount", "WARN action-moves-its-amount POST /orders/{orderId}/pay"],
    ["lifecycle", "total-not-updated", "WARN computed-follows PUT /orders/{orderId}"],
    ["lifecycle", "history-misses-payment", "WARN writes-are-counted POST /orders/{orderId}/pay"],
    ["books", "version-not-raised", "WARN writes-are-counted PUT /books/{bookId}"],
    ["legacy", "missing-part-found", "WARN absent-is-not-shown GET /parts/{partNo}"],
    ["legacy", "update-part-clears-stock", "WARN patch-touches-what-it-names POST /parts/{partNo}"],
    ["library", "deleted-user-keeps-token", "WARN dead-credentials DELETE /users/{username}"],
    ["library", "login-ignores-case", "ERR login-needs-the-password POST /users/login"],
    ["library", "old-password-still-works", "ERR password-changes PUT /users/{username}/password"],
    ["library", "password-of-another", "ERR password-changes PUT /users/{username}/password"],
    ["library", "email-of-all", "ERR every-update-works PUT /users/{username}/email"],
    ["petstore", "form-update-not-stored", "ERR every-update-works POST /pet/{petId}"],
    ["petstore", "update-user-resets-password", "ERR password-changes PUT /user/{username}"],
    ["e-commerce", "login-before-verification", "WARN accounts-are-verified POST /api/auth/login"],
    [
      "e-commerce",
      "verification-verifies-all",
      "ERR accounts-are-verified GET /api/auth/accountVerification/{token}",
    ],
    ["e-commerce", "register-taken-name", "ERR account-is-not-taken-over POST /api/auth/register"],
    ["e-commerce", "register-passwords-differ", "WARN confirmation-is-compared POST /api/auth/register"],
    ["e-commerce", "cart-shared", "ERR own-corner-is-own POST /api/cart/add/{sku}"],
    ["e-commerce", "cart-quantity-stuck", "WARN adding-adds-up POST /api/cart/add/{sku}"],
    ["e-commerce", "cart-total-ignores-quantity", "WARN adding-adds-up POST /api/cart/add/{sku}"],
    ["e-commerce", "edit-rating-of-another", "ERR others-kept-out PUT /api/products/ratings/edit"],
    ["e-commerce", "rating-name-from-body", "WARN signed-by-who-calls POST /api/products/ratings/submit"],
    [
      "e-commerce",
      "ratings-of-all-products",
      "ERR lists-keep-to-their-parent GET /api/products/ratings/get/{sku}",
    ],
    ["lifecycle", "filter-by-first-status", "ERR filters-follow-actions GET /orders"],
    ["petstore", "login-accepts-any-password", "ERR login-needs-the-password GET /user/login"],
    ["petstore", "find-by-tags-needs-all", "WARN filters-filter GET /pet/findByTags"],
    ["legacy", "list-filter-ignored", "WARN filters-filter POST /parts/list"],
    ["petstore", "find-by-status-stale", "ERR filters-filter GET /pet/findByStatus"],
  ])("%s %s: %s", async (name, fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    expect(await testService(name, { fault, oracles: only(oracle) })).toEqual([expected]);
  });

  it.each([
    ["groups", "refused-update-stored", "unique-on-update", "ERR refused-has-no-effect PUT /groups/{id}"],
    [
      "accounts",
      "refused-transfer-debits",
      "amount-is-conserved",
      "WARN refused-has-no-effect POST /transfers",
    ],
    [
      "legacy",
      "refused-take-takes",
      "action-moves-its-amount",
      "WARN refused-has-no-effect POST /parts/{partNo}/take",
    ],
  ])("%s %s: judged where %s lets the write be refused", async (name, fault, other, expected) => {
    const oracles = only("refused-has-no-effect", other);
    expect(await testService(name, { fault, oracles })).toEqual([expected]);
  });

  it("groups second-page-skips-one: also while what others have made is still leaving", async () => {
    const oracles = only("pages-add-up", "freed-when-deleted");
    const found = await testService("groups", { fault: "second-page-skips-one", oracles });
    expect(found).toEqual(["ERR pages-add-up GET /groups"]);
  });

  it("groups path-stays-taken: no fault where the document says so", async () => {
    const wish = { fault: "path-stays-taken", oracles: only("freed-when-deleted") };
    expect(
      await testService("groups", { ...wish, says: "Paths of deleted groups are never reused." }),
    ).toEqual([]);
    expect(await testService("groups", { ...wish, says: "Paths are unique." })).toEqual([
      "WARN freed-when-deleted POST /groups",
    ]);
  });

  it("tournaments capacity-ignored: without a stated rule the name of the field is all there is", async () => {
    const wish = { overlay: false, oracles: only("bounds-bind") };
    expect(await testService("tournaments", { ...wish, fault: "capacity-ignored" })).toEqual([
      "WARN bounds-bind POST /enrollments",
    ]);
    expect(await testService("tournaments", wish)).toEqual([]);
  });

  it("legacy has none, but removes by GET, and is told so once", async () => {
    expect(await testService("legacy", { oracles: only("reads-change-nothing") })).toEqual([
      "WARN reads-change-nothing GET /suppliers/{code}/remove",
    ]);
  });
});
