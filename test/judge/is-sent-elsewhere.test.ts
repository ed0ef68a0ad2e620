import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { isSentElsewhere } from "#judge/is-sent-elsewhere";

describe("a value that another member of the body has as well", () => {
  it.each<[string, Json, string, boolean]>([
    ["is the number of all seats", { seats: 25, left: 25 }, "/left", true],
    ["stands in a part", { room: { seats: 25 }, left: 25 }, "/left", true],
    ["is its own alone", { seats: 25, left: 3 }, "/left", false],
    ["is another kind of value", { seats: "25", left: 25 }, "/left", false],
    ["is yes", { isOpen: true, isAdmin: true }, "/isAdmin", false],
  ])("%s", (_, sent, pointer, expected) => {
    const wished = (sent as Readonly<Record<string, Json>>)[pointer.slice(1)] ?? null;
    expect(isSentElsewhere(sent, pointer, wished)).toBe(expected);
  });
});
