/** One switch each. All answer plausibly, and with the statuses that the correct service uses. */
export const E_COMMERCE_FAULTS = {
  "login-before-verification": "POST /api/auth/login lets users in who have not verified their account.",
  "register-taken-name": "POST /api/auth/register takes a username that is taken and resets its account.",
  "register-passwords-differ": "POST /api/auth/register does not compare password and confirmPassword.",
  "verification-verifies-all": "GET /api/auth/accountVerification/{token} verifies every account.",
  "cart-shared": "POST /api/cart/add/{sku} fills one cart for all users.",
  "cart-quantity-stuck": "POST /api/cart/add/{sku} leaves the quantity of a product at one.",
  "cart-total-ignores-quantity": "POST /api/cart/add/{sku} counts each product once in the total.",
  "rating-name-from-body": "POST /api/products/ratings/submit takes the userName from the body.",
  "rating-stars-rounded": "POST /api/products/ratings/submit stores half stars as whole ones.",
  "edit-rating-of-another": "PUT /api/products/ratings/edit changes another user's rating.",
  "edit-adds-rating": "PUT /api/products/ratings/edit adds a rating and leaves the old one.",
  "delete-rating-stays-on-product":
    "DELETE /api/products/ratings/delete/{ratingId} leaves the rating with its product.",
  "ratings-of-all-products": "GET /api/products/ratings/get/{sku} shows the ratings of all products.",
  "search-minds-case": "POST /api/store/catalog/search finds only what is written in the same case.",
  "price-filter-excludes-bounds": "POST /api/store/catalog/search leaves out prices that equal a bound.",
} as const;

export type ECommerceFault = keyof typeof E_COMMERCE_FAULTS;
