/** One switch each, at the place where the wrong thing happens. All answer plausibly, none with a 5xx. */
export const PETSTORE_FAULTS = {
  "delete-pet-keeps-pet": "DELETE /pet/{petId} answers 200, but the pet stays.",
  "update-pet-drops-tags": "PUT /pet answers with the tags, but stores the pet without them.",
  "form-update-not-stored": "POST /pet/{petId} answers with the new name and status, but stores nothing.",
  "upsert-pet-merges": "POST /pet for a pet that exists keeps the old values of fields that are left out.",
  "find-by-status-stale": "GET /pet/findByStatus still goes by the status that a pet was added with.",
  "find-by-tags-needs-all": "GET /pet/findByTags wants all of the tags where any one should do.",
  "inventory-counts-deleted": "GET /store/inventory still counts pets that were deleted.",
  "order-quantity-capped": "POST /store/order stores a quantity of at most 5 and says nothing.",
  "delete-order-deletes-pet": "DELETE /store/order/{orderId} deletes the pet of the order as well.",
  "create-with-list-skips-last": "POST /user/createWithList does not store the last user of the list.",
  "update-user-resets-password": "PUT /user/{username} forgets the password.",
  "delete-user-removes-namesakes": "DELETE /user/{username} removes everyone whose name begins like that.",
  "login-accepts-any-password": "GET /user/login lets a user in with any password.",
} as const;

export type PetstoreFault = keyof typeof PETSTORE_FAULTS;
