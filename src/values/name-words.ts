import { remember } from "#base/remember";

/** `billingPostalCode`, `billing_postal_code`, `X-Postal-Code` → the words, in lower case. */
export const nameWords: (name: string) => readonly string[] = remember((name) =>
  name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ""),
);
