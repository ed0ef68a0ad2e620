import { expect, it } from "vitest";
import { aNoun } from "#base/a-noun";

it.each([
  "a player",
  "an event",
  "an enrolment",
  "an order",
  "a user",
  "a unit",
  "a URL",
  "an upload",
  "an hour",
  "a house",
  "an update",
  "a uuid",
  "an item",
])("%s", (words) => {
  expect(aNoun(words.replace(/^an? /, ""))).toBe(words);
});
