import { expect, it } from "vitest";
import { unexportedTypes } from "./exports.js";

it("the library exports every type that its signatures mention", () => {
  expect(unexportedTypes()).toEqual([]);
});
