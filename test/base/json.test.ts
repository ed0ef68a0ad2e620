import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { isPartOf } from "#base/is-part-of";
import type { Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, formatPointer, getAtPointer, parsePointer } from "#base/json-pointer";

const json = fc.jsonValue() as fc.Arbitrary<Json>;
const clone = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

describe("JSON pointers", () => {
  test.prop([fc.array(fc.string())])("parse and format are inverse", (tokens) => {
    expect(parsePointer(formatPointer(tokens))).toEqual(tokens);
  });

  test.prop([fc.string(), json])("lead to what was put there, also under odd names", (name, value) => {
    const document = Object.fromEntries([[name, [value]]]);
    expect(getAtPointer(document, formatPointer([name, 0]))).toEqual(value);
  });

  it.each([
    ["/a/0", { a: [1] }, 1],
    ["", 7, 7],
    ["/constructor", {}, undefined],
    ["/a/-", { a: [1] }, undefined],
    ["/a/b", { a: "b" }, undefined],
    ["/~1~0", { "/~": 1 }, 1],
  ])("%s", (pointer, document, expected) => {
    expect(getAtPointer(document, pointer)).toBe(expected);
  });

  it("grow at the end", () => {
    expect(appendToPointer("/a", "b/c", 0)).toBe("/a/b~1c/0");
  });
});

describe("equality", () => {
  test.prop([json])("holds between a value and its copy, whatever the order of members", (value) => {
    const turned = (part: Json): Json => {
      if (Array.isArray(part)) return part.map(turned);
      if (typeof part !== "object" || part === null) return part;
      return Object.fromEntries(
        Object.entries(part)
          .reverse()
          .map(([name, member]) => [name, turned(member)]),
      );
    };
    expect(jsonEqual(clone(value), turned(clone(value)))).toBe(true);
  });

  test.prop([json, json])("agrees with the absence of differences", (a, b) => {
    expect(jsonEqual(a, b)).toBe(jsonDifferences(a, b).length === 0);
  });

  it("tells a missing member from a null one", () => {
    expect(jsonEqual({ a: null }, {})).toBe(false);
  });
});

describe("is part of", () => {
  test.prop([json])("is reflexive", (value) => {
    expect(isPartOf(value, clone(value))).toBe(true);
  });

  test.prop([fc.dictionary(fc.string(), json), fc.string(), json])(
    "survives members that are added",
    (value, name, more) => {
      fc.pre(!Object.hasOwn(value, name));
      expect(isPartOf(value, { ...value, [name]: more })).toBe(true);
    },
  );

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true],
    [[{ a: 1 }], [{ a: 1, b: 2 }], true],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [[1], [1, 2], false],
    [{ a: 1 }, { a: 2 }, false],
  ])("%j in %j: %s", (part, whole, expected) => {
    expect(isPartOf(part, whole)).toBe(expected);
  });
});
