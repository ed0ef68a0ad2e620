/** One switch each; both variants share all but the first. All answer plausibly. */
export const SHOP_DELAYED_FAULTS = {
  "username-taken-twice": "POST /customers takes a username that another customer has.",
  "deleted-customer-readable": "GET /customers/{customerId} still shows a customer who was deleted.",
  "delete-customer-keeps-cards": "DELETE /customers/{customerId} leaves the cards of the customer.",
  "card-for-missing-customer": "POST /cards takes the id of a customer who does not exist.",
  "card-on-newest-customer": "POST /cards gives the card to the customer who came last.",
  "last-four-are-first": "GET /cards/{cardId} shows the first four digits as the last.",
  "card-number-shown": "GET /cards/{cardId} shows the whole number of the card.",
  "deleted-card-still-linked": "GET /customers/{customerId} still names cards that were deleted.",
  "second-address-replaces-first": "POST /addresses removes the address that the customer had before.",
  "addresses-of-everyone": "GET /customers/{customerId}/addresses shows the addresses of all customers.",
  "update-address-drops-postcode": "PUT /addresses/{addressId} answers with the postcode, but stores none.",
  "delete-address-deletes-cards": "DELETE /addresses/{addressId} deletes the customer's cards as well.",
} as const;

export const SHOP_FAULTS = {
  "customer-readable-late":
    "POST /customers answers 201, but the customer cannot be read before some time has passed.",
  ...SHOP_DELAYED_FAULTS,
} as const;

export type ShopFault = keyof typeof SHOP_FAULTS;
