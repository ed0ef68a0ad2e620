import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { isSorted } from "#judge/is-sorted";

describe("what is in order", () => {
  it.prop([fc.array(fc.double({ noNaN: true }))])("numbers by their size", (numbers) => {
    expect(isSorted(numbers.toSorted((a, b) => a - b))).toBe(true);
  });

  it.prop([fc.array(fc.string())])("texts by their characters, or as a dictionary has them", (texts) => {
    expect(isSorted(texts.toSorted())).toBe(true);
    expect(isSorted(texts.toSorted((a, b) => a.localeCompare(b, "en")))).toBe(true);
  });

  it.each([
    [["2.9.3", "07.30.39", "90.57.465"], true],
    [["item 2", "item 10"], true],
    [["b", "a", "c"], false],
    [[1, 10, 2], false],
    [["1.2.0", "1.10.0", "1.3.0"], false],
  ])("%j: %s", (values, expected) => {
    expect(isSorted(values)).toBe(expected);
  });
});
