/** One switch each, at the place where the wrong thing happens. None of them adds a 5xx. */
export const FEATURES_FAULTS = {
  "list-products-misses-newest": "GET /products leaves out the product that was added last.",
  "duplicate-product-empties":
    "POST /products/{productName} refuses a name that is taken, but empties its product.",
  "delete-product-keeps-configurations":
    "DELETE /products/{productName} leaves the configurations: they are back when the product is added again.",
  "add-feature-drops-description":
    "POST /products/{productName}/features/{featureName} forgets the description.",
  "update-feature-not-stored":
    "PUT /products/{productName}/features/{featureName} answers with the new description, but stores nothing.",
  "delete-feature-leaves-it-active":
    "DELETE /products/{productName}/features/{featureName} leaves the feature active in configurations.",
  "requires-not-applied": "Activating a feature does not activate the features that it requires.",
  "excludes-not-enforced": "Activating a feature succeeds beside an active feature that excludes it.",
  "required-feature-can-go": "A feature can be deactivated although an active feature requires it.",
  "delete-constraint-removes-first":
    "DELETE /products/{productName}/constraints/{constraintId} removes the product's first constraint.",
  "activation-leaks": "Activating a feature also activates it in all other configurations of the product.",
  "configuration-always-valid": "A configuration says that it is valid, whatever its constraints say.",
} as const;

export type FeaturesFault = keyof typeof FEATURES_FAULTS;
