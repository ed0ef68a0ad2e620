import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createRandom } from "#base/random";
import { dateAt, dateInSpan, dateLaterThan, spanPart, spanPlace } from "#values/span";

describe("the part of a stretch of time that a name speaks of", () => {
  it.each([
    ["startsAt", "begin"],
    ["check_in", "begin"],
    ["dateFrom", "begin"],
    ["validSince", "begin"],
    ["end_date", "end"],
    ["checkOut", "end"],
    ["valid_to", "end"],
    ["expiresAt", "end"],
    ["dueOn", "end"],
    ["createdAt", undefined],
    ["departure", undefined],
    ["birthday", undefined],
  ])("%s: %s", (name, part) => {
    expect(spanPart(name)).toBe(part);
  });
});

describe("the part of a stretch of time that a place in a body speaks of", () => {
  it.each([
    ["begin startsAt", ["trip", "startsAt"], ["trip"]],
    ["begin start dateTime", ["start", "dateTime"], []],
    ["end until date", ["trip", "until", "date"], ["trip"]],
  ] as const)("%s", (said, path, around) => {
    const place = spanPlace(path);
    expect(`${place?.part} ${place?.name}`).toBe(said);
    expect(place?.around).toEqual(around);
  });

  it.each([[["guest", "birthday"]], [["to", "birthDate"]], [["date"]]])("none: %j", (path) => {
    expect(spanPlace(path)).toBeUndefined();
  });
});

describe("dates in a stretch of time", () => {
  it.prop([fc.nat(), fc.constantFrom("2024-05-01", "2024-05-01T10:00:00Z")])(
    "begin before they end, not long before, in the form of the sample, the same again each time",
    (seed, sample) => {
      const [begin = "", end = "", again = ""] = (["begin", "end", "begin"] as const).map((part) =>
        dateInSpan(part, sample, createRandom(seed)),
      );
      expect(begin < end).toBe(true);
      expect(Date.parse(end) - Date.parse(begin)).toBeLessThanOrEqual(24 * 3_600_000);
      expect([begin.length, end.length]).toEqual([sample.length, sample.length]);
      expect(again).toBe(begin);
    },
  );
});

describe("dates that are later than others", () => {
  it("follow one another, each in the form of its sample", () => {
    const days: string[] = [];
    for (let turn = 0; turn < 40; turn++) days.push(dateLaterThan([...days, "2040-01-01", 7], "2030-01-01"));
    expect(days.toSorted()).toEqual(days);
    expect(new Set(days).size).toBe(days.length);
    const moment = dateLaterThan([], "2030-01-01T00:00:00Z");
    expect(dateLaterThan([moment], moment) > moment).toBe(true);
    expect(moment > dateAt(100, 1, moment)).toBe(true);
  });
});
