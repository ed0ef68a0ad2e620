/** One switch each. All answer 200, as everything here does, and plausibly. */
export const LEGACY_FAULTS = {
  "add-part-overwrites": "PUT /parts takes a number that is taken and replaces its part.",
  "part-of-unknown-supplier": "PUT /parts takes a supplier that does not exist.",
  "missing-part-found": "GET /parts/{partNo} says ok where there is no such part.",
  "update-part-not-stored": "POST /parts/{partNo} answers with the new values, but stores nothing.",
  "update-part-clears-stock": "POST /parts/{partNo} without a stock sets the stock to 0.",
  "remove-part-keeps-part": "GET /parts/{partNo}/remove says ok, but the part stays.",
  "remove-part-takes-series": "GET /parts/{partNo}/remove removes all parts with the same letters.",
  "list-filter-ignored": "POST /parts/list does not look at the supplier that is asked for.",
  "list-count-only-grows": "POST /parts/list counts parts that were removed.",
  "take-below-zero": "POST /parts/{partNo}/take gives out more than there is.",
  "refused-take-takes": "POST /parts/{partNo}/take refuses more than there is, but takes what is left.",
  "supplier-removed-in-use": "GET /suppliers/{code}/remove removes a supplier that parts still name.",
} as const;

export type LegacyFault = keyof typeof LEGACY_FAULTS;
