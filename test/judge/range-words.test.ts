import { describe, expect, it } from "vitest";
import { rangeNamed, saysIncluded } from "#judge/range-words";

describe("a bound by its name", () => {
  it.each([
    ["minPrice", { end: "least", about: "price", includes: true }],
    ["weight_max", { end: "greatest", about: "weight", includes: true }],
    ["filter[price][gte]", { end: "least", about: "price", includes: true }],
    ["yearTo", { end: "greatest", about: "year", includes: false }],
    ["date_from", { end: "least", about: "", includes: false }],
    ["createdBefore", { end: "greatest", about: "created", includes: false }],
    ["colour", undefined],
  ])("%s", (name, expected) => expect(rangeNamed(name)).toEqual(expected));
});

describe("a description", () => {
  it.each([
    "Last day (UTC), inclusive.",
    "Only albums of this year or earlier.",
    "Bookings whose check_in is this day or later",
    "Not before this day",
    "At most this price",
  ])("says that the bound is meant, too: %s", (text) => expect(saysIncluded(text)).toBe(true));

  it.each(["Until this day", "The end of the range, exclusive", "Everything before it (not inclusive)", ""])(
    "does not say so: %s",
    (text) => expect(saysIncluded(text)).toBe(false),
  );
});
